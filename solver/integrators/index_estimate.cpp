#include <saddle/solver/integrators/index_estimate.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <saddle/solver/linear/sparse_lu.hpp>

namespace saddle {

namespace {

constexpr int kLargestSize = 500;  // beyond, three factorizations are not for free
constexpr double kLongest = 1e-7;  // of the run
constexpr double kShorter = 0.1;
constexpr double kSecondPower = 50;  // growth between 10 (index 2) and 100 (index 3)
constexpr int kLengths = 3;

// Anything that is in no special direction, of the size of the equations' own terms.
std::vector<double> disturbance(const Pattern& pattern, const Evaluation& at) {
  std::vector<double> r(pattern.size, 0.0);
  for (int slot = 0; slot < pattern.entries(); ++slot) {
    double& size = r[pattern.row[slot]];
    size = std::max(size, std::abs(at.G[slot]));
  }
  for (int i = 0; i < pattern.size; ++i) r[i] *= 1 + 0.5 * std::sin(1.0 + i);
  return r;
}

// Without one, every variable is integrated and none is found by differences.
bool has_column_without_charge(const Pattern& pattern, const std::vector<double>& C) {
  for (int column = 0; column < pattern.size; ++column)
    if (std::all_of(C.begin() + pattern.column_start[column], C.begin() + pattern.column_start[column + 1],
                    [](double entry) { return entry == 0; }))
      return true;
  return false;
}

}  // namespace

int variable_of_high_index(Newton& newton, double time, std::span<const double> y, double span) {
  System& system = newton.system();
  const Pattern& pattern = system.pattern();
  if (pattern.size == 0 || pattern.size > kLargestSize) return -1;
  Evaluation at(pattern);
  system.evaluate({.time = time, .y = y}, at, Need::jacobian);
  if (!has_column_without_charge(pattern, at.C)) return -1;
  SparseLu lu(pattern);
  std::vector<double> matrix(pattern.entries());
  std::array<std::vector<double>, kLengths> answer;
  double length = kLongest * span;
  const std::vector<double> r = disturbance(pattern, at);
  for (std::vector<double>& x : answer) {
    for (int k = 0; k < pattern.entries(); ++k) matrix[k] = at.C[k] / length + at.G[k];
    newton.replaced_rows().replace_in_matrix(std::span(matrix));
    if (!lu.factor(matrix).regular()) return -1;
    x = r;
    newton.replaced_rows().clear_rows(x);
    lu.solve(x);
    length *= kShorter;
  }
  int found = -1;
  double most = kSecondPower;
  for (int i = 0; i < pattern.size; ++i) {
    const double growth = std::min(std::abs(answer[2][i]) / std::abs(answer[1][i]),
                                   std::abs(answer[1][i]) / std::abs(answer[0][i]));
    if (std::isfinite(growth) && growth > most) {
      most = growth;
      found = i;
    }
  }
  return found;
}

}  // namespace saddle
