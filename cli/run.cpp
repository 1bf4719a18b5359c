// saddle run: simulate a problem's circuit, its flow, or a deck; write waveforms and plots.
#include <cstdio>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <saddle/netlist/circuit/simulate.hpp>
#include <saddle/netlist/synthesis/flow_system.hpp>
#include <saddle/netlist/text/source_text.hpp>

#include "exit_codes.hpp"
#include "inputs.hpp"
#include "json.hpp"
#include "number_option.hpp"
#include "outputs.hpp"
#include "progress.hpp"
#include "verbs.hpp"

namespace saddle::cli {

namespace {

struct RunOptions {
  InputOptions input;
  OutputOptions output;
  TransientOptions transient;
  std::string integrator = "auto";
  bool flow = false, json = false;
};

const std::map<std::string, Integrator> kIntegrators{{"auto", Integrator::automatic},
                                                     {"bdf", Integrator::bdf},
                                                     {"euler", Integrator::backward_euler},
                                                     {"gear", Integrator::gear2},
                                                     {"trap", Integrator::trapezoidal}};

TransientOptions transient_settings(const RunOptions& options) {
  TransientOptions settings = options.transient;
  settings.integrator = kIntegrators.at(options.integrator);
  return settings;
}

TransientResult run_circuit(const Circuit& circuit, const RunOptions& options) {
  TransientOptions settings = transient_options(circuit, transient_settings(options));
  if (!(settings.stop > 0))
    throw CLI::ValidationError("--stop",
                               "the deck has no .tran card: say how long to run, for example --stop 1m");
  Progress progress(settings.stop);
  settings.progress = std::ref(progress);
  return transient(circuit, settings);
}

// The flow starts where its variables start, multipliers at 0.
TransientResult run_flow(const Problem& problem, double default_stop, const RunOptions& options) {
  const Flow flow = make_flow(problem);
  FlowSystem system(flow);
  TransientOptions settings = transient_settings(options);
  if (settings.integrator == Integrator::automatic) settings.integrator = Integrator::trapezoidal;
  settings.relative_to_peak = true;
  if (settings.stop == 0) settings.stop = problem.stop.value_or(default_stop);
  settings.initial.resize(system.size());
  system.start(settings.initial);
  settings.correct_initial = true;
  Progress progress(settings.stop);
  settings.progress = std::ref(progress);
  TransientResult result = transient(system, settings);
  result.waveforms.title = problem.title;
  return result;
}

int report(const TransientResult& result, const RunOptions& options,
           const std::vector<std::string>& preferred) {
  const bool any = !result.waveforms.time.empty();  // else no file is touched
  if (any) write_outputs(result.waveforms, options.output, preferred);
  const TransientStatistics& s = result.statistics;
  if (options.json) {
    Json j;
    j["steps"] = s.steps;
    j["rejected_steps"] = s.rejected_steps;
    j["newton_iterations"] = s.newton_iterations;
    j["evaluations"] = s.evaluations;
    j["factorizations"] = s.factorizations;
    j["seconds"] = s.seconds;
    j["final"] = Json::object();
    for (const Signal& signal : result.waveforms.signals)
      if (!signal.values.empty()) append(j["final"], signal.name, signal.values.back());
    if (result.failure) j["failure"] = result.failure->message;
    fmt::print("{}\n", j.dump(2));
  } else {
    if (!result.waveforms.title.empty()) fmt::print("{}\n", result.waveforms.title);
    fmt::print("{} steps, {} rejected, {} Newton iterations, {} factorizations, {:.3g} s of CPU time\n",
               s.steps, s.rejected_steps, s.newton_iterations, s.factorizations, s.seconds);
    if (any) fmt::print("\nat t = {:g} s\n", result.waveforms.time.back());
    for (const Signal& signal : result.waveforms.signals)
      if (!signal.values.empty())
        fmt::print("  {:<24} {:>18.10g} {}\n", signal.name, signal.values.back(), signal.unit);
    if (any) print_written(options.output);
  }
  if (!result.failure) return kFine;
  if (!options.json) fmt::print(stderr, "{}: error: {}\n", options.input.file, result.failure->message);
  return result.failure->kind == Failure::Kind::cancelled ? kInterrupted : kNumericalFailure;
}

int run_problem(const Problem& problem, const RunOptions& options) {
  std::optional<Synthesis> made;
  if (!options.flow || problem.circuit) {
    try {
      made = make_circuit(problem, options.input);
    } catch (const InputError& error) {
      if (problem.circuit) throw;
      fmt::print(stderr, "note: simulated as a flow, because it has no circuit in the resistive style:\n{}\n",
                 error.what());
    }
  }
  if (made) return report(run_circuit(made->circuit, options), options, reading_signals(*made));
  return report(run_flow(problem, 20 * std::max(problem.method.tau, problem.method.multiplier_tau), options),
                options, {});
}

}  // namespace

void add_run(CLI::App& app, Outcome& outcome) {
  auto options = std::make_shared<RunOptions>();
  CLI::App& verb = *app.add_subcommand("run", "simulate; write waveforms and plots");
  options->input.add_to(verb);
  add_number(verb, "--stop", options->transient.stop, "end of the run [s], instead of the file's");
  add_number(verb, "--max-step", options->transient.max_step, "largest time step [s]");
  add_number(verb, "--reltol", options->transient.relative_tolerance, "local error per step, relative");
  verb.add_option("--integrator", options->integrator, "auto (what the deck says, else trap), trap, gear, euler or bdf")
      ->check(CLI::IsMember({"auto", "bdf", "euler", "gear", "trap"}))
      ->capture_default_str();
  verb.add_flag("--flow", options->flow, "the flow instead of the circuit");
  options->output.add_to(verb);
  verb.add_flag("--json", options->json, "one JSON object instead of the table");
  verb.footer("Example:\n  saddle run examples/qp.opt --plot qp.svg --csv qp.csv");
  verb.callback([options, &outcome] {
    options->output.check(options->input.file);
    Description description = read_description(options->input.file);
    if (auto* problem = std::get_if<Problem>(&description)) {
      outcome.exit_code = run_problem(with_options(std::move(*problem), options->input), *options);
    } else {
      Circuit circuit = std::get<Circuit>(std::move(description));
      if (options->flow) throw CLI::ValidationError("--flow", "a deck has no flow");
      apply_level(circuit, options->input);
      outcome.exit_code = report(run_circuit(circuit, *options), *options, {});
    }
  });
}

}  // namespace saddle::cli
