#include <saddle/solver/integrators/spectral_radius.hpp>

#include <cmath>
#include <vector>

namespace saddle {

namespace {

constexpr int kIterations = 30, kAveraged = 10;

// Differential variables in units of their weights, so that volts and amperes count alike.
double size_of(std::span<const double> v, const ErrorWeights& weights) {
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const double part =
        weights.is_differential(static_cast<int>(i)) ? v[i] * weights.inverse(static_cast<int>(i)) : 0;
    sum += part * part;
  }
  return std::sqrt(sum);
}

}  // namespace

double spectral_radius(const Newton& newton, ExplicitForm& form) {
  const ErrorWeights& weights = newton.weights();
  std::vector<double> v(newton.size()), next(newton.size());
  for (std::size_t i = 0; i < v.size(); ++i)
    v[i] = weights.weight(static_cast<int>(i)) * (0.1 + std::sin(1.0 + static_cast<double>(i * i % 1009)));
  double logarithms = 0;
  for (int k = 0; k < kIterations; ++k) {
    const double before = size_of(v, weights);
    if (!(before > 0)) return 0;
    for (double& each : v) each /= before;
    form.change_of_rates(v, next);
    form.solve(next);
    const double growth = size_of(next, weights);
    if (!(growth > 0)) return 0;
    if (k >= kIterations - kAveraged) logarithms += std::log(growth);
    std::swap(v, next);
  }
  return std::exp(logarithms / kAveraged);
}

}  // namespace saddle
