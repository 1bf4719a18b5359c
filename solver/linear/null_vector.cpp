#include <saddle/solver/linear/null_vector.hpp>

#include <algorithm>
#include <cmath>

#include <saddle/solver/linear/sparse_lu.hpp>

namespace saddle {

namespace {

constexpr double kShift = 1e-9;       // of the largest entry in a row, against exact zeros
constexpr double kSubstantial = 0.1;  // of the largest entry of the null vector
constexpr int kInverseIterations = 3;

std::vector<int> zero_columns(const Pattern& pattern, std::span<const double> values) {
  std::vector<int> found;
  for (int column = 0; column < pattern.size; ++column) {
    const auto begin = values.begin() + pattern.column_start[column],
               end = values.begin() + pattern.column_start[column + 1];
    if (std::all_of(begin, end, [](double value) { return value == 0; })) found.push_back(column);
  }
  return found;
}

std::vector<double> shifted(const Pattern& pattern, std::span<const double> values) {
  std::vector<double> matrix(values.begin(), values.begin() + pattern.entries());
  std::vector<double> largest(pattern.size, 0.0);
  for (int slot = 0; slot < pattern.entries(); ++slot)
    largest[pattern.row[slot]] = std::max(largest[pattern.row[slot]], std::abs(matrix[slot]));
  for (int i = 0; i < pattern.size; ++i)
    matrix[pattern.slot(i, i)] += kShift * (largest[i] > 0 ? largest[i] : 1.0);
  return matrix;
}

double largest_entry(std::span<const double> x) {
  double largest = 0;
  for (const double value : x) largest = std::max(largest, std::abs(value));
  return largest;
}

}  // namespace

std::vector<int> undetermined_columns(const Pattern& pattern, std::span<const double> values) {
  std::vector<int> columns = zero_columns(pattern, values);
  if (!columns.empty()) return columns;

  SparseLu lu(pattern);
  if (const FactorResult factored = lu.factor(shifted(pattern, values)); !factored.regular())
    return {factored.singular_column};
  std::vector<double> x(pattern.size);
  for (int i = 0; i < pattern.size; ++i) x[i] = 1 + 0.5 * std::sin(1.0 + i);  // no special direction
  for (int iteration = 0; iteration < kInverseIterations; ++iteration) {
    const double scale = largest_entry(x);
    if (!(scale > 0) || !std::isfinite(scale)) return {};
    for (double& value : x) value /= scale;
    lu.solve(x);
  }
  const double largest = largest_entry(x);
  for (int i = 0; i < pattern.size; ++i)
    if (std::abs(x[i]) >= kSubstantial * largest) columns.push_back(i);
  std::stable_sort(columns.begin(), columns.end(),
                   [&](int a, int b) { return std::abs(x[a]) > std::abs(x[b]); });
  return columns;
}

}  // namespace saddle
