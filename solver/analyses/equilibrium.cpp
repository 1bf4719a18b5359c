#include <saddle/solver/analyses/equilibrium.hpp>

#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include <saddle/solver/analyses/operating_point.hpp>
#include <saddle/solver/analyses/option_checks.hpp>
#include <saddle/solver/linear/fill_prediction.hpp>

namespace saddle {

std::optional<OptionError> EquilibriumOptions::check() const {
  if (most_participants < 0) return OptionError{"most_participants", "x >= 0"};
  const OperatingPointOptions point{.time = time,
                                    .relative_tolerance = relative_tolerance,
                                    .newton_iterations = newton_iterations,
                                    .guess = guess};
  if (auto error = point.check()) return error;
  return modes.check();
}

namespace {

EquilibriumMode describe_mode(System& system, const EquilibriumOptions& options, std::span<const double> y,
                              std::complex<double> s) {
  EquilibriumMode mode;
  mode.s = s;
  mode.time_constant = s.real() == 0 ? std::numeric_limits<double>::infinity() : -1 / s.real();
  mode.frequency = std::abs(s.imag()) / (2 * std::numbers::pi);
  mode.damping_ratio = std::abs(s) > 0 ? -s.real() / std::abs(s) : 0;
  if (options.most_participants == 0) return mode;
  for (const Participation& each : participation(system, options.time, y, s, options.most_participants))
    mode.participants.push_back({system.variables()[each.variable].name, each.share});
  return mode;
}

// A complex shift takes a real matrix of twice the size; two modes are described.
bool participants_are_out_of_reach(const System& system, const EquilibriumOptions& options) {
  constexpr double kFactorizations = 2 * 20;
  if (options.most_participants == 0 || system.size() <= kLargestDenseModes) return false;
  const FillPrediction predicted = predict_fill(system.pattern());
  return !predicted.known || kFactorizations * predicted.flops > options.modes.most_flops;
}

// Of those that ring; an eigenvalue that is real but for rounding does not.
const std::complex<double>* least_damped_of_ringing(const Modes& modes) {
  constexpr double kRings = 1e-9;
  const std::complex<double>* found = nullptr;
  for (const std::complex<double>& s : modes.eigenvalues) {
    if (!(s.imag() > kRings * std::abs(s))) continue;
    if (found == nullptr || s.real() / std::abs(s) > found->real() / std::abs(*found)) found = &s;
  }
  return found;
}

}  // namespace

Equilibrium equilibrium(System& system, const EquilibriumOptions& options) {
  require(options.check());
  OperatingPoint point = operating_point(system, {.time = options.time,
                                                  .relative_tolerance = options.relative_tolerance,
                                                  .newton_iterations = options.newton_iterations,
                                                  .guess = options.guess});
  Equilibrium result;
  result.y = std::move(point.y);
  result.method = std::move(point.method);
  result.newton_iterations = point.newton_iterations;
  result.failure = std::move(point.failure);
  if (result.failure || !options.with_modes) return result;
  result.modes = modes(system, options.time, result.y, options.modes);
  if (!result.modes) {
    result.modes_note = modes_out_of_reach(system, options.modes);
    if (result.modes_note.empty())
      result.modes_note = "modes do not exist: the equations do not determine the motion";
    return result;
  }
  EquilibriumOptions described = options;
  if (participants_are_out_of_reach(system, options)) {
    described.most_participants = 0;
    result.modes_note =
        "the participants of modes were not computed: their factorization is beyond most_flops";
  }
  if (const auto* s = result.modes->slowest())
    result.slowest = describe_mode(system, described, result.y, *s);
  if (const auto* s = least_damped_of_ringing(*result.modes))
    result.least_damped = describe_mode(system, described, result.y, *s);
  return result;
}

}  // namespace saddle
