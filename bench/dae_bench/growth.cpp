#include "growth.hpp"

#include <fmt/format.h>
#include <klu.h>

#include <algorithm>
#include <cmath>

#include "child.hpp"
#include "measure.hpp"
#include "solvers.hpp"

namespace saddle::bench {

namespace {

constexpr double kRtol = 1e-4;

std::vector<Solver> all_sparse(const Problem& problem) {
  auto list = solvers_for(problem, 1'000'000'000);
  std::erase_if(list, [](const Solver& s) { return s.is_saddle && s.integrator == Integrator::explicit_rk; });
  return list;
}

// Operations of one factorization of C + G by KLU with AMD, and its entries in L and U.
struct Fill {
  double flops = 0, entries = 0;
};
Fill fill_of(BenchSystem& system) {
  Evaluation e(system.pattern());
  std::vector<double> y(system.size());
  system.start(y);
  system.evaluate({.time = 0, .y = y}, e, Need::jacobian);
  for (std::size_t k = 0; k < e.C.size(); ++k) e.C[k] += e.G[k];
  klu_common common;
  klu_defaults(&common);
  auto* starts = const_cast<int*>(system.pattern().column_start.data());
  auto* rows = const_cast<int*>(system.pattern().row.data());
  klu_symbolic* symbolic = klu_analyze(system.size(), starts, rows, &common);
  klu_numeric* numeric = klu_factor(starts, rows, e.C.data(), symbolic, &common);
  klu_flops(symbolic, numeric, &common);
  const Fill fill{common.flops, static_cast<double>(numeric->lnz + numeric->unz)};
  klu_free_numeric(&numeric, &common);
  klu_free_symbolic(&symbolic, &common);
  return fill;
}

// CPU time of one call of evaluate [s].
double evaluation_seconds(BenchSystem& system, Need need) {
  Evaluation e(system.pattern());
  std::vector<double> y(system.size());
  system.start(y);
  double best = 1, spent = 0;
  while (spent < 0.05) {
    const double began = cpu_seconds();
    for (int k = 0; k < 4; ++k) system.evaluate({.time = 0.1, .y = y}, e, need);
    const double taken = cpu_seconds() - began;
    best = std::min(best, taken / 4);
    spent += taken;
  }
  return best;
}

}  // namespace

Table ladder_growth(bool quick) {
  Table table{.title = fmt::format("Growth: RC ladder at rtol = {:.0e}", kRtol),
              .header = {"solver", "unknowns", "steps", "factorizations", "CPU s", "ns per step and unknown",
                         "B per unknown", "digits"}};
  for (const int n : {1'000, 10'000, 100'000, 1'000'000}) {
    if (quick && n > 10'000) break;
    const Problem problem = rc_ladder(n);
    for (const Solver& solver : all_sparse(problem)) {
      fmt::print(stderr, "\rgrowth: {} nodes, {:<20}", n, solver.name);
      const auto [steps, factorizations, seconds, bytes, digits] =
          in_child<5>([&]() -> std::array<double, 5> {
            const auto system = problem.make(kRtol);
            const double before = resident_bytes();
            const Run best = best_of_runs(solver, *system, problem.stop, kRtol, 0.2);
            const double peak = peak_resident_bytes() - before;
            return {static_cast<double>(best.steps), static_cast<double>(best.factorizations), best.seconds,
                    peak, best.finished ? correct_digits(*system, best.y, problem.reference()) : NAN};
          });
      table.rows.push_back({solver.name, std::to_string(n), fmt::format("{:.0f}", steps),
                            fmt::format("{:.0f}", factorizations), short_number(seconds),
                            short_number(1e9 * seconds / (steps * n)), short_number(bytes / n),
                            short_number(digits)});
    }
  }
  fmt::print(stderr, "\r{:<60}\r", "");
  table.note = "Memory is the peak of the run above what the system itself takes.";
  return table;
}

Table grid_growth(bool quick) {
  Table table{
      .title = fmt::format("Growth: RC sheet at rtol = {:.0e}", kRtol),
      .header = {"solver", "unknowns", "L and U per unknown", "Mflop per factorization", "factorizations",
                 "steps", "CPU s", "ns per flop", "f: ns per unknown", "G: ns per unknown"}};
  for (const int side : {30, 100, 300}) {
    if (quick && side > 30) break;
    const Problem problem = rc_grid(side);
    const auto system = problem.make(kRtol);
    const int n = system->size();
    const Fill fill = fill_of(*system);
    const double residual = evaluation_seconds(*system, Need::residual),
                 jacobian = evaluation_seconds(*system, Need::jacobian);
    for (const Solver& solver : all_sparse(problem)) {
      fmt::print(stderr, "\rgrid: {} nodes, {:<20}", n, solver.name);
      const Run best = run(solver, *system, problem.stop, kRtol);
      const double flops = fill.flops * static_cast<double>(best.factorizations);
      table.rows.push_back({solver.name, std::to_string(n), short_number(fill.entries / n),
                            short_number(1e-6 * fill.flops), std::to_string(best.factorizations),
                            std::to_string(best.steps), short_number(best.seconds),
                            best.saddle.factorization_seconds > 0
                                ? short_number(1e9 * best.saddle.factorization_seconds / flops)
                                : "",
                            short_number(1e9 * residual / n), short_number(1e9 * jacobian / n)});
    }
  }
  fmt::print(stderr, "\r{:<60}\r", "");
  table.note = "Flops are those of KLU with AMD on the same matrix; evaluation is the same code for all.";
  return table;
}

Table direct_or_iterative(bool quick) {
  Table table{.title = fmt::format("Direct or iterative: RC sheet at rtol = {:.0e}", kRtol),
              .header = {"unknowns", "direct s", "iterative s", "automatic s", "chosen"}};
  const Integrator method = saddle_integrators().front();
  for (const int side : {30, 100, 200, 400}) {
    if (quick && side > 100) break;
    const Problem problem = rc_grid(side);
    const auto system = problem.make(kRtol);
    std::vector<std::string> row{std::to_string(system->size())};
    std::string chosen;
    for (const LinearMethod linear :
         {LinearMethod::direct, LinearMethod::iterative, LinearMethod::automatic}) {
      fmt::print(stderr, "\rdirect or iterative: {} nodes ", system->size());
      const Run one = run_saddle(*system, problem.stop, kRtol, method, linear);
      row.push_back(one.finished ? short_number(one.seconds) : "failed");
      chosen = one.linear == LinearMethod::iterative ? "iterative"
               : one.linear == LinearMethod::direct  ? "direct"
                                                     : "-";
    }
    row.push_back(chosen);
    table.rows.push_back(std::move(row));
  }
  fmt::print(stderr, "\r{:<60}\r", "");
  table.note = fmt::format("By {}. A dash: this build does not say what it chose.", name_of(method));
  return table;
}

Table equilibrium(bool quick) {
  constexpr double kRest = 1e-8, kLongest = 200, kLoose = 1e-3;
  constexpr double kExplicit = 1e-6;  // its error stays at the tolerance, where that of the others is damped
  Table table{
      .title = fmt::format("Equilibrium: flow of a random QP until all rates are below {:.0e}", kRest),
      .header = {"method", "variables", "constraints", "time reached", "largest rate", "steps", "CPU s"}};
  std::vector<Integrator> methods = saddle_integrators();
  for (const int variables : {1'000, 10'000}) {
    if (quick && variables > 1'000) break;
    const Problem problem = qp_flow(variables);
    for (const Integrator method : methods) {
      // Its two factorizations are always sparse LU, which takes minutes here.
      if (method == Integrator::radau && variables > 1'000) continue;
      // Newton and tolerances must not hide rates of 1e-8.
      const bool steps_explicitly = method == Integrator::explicit_rk;
      const auto system = problem.make(steps_explicitly ? kRest : kRest * 1e2);
      fmt::print(stderr, "\requilibrium: {} variables, {:<20}", variables, name_of(method));
      std::vector<double> y(system->size());
      system->start(y);
      const auto largest = [](std::span<const double> values) {
        double most = 0;
        for (const double value : values) most = std::max(most, std::abs(value));
        return most;
      };
      const double began = cpu_seconds();
      const TransientResult result = transient(
          *system, {.stop = kLongest,
                    .max_step = kLongest,
                    .integrator = method,
                    .relative_tolerance = steps_explicitly ? kExplicit : kLoose,
                    .initial = y,
                    .save = {0},
                    .keep_waveforms = false,
                    .observe = [&](const AcceptedStep& step) { return largest(step.slope()) > kRest; }});
      const double seconds = cpu_seconds() - began;
      Evaluation e(system->pattern());
      system->evaluate({.time = result.end, .y = result.final}, e, Need::residual);
      e.f.back() = 0;
      table.rows.push_back({name_of(method), std::to_string(variables), std::to_string(variables / 3),
                            short_number(result.end), short_number(largest(e.f)),
                            std::to_string(result.statistics.steps), short_number(seconds)});
    }
  }
  fmt::print(stderr, "\r{:<60}\r", "");
  return table;
}

}  // namespace saddle::bench
