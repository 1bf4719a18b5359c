#include <saddle/solver/newton/error_weights.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace saddle {

ErrorWeights::ErrorWeights(const System& system, double relative, bool relative_to_peak)
    : relative_(relative), relative_to_peak_(relative_to_peak) {
  for (const Variable& variable : system.variables()) {
    absolute_.push_back(system.kinds()[variable.kind].absolute_tolerance);
    differential_.push_back(variable.algebraic ? 0.0 : 1.0);
  }
  peak_.assign(absolute_.size(), 0.0);
  inverse_.assign(absolute_.size(), 0.0);
  for (std::size_t i = 0; i < absolute_.size(); ++i) inverse_[i] = 1 / absolute_[i];
}

void ErrorWeights::remember_peaks(std::span<const double> y) {
  if (!relative_to_peak_) return;
  for (std::size_t i = 0; i < peak_.size(); ++i) peak_[i] = std::max(peak_[i], std::abs(y[i]));
}

void ErrorWeights::refresh(std::span<const double> y) {
  for (std::size_t i = 0; i < peak_.size(); ++i)
    inverse_[i] = 1 / (relative_ * std::max(peak_[i], std::abs(y[i])) + absolute_[i]);
}

namespace {

// A comparison with NaN is false, so the maximum would overlook one: the sum catches it.
template <class Entry>
ErrorWeights::Norm largest(std::size_t size, Entry entry) {
  double value = 0, sum = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const double e = entry(i);
    value = e > value ? e : value;
    sum += e;
  }
  const bool finite = std::isfinite(sum);
  ErrorWeights::Norm norm{finite ? value : std::numeric_limits<double>::infinity(), -1};
  for (std::size_t i = 0; i < size && norm.variable < 0; ++i)
    if (finite ? entry(i) == value : !std::isfinite(entry(i))) norm.variable = static_cast<int>(i);
  return norm;
}

}  // namespace

ErrorWeights::Norm ErrorWeights::norm(std::span<const double> v) const {
  return largest(inverse_.size(), [&](std::size_t i) { return std::abs(v[i]) * inverse_[i]; });
}

ErrorWeights::Norm ErrorWeights::differential_norm(std::span<const double> v) const {
  return largest(inverse_.size(),
                 [&](std::size_t i) { return std::abs(v[i]) * inverse_[i] * differential_[i]; });
}

}  // namespace saddle
