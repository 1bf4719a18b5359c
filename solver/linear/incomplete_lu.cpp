#include <saddle/solver/linear/incomplete_lu.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace saddle {

namespace {

constexpr double kLeastPivot = 1e-3;            // of the row's largest entry
constexpr double kGreatestAmplification = 1e6;  // of the vector of ones

}  // namespace

IncompleteLu::IncompleteLu(int size, std::vector<Entry> entries)
    : start_(size + 1, 0), diagonal_(size, -1), inverse_pivot_(size), ones_(size), position_(size, -1) {
  for (const Entry& entry : entries)
    if (entry.row == entry.column) diagonal_[entry.row] = 0;
  for (int i = 0; i < size; ++i)
    if (diagonal_[i] < 0) entries.push_back({i, i, -1});
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::pair(a.row, a.column) < std::pair(b.row, b.column);
  });
  for (const Entry& entry : entries) {
    if (entry.row == entry.column) diagonal_[entry.row] = static_cast<int>(column_.size());
    column_.push_back(entry.column);
    source_.push_back(entry.source);
    start_[entry.row + 1] = static_cast<int>(column_.size());
  }
  values_.resize(column_.size());
  factors_.resize(column_.size());
}

void IncompleteLu::factor() {
  only_diagonal_ = false;
  factor_rows();
  if (!(amplification() <= kGreatestAmplification)) keep_only_diagonal();
}

void IncompleteLu::factor_rows() {
  std::copy(values_.begin(), values_.end(), factors_.begin());
  for (int i = 0; i < size(); ++i) {
    double largest = 0;
    for (int k = start_[i]; k < start_[i + 1]; ++k) {
      position_[column_[k]] = k;
      largest = std::max(largest, std::abs(values_[k]));
    }
    for (int k = start_[i]; k < diagonal_[i]; ++k) {
      const int above = column_[k];
      const double multiplier = factors_[k] *= inverse_pivot_[above];
      for (int u = diagonal_[above] + 1; u < start_[above + 1]; ++u)
        if (const int at = position_[column_[u]]; at >= 0) factors_[at] -= multiplier * factors_[u];
    }
    double& pivot = factors_[diagonal_[i]];
    if (!(std::abs(pivot) > kLeastPivot * largest)) pivot = std::copysign(largest > 0 ? largest : 1.0, pivot);
    inverse_pivot_[i] = 1 / pivot;
    for (int k = start_[i]; k < start_[i + 1]; ++k) position_[column_[k]] = -1;
  }
}

// |(L U)^-1 (1, ..., 1)|: a lower bound of the norm of the inverse that finds unstable factors.
double IncompleteLu::amplification() {
  std::fill(ones_.begin(), ones_.end(), 1.0);
  precondition(ones_);
  double largest = 0;
  for (const double value : ones_)
    largest = std::isfinite(value) ? std::max(largest, std::abs(value)) : INFINITY;
  return largest;
}

void IncompleteLu::keep_only_diagonal() {
  only_diagonal_ = true;
  for (int i = 0; i < size(); ++i) {
    double largest = 0;
    for (int k = start_[i]; k < start_[i + 1]; ++k) largest = std::max(largest, std::abs(values_[k]));
    const double pivot = values_[diagonal_[i]];
    if (std::abs(pivot) > kLeastPivot * largest)
      inverse_pivot_[i] = 1 / pivot;
    else
      inverse_pivot_[i] = largest > 0 ? 1 / largest : 1;
  }
}

void IncompleteLu::multiply(std::span<const double> x, std::span<double> result) const {
  for (int i = 0; i < size(); ++i) {
    double sum = 0;
    for (int k = start_[i]; k < start_[i + 1]; ++k) sum += values_[k] * x[column_[k]];
    result[i] = sum;
  }
}

void IncompleteLu::multiply_transposed(std::span<const double> x, std::span<double> result) const {
  std::fill(result.begin(), result.end(), 0.0);
  for (int i = 0; i < size(); ++i)
    for (int k = start_[i]; k < start_[i + 1]; ++k) result[column_[k]] += values_[k] * x[i];
}

void IncompleteLu::precondition(std::span<double> x) const {
  if (only_diagonal_) {
    for (int i = 0; i < size(); ++i) x[i] *= inverse_pivot_[i];
    return;
  }
  for (int i = 0; i < size(); ++i) {
    double sum = x[i];
    for (int k = start_[i]; k < diagonal_[i]; ++k) sum -= factors_[k] * x[column_[k]];
    x[i] = sum;
  }
  for (int i = size() - 1; i >= 0; --i) {
    double sum = x[i];
    for (int k = diagonal_[i] + 1; k < start_[i + 1]; ++k) sum -= factors_[k] * x[column_[k]];
    x[i] = sum * inverse_pivot_[i];
  }
}

void IncompleteLu::precondition_transposed(std::span<double> x) const {
  if (only_diagonal_) {
    for (int i = 0; i < size(); ++i) x[i] *= inverse_pivot_[i];
    return;
  }
  for (int i = 0; i < size(); ++i) {
    const double value = x[i] *= inverse_pivot_[i];
    for (int k = diagonal_[i] + 1; k < start_[i + 1]; ++k) x[column_[k]] -= factors_[k] * value;
  }
  for (int i = size() - 1; i >= 0; --i)
    for (int k = start_[i]; k < diagonal_[i]; ++k) x[column_[k]] -= factors_[k] * x[i];
}

}  // namespace saddle
