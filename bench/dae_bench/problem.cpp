#include "problem.hpp"

#include <algorithm>
#include <cmath>

namespace saddle::bench {

std::vector<Problem> comparison_problems() {
  return {transistor_amplifier(),
          hires(),
          van_der_pol(),
          robertson(),
          car_axis(),
          rc_ladder(100),
          rc_ladder(10000),
          rc_grid(10),
          rc_grid(60),
          pendulum_chain(1),
          pendulum_chain(10),
          pendulum_chain(100),
          qp_flow(100),
          qp_flow(300),
          qp_flow(1000)};
}

double correct_digits(const BenchSystem& system, const std::vector<double>& y,
                      const std::vector<double>& reference) {
  double worst = 1e-17;
  for (int i = 0; i < system.size(); ++i) {
    if (!system.counts(i)) continue;
    const double error = std::abs(y[i] - reference[i]) / std::max(std::abs(reference[i]), system.scale(i));
    if (!(error <= worst)) worst = error;  // NaN is taken over
  }
  return -std::log10(worst);
}

}  // namespace saddle::bench
