#include <saddle/solver/analyses/sensitivity_setup.hpp>

#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

#include <saddle/solver/analyses/option_checks.hpp>

namespace saddle {

std::vector<int> checked_parameters(const System& system, std::span<const int> parameters) {
  const int count = static_cast<int>(system.parameters().size());
  if (parameters.empty()) {
    std::vector<int> all(count);
    std::iota(all.begin(), all.end(), 0);
    return all;
  }
  for (const int each : parameters)
    if (each < 0 || each >= count)
      throw std::invalid_argument(fmt::format("parameters: expected 0..{}, got {}", count - 1, each));
  return {parameters.begin(), parameters.end()};
}

void check_gradients(const System& system, std::span<const ObjectiveGradient> objectives) {
  for (const ObjectiveGradient& each : objectives) {
    require(check_finite("objectives", each));
    if (static_cast<int>(each.size()) != system.size())
      throw std::invalid_argument(
          fmt::format("objectives: expected {} values each, got {}", system.size(), each.size()));
  }
}

SensitivityMethod chosen_method(SensitivityMethod wanted, std::size_t parameters, std::size_t objectives) {
  if (wanted != SensitivityMethod::automatic) return wanted;
  return parameters <= objectives ? SensitivityMethod::forward : SensitivityMethod::adjoint;
}

double dot(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace saddle
