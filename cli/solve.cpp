// saddle solve: the equilibrium of a problem, as flow and as circuit, beside the exact optimum; of a
// deck, its operating point.
#include <cmath>
#include <cstdio>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <saddle/netlist/circuit/simulate.hpp>
#include <saddle/netlist/synthesis/solve.hpp>
#include <saddle/netlist/text/source_text.hpp>

#include "exit_codes.hpp"
#include "inputs.hpp"
#include "json.hpp"
#include "number_option.hpp"
#include "verbs.hpp"

namespace saddle::cli {

namespace {

// Beyond this many devices the circuit is solved only on request.
constexpr std::size_t kCircuitDevices = 100'000;

struct SolveOptions {
  InputOptions input;
  double time = 0;
  bool json = false, circuit = false, flow_only = false;
};

Json values(const std::vector<NamedValue>& list) {
  Json object = Json::object();
  for (const NamedValue& value : list) append(object, value.name, value.value);
  return object;
}

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json as_json(const Solution& solution) {
  Json j;
  j["status"] = to_string(solution.status);
  if (!solution.message.empty()) j["message"] = solution.message;
  j["objective"] = number(solution.optimality.objective);
  j["variables"] = values(solution.variables);
  j["multipliers"] = values(solution.multipliers);
  j["max_violation"] = number(solution.optimality.max_violation);
  j["kkt_residual"] = number(solution.optimality.kkt_residual());
  j["settling_time"] = solution.settling_time ? Json(*solution.settling_time) : Json(nullptr);
  j["found_by"] = solution.found_by;
  return j;
}

int exit_code(const Solution& solution) {
  switch (solution.status) {
    case Solution::Status::settled:
      return kFine;
    case Solution::Status::not_converged:
      return kNumericalFailure;
    default:
      return kAnswerIsNo;
  }
}

// A table of rows of numbers with a column for each witness.
class Table {
 public:
  void column(const std::string& title, const Solution& solution) {
    titles_.push_back(title);
    std::size_t row = 0;
    const auto put = [&](const std::string& name, double value) {
      if (row == names_.size()) names_.push_back(name), cells_.emplace_back();
      cells_[row].resize(titles_.size() - 1);
      cells_[row++].push_back(std::isfinite(value) ? fmt::format("{:.10g}", value) : "-");
    };
    for (const NamedValue& v : solution.variables) put(v.name, v.value);
    for (const NamedValue& v : solution.multipliers) put(v.name, v.value);
    put("objective", solution.optimality.objective);
    put("violation", solution.optimality.max_violation);
    put("KKT residual", solution.optimality.kkt_residual());
  }

  void print() const {
    std::size_t width = 0;
    for (const std::string& name : names_) width = std::max(width, name.size());
    fmt::print("\n  {:<{}}", "", width);
    for (const std::string& title : titles_) fmt::print("  {:>18}", title);
    fmt::print("\n");
    for (std::size_t r = 0; r < names_.size(); ++r) {
      fmt::print("  {:<{}}", names_[r], width);
      for (const std::string& cell : cells_[r]) fmt::print("  {:>18}", cell);
      fmt::print("\n");
    }
    fmt::print("\n");
  }

