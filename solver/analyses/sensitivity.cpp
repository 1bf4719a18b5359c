#include <saddle/solver/analyses/sensitivity.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <saddle/solver/analyses/sensitivity_setup.hpp>
#include <saddle/solver/analyses/tangent.hpp>
#include <saddle/solver/system/check.hpp>

namespace saddle {

Sensitivities equilibrium_sensitivity(System& system, double time, std::span<const double> y,
                                      std::span<const ObjectiveGradient> objectives,
                                      std::span<const int> parameters, SensitivityMethod method) {
  if (!std::isfinite(time)) throw std::invalid_argument("time: expected a finite number");
  check_description(system);
  check_values(system, "y", y);
  const std::vector<int> asked = checked_parameters(system, parameters);
  check_gradients(system, objectives);
  Sensitivities result;
  result.method = chosen_method(method, asked.size(), objectives.size());
  result.derivative.assign(objectives.size(), std::vector<double>(asked.size(), 0.0));
  Tangent tangent(system);
  if ((result.failure = tangent.take(time, y, 0, {}))) return result;
  std::vector<double> x(system.size());
  if (result.method == SensitivityMethod::forward) {
    for (std::size_t k = 0; k < asked.size(); ++k) {
      const ParameterColumn column = tangent.parameter(asked[k]);
      std::fill(x.begin(), x.end(), 0.0);
      for (std::size_t e = 0; e < column.rows.size(); ++e) x[column.rows[e]] -= column.df[e];
      tangent.solve(x);
      for (std::size_t g = 0; g < objectives.size(); ++g) result.derivative[g][k] = dot(objectives[g], x);
    }
    result.failure = tangent.parameter_failure();
    return result;
  }
  for (std::size_t g = 0; g < objectives.size(); ++g) {
    x = objectives[g];
    tangent.solve_transposed(x);
    for (std::size_t k = 0; k < asked.size(); ++k) {
      const ParameterColumn column = tangent.parameter(asked[k]);
      for (std::size_t e = 0; e < column.rows.size(); ++e)
        result.derivative[g][k] -= x[column.rows[e]] * column.df[e];
    }
  }
  result.failure = tangent.parameter_failure();
  return result;
}

}  // namespace saddle
