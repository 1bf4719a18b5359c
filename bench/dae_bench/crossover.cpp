// Where explicit steps, sparse factors and iteration overtake each other as couplings at random grow.
#include <fmt/format.h>

#include <saddle/solver/analyses/equilibrium.hpp>

#include <algorithm>
#include <cmath>

#include "growth.hpp"
#include "measure.hpp"
#include "solvers.hpp"

namespace saddle::bench {

namespace {

constexpr double kRtol = 1e-4;
constexpr int kMostVariablesDirect = 1'000;  // beyond, one factorization takes seconds

std::string seconds_of(const Run& run) {
  return run.finished ? short_number(run.seconds) : "failed";
}

}  // namespace

Table explicit_or_implicit(bool quick) {
  Table table{
      .title = fmt::format("Explicit, direct or iterative: flow of a random QP at rtol = {:.0e}", kRtol),
      .header = {"unknowns", "Dormand-Prince s", "BDF direct s", "BDF iterative s", "Radau direct s",
                 "automatic s", "chosen"}};
  for (const int variables : {100, 300, 1'000, 3'000, 10'000}) {
    if (quick && variables > 1'000) break;
    const Problem problem = qp_flow(variables);
    const auto system = problem.make(kRtol);
    fmt::print(stderr, "\rcrossover: {} unknowns ", system->size());
    const auto measure = [&](Integrator integrator, LinearMethod linear) {
      return run_saddle(*system, problem.stop, kRtol, integrator, linear);
    };
    const Run chosen = measure(Integrator::automatic, LinearMethod::automatic);
    table.rows.push_back(
        {std::to_string(system->size()),
         seconds_of(measure(Integrator::explicit_rk, LinearMethod::automatic)),
         variables <= kMostVariablesDirect ? seconds_of(measure(Integrator::bdf, LinearMethod::direct)) : "-",
         seconds_of(measure(Integrator::bdf, LinearMethod::iterative)),
         variables <= kMostVariablesDirect ? seconds_of(measure(Integrator::radau, LinearMethod::direct))
                                           : "-",
         seconds_of(chosen), name_of(chosen.integrator)});
  }
  fmt::print(stderr, "\r{:<60}\r", "");
  table.note = "A dash: factors so full that one factorization takes seconds.";
  return table;
}

Table rest_point(bool quick) {
  Table table{.title = "Rest point of the same flow without its motion: equilibrium()",
              .header = {"analysis", "variables", "constraints", "largest rate", "method", "CPU s", "modes"}};
  for (const int variables : {1'000, 10'000}) {
    if (quick && variables > 1'000) break;
    const Problem problem = qp_flow(variables);
    const auto system = problem.make(1e-6);
    for (const bool with_modes : {false, true}) {
      fmt::print(stderr, "\rrest point: {} variables ", variables);
      const double began = cpu_seconds();
      const Equilibrium found =
          saddle::equilibrium(*system, {.relative_tolerance = 1e-10, .with_modes = with_modes});
      const double seconds = cpu_seconds() - began;
      Evaluation e(system->pattern());
      system->evaluate({.y = found.y}, e, Need::residual);
      e.f.back() = 0;
      double largest = 0;
      for (const double rate : e.f) largest = std::max(largest, std::abs(rate));
      const std::string modes = !with_modes    ? "not asked for"
                                : !found.modes ? found.modes_note
                                               : fmt::format("{}, {}", found.modes->eigenvalues.size(),
                                                             found.stable() ? "stable" : "unstable");
      table.rows.push_back({with_modes ? "with modes" : "point only", std::to_string(variables),
                            std::to_string(variables / 3), short_number(largest), found.method,
                            short_number(seconds), modes});
    }
  }
  fmt::print(stderr, "\r{:<60}\r", "");
  return table;
}

}  // namespace saddle::bench