 private:
  std::vector<std::string> titles_, names_;
  std::vector<std::vector<std::string>> cells_;
};

void print_status(const std::string& who, const Solution& solution) {
  fmt::print("{:<8}  {}", who, to_string(solution.status));
  if (!solution.message.empty()) fmt::print(": {}", solution.message);
  if (!solution.found_by.empty()) fmt::print(" (rest point by {})", solution.found_by);
  fmt::print("\n");
  if (!solution.modes) return;
  if (solution.settling_time)
    fmt::print(
        "          slowest time constant {:.4g} s, least damping ratio {:.3g}, settles to 0.1 % in about "
        "{:.4g} s "
        "(predicted from the slowest mode)\n",
        solution.modes->slowest_time_constant, solution.modes->least_damping_ratio, *solution.settling_time);
}

Solution exact_solution(const Problem& problem, const ExactOptimum& exact, double time) {
  Solution solution;
  for (std::size_t i = 0; i < problem.variables.size(); ++i)
    solution.variables.push_back({problem.variables[i].name, exact.variables[i]});
  for (std::size_t a = 0; a < problem.constraints.size(); ++a)
    solution.multipliers.push_back({"lambda(" + problem.constraints[a].name + ")", exact.multipliers[a]});
  solution.optimality = judge(problem, exact.variables, exact.multipliers, time);
  return solution;
}

// The circuit of the problem, or why there is none. A constrained circuit must have one.
std::optional<Synthesis> try_circuit(const Problem& problem, const SolveOptions& options, std::string& why) {
  try {
    return make_circuit(problem, options.input);
  } catch (const InputError& error) {
    if (problem.circuit || options.circuit) throw;
    why = error.message();
    return std::nullopt;
  }
}

int solve_problem(const Problem& problem, const SolveOptions& options) {
  std::optional<Solution> flow, circuit;
  std::string why_no_circuit;
  std::optional<Synthesis> made;
  if (!options.flow_only) made = try_circuit(problem, options, why_no_circuit);
  if (!problem.circuit) flow = solve(problem, options.time);
  if (made && (options.circuit || made->circuit.devices.size() <= kCircuitDevices))
    circuit = solve(*made, options.time);
  const std::optional<ExactOptimum> exact = exact_optimum(problem, options.time);
  const Solution& first = flow ? *flow : *circuit;
  const int code = std::max(exit_code(first), circuit ? exit_code(*circuit) : kFine);

  if (options.json) {
    Json j = as_json(first);
    j["devices"] = made ? Json(made->circuit.devices.size()) : Json(nullptr);
    if (flow && circuit) j["circuit"] = as_json(*circuit);
    if (exact)
      j["exact"] = {{"variables", values(exact_solution(problem, *exact, options.time).variables)},
                    {"multipliers", values(exact_solution(problem, *exact, options.time).multipliers)}};
    fmt::print("{}\n", j.dump(2));
    return code;
  }
  if (!problem.title.empty()) fmt::print("{}\n", problem.title);
  fmt::print("problem   {} variables, {} equality constraints, {}; inputs at t = {:g} s\n",
             problem.variables.size(), problem.constraints.size(),
             problem.method.method == Method::bdmm ? "bdmm" : "mdmm", options.time);
  if (made) fmt::print("circuit   {}\n", circuit_size(made->circuit));
  if (!why_no_circuit.empty()) fmt::print("circuit   none: {}\n", why_no_circuit);
  Table table;
  if (flow) table.column("flow", *flow);
  if (circuit) table.column("circuit", *circuit);
  if (exact) table.column("exact optimum", exact_solution(problem, *exact, options.time));
  table.print();
  if (flow) print_status("flow", *flow);
  if (circuit) print_status("circuit", *circuit);
  return code;
}

int solve_deck(Circuit circuit, const SolveOptions& options) {
  apply_level(circuit, options.input);
  CircuitSystem system(circuit, circuit_tolerances(circuit.options));
  const OperatingPoint point = operating_point(system, {.time = options.time});
  if (point.failure) {
    if (options.json) {
      fmt::print("{}\n", Json{{"status", "not-converged"}, {"message", point.failure->message}}.dump(2));
    } else {
      fmt::print(stderr, "{}: error: {}\n", options.input.file, point.failure->message);
    }
    return kNumericalFailure;
  }
  const std::optional<Modes> found = modes(system, options.time, point.y);
  const bool stable = !found || found->stable;
  if (options.json) {
    Json j;
    j["status"] = stable ? "settled" : "unstable";
    j["objective"] = nullptr;
    j["variables"] = Json::object();
    for (int k = 0; k < system.size(); ++k) append(j["variables"], system.variables()[k].name, point.y[k]);
    j["multipliers"] = Json::object();
    j["max_violation"] = nullptr;
    j["kkt_residual"] = nullptr;
    j["settling_time"] = found && stable && std::isfinite(found->slowest_time_constant)
                             ? Json(std::log(1e3) * found->slowest_time_constant)
                             : Json(nullptr);
    j["devices"] = circuit.devices.size();
    j["found_by"] = point.method;
    fmt::print("{}\n", j.dump(2));
  } else {
    fmt::print("{}\ncircuit   {}\n\n", circuit.title, circuit_size(circuit));
    for (int k = 0; k < system.size(); ++k)
      fmt::print("  {:<24} {:>18.10g} {}\n", system.variables()[k].name, point.y[k],
                 system.kinds()[system.variables()[k].kind].unit);
    fmt::print("\noperating point by {}; {}\n", point.method,
               !found   ? "stability not examined (too large)"
               : stable ? "stable"
                        : "unstable: a mode of the linearised circuit does not decay");
  }
  return stable ? kFine : kAnswerIsNo;
}

}  // namespace

void add_solve(CLI::App& app, Outcome& outcome) {
  auto options = std::make_shared<SolveOptions>();
  CLI::App& verb =
      *app.add_subcommand("solve", "the equilibrium of a problem or the operating point of a deck");
  options->input.add_to(verb);
  add_number(verb, "--time", options->time, "inputs take their value at this time [s]; default 0",
             Range::not_negative);
  verb.add_flag("--circuit", options->circuit, "insist on the circuit, however large");
  verb.add_flag("--flow", options->flow_only, "the flow alone, no circuit")->excludes("--circuit");
  verb.add_flag("--json", options->json, "one JSON object instead of the table");
  verb.footer("Example:\n  saddle solve examples/qp.opt --json");
  verb.callback([options, &outcome] {
    Description description = read_description(options->input.file);
    if (auto* problem = std::get_if<Problem>(&description)) {
      if (options->flow_only && problem->circuit)
        throw std::invalid_argument("--flow: where a circuit is the objective there is no flow");
      outcome.exit_code = solve_problem(with_options(std::move(*problem), options->input), *options);
    } else {
      outcome.exit_code = solve_deck(std::get<Circuit>(std::move(description)), *options);
    }
  });
}

}  // namespace saddle::cli
