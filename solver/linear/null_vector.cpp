#include <saddle/solver/linear/null_vector.hpp>

#include <algorithm>
#include <cmath>

#include <saddle/solver/linear/fill_prediction.hpp>
#include <saddle/solver/linear/matching.hpp>
#include <saddle/solver/linear/sparse_lu.hpp>

namespace saddle {

namespace {

constexpr double kShift = 1e-12;      // against exact zeros, in a matrix scaled to entries up to 1
constexpr double kSubstantial = 0.1;  // of the largest entry of the null vector
constexpr int kInverseIterations = 3;
constexpr double kFlopsWorthAName = 1e11;  // a minute or two

double largest_entry(std::span<const double> x) {
  double largest = 0;
  for (const double value : x) largest = std::max(largest, std::abs(value));
  return largest;
}

// Rows and then columns divided by their largest entry: units no longer decide what is large.
std::vector<double> equilibrated(const Pattern& pattern, std::span<const double> values) {
  std::vector<double> matrix(values.begin(), values.begin() + pattern.entries());
  std::vector<double> largest(pattern.size, 0.0);
  for (int slot = 0; slot < pattern.entries(); ++slot)
    largest[pattern.row[slot]] = std::max(largest[pattern.row[slot]], std::abs(matrix[slot]));
  for (int slot = 0; slot < pattern.entries(); ++slot)
    if (largest[pattern.row[slot]] > 0) matrix[slot] /= largest[pattern.row[slot]];
  for (int column = 0; column < pattern.size; ++column) {
    const auto entries = std::span(matrix).subspan(
        pattern.column_start[column], pattern.column_start[column + 1] - pattern.column_start[column]);
    if (const double scale = largest_entry(entries); scale > 0)
      for (double& value : entries) value /= scale;
  }
  return matrix;
}

// Entries not much smaller than the largest, largest first.
std::vector<int> substantial_entries(std::span<const double> x) {
  const double largest = largest_entry(x);
  if (!(largest > 0) || !std::isfinite(largest)) return {};
  std::vector<int> found;
  for (int i = 0; i < static_cast<int>(x.size()); ++i)
    if (std::abs(x[i]) >= kSubstantial * largest) found.push_back(i);
  // Entries equal up to rounding keep the order of the system.
  const auto size_of = [&](int i) { return std::lround(1e6 * std::abs(x[i]) / largest); };
  std::stable_sort(found.begin(), found.end(), [&](int a, int b) { return size_of(a) > size_of(b); });
  return found;
}

// x <- A^-1 x, normalised, a few times: what A makes small grows.
template <class Solve>
std::vector<int> inverse_iteration(int size, Solve solve) {
  std::vector<double> x(size);
  for (int i = 0; i < size; ++i) x[i] = 1 + 0.5 * std::sin(1.0 + i);  // no special direction
  for (int iteration = 0; iteration < kInverseIterations; ++iteration) {
    const double scale = largest_entry(x);
    if (!(scale > 0) || !std::isfinite(scale)) return {};
    for (double& value : x) value /= scale;
    solve(x);
  }
  return substantial_entries(x);
}

SingularPart null_vectors(const Pattern& pattern, std::span<const double> values) {
  const FillPrediction cost = predict_fill(pattern);
  if (!cost.known || cost.flops > kFlopsWorthAName) return {};
  std::vector<double> matrix = equilibrated(pattern, values);
  for (int i = 0; i < pattern.size; ++i) matrix[pattern.slot(i, i)] += kShift;
  SparseLu lu(pattern);
  if (const FactorResult factored = lu.factor(matrix); !factored.regular())
    return {false, {factored.singular_column}, {}};
  SingularPart part;
  part.variables = inverse_iteration(pattern.size, [&](std::span<double> x) { lu.solve(x); });
  part.equations = inverse_iteration(pattern.size, [&](std::span<double> z) { lu.solve_transposed(z); });
  return part;
}

}  // namespace

SingularPart singular_part(const Pattern& pattern, std::span<const double> values) {
  const Matching matching = maximum_matching(pattern, values);
  if (matching.complete()) return null_vectors(pattern, values);
  SingularStructure structure = singular_structure(pattern, values, matching);
  return {true, std::move(structure.columns), std::move(structure.rows)};
}

}  // namespace saddle
