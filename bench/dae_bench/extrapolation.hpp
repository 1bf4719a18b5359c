// Reference solutions of equations that are not stiff: extrapolation of the explicit midpoint rule
// (Gragg, Bulirsch, Stoer) in long double with equal steps. With substeps 2, 4, ..., 16 the order is 16.
#pragma once

#include <array>
#include <span>
#include <vector>

namespace saddle::bench {

using Real = long double;

// y' = rate(t, y) from 0 to `stop`; rate(Real t, span<const Real> y, span<Real> out).
template <class Rate>
std::vector<Real> extrapolate(Rate&& rate, std::vector<Real> y, Real stop, int steps) {
  constexpr int kColumns = 8;
  const std::size_t n = y.size();
  std::array<std::vector<Real>, kColumns> table;
  for (auto& row : table) row.resize(n);
  std::vector<Real> slope(n), inner(n), before(n), now(n);
  const Real h = stop / steps;
  for (int step = 0; step < steps; ++step) {
    const Real t = h * step;
    rate(t, y, slope);
    for (int j = 0; j < kColumns; ++j) {
      const int substeps = 2 * (j + 1);
      const Real d = h / substeps;
      before = y;
      for (std::size_t i = 0; i < n; ++i) now[i] = y[i] + d * slope[i];
      for (int k = 1; k < substeps; ++k) {
        rate(t + k * d, now, inner);
        for (std::size_t i = 0; i < n; ++i) before[i] += 2 * d * inner[i];
        before.swap(now);
      }
      // Neville's scheme in d^2; table[j - m] holds column m afterwards.
      table[j] = now;
      for (int m = 1; m <= j; ++m) {
        const Real ratio = static_cast<Real>(j + 1) / (j + 1 - m);
        for (std::size_t i = 0; i < n; ++i) {
          Real& finer = table[j - m + 1][i];
          table[j - m][i] = finer + (finer - table[j - m][i]) / (ratio * ratio - 1);
        }
      }
    }
    y = table[0];
  }
  return y;
}

inline std::vector<double> rounded(std::span<const Real> values) {
  return {values.begin(), values.end()};
}

}  // namespace saddle::bench
