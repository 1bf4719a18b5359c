#include <saddle/solver/analyses/equilibrium.hpp>

#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include <saddle/solver/analyses/operating_point.hpp>
#include <saddle/solver/analyses/option_checks.hpp>

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
  if (!result.modes) return result;
  if (const auto* s = result.modes->slowest()) result.slowest = describe_mode(system, options, result.y, *s);
  if (const auto* s = least_damped_of_ringing(*result.modes))
    result.least_damped = describe_mode(system, options, result.y, *s);
  return result;
}

}  // namespace saddle
