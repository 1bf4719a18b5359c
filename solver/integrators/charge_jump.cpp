#include <saddle/solver/integrators/charge_jump.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace saddle {

namespace {

constexpr double kPrintedDigits = 1e-6;
constexpr double kZero = 1e-3;       // of what is allowed: a value that is zero but for rounding
constexpr double kRounding = 1e-13;  // of the charge itself

std::vector<double> allowed_differences(const System& system, const Newton& newton,
                                        std::span<const double> y) {
  std::vector<double> of_kind(system.kinds().size(), 0.0), allowed(y.size());
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (!newton.weights().is_differential(static_cast<int>(i))) continue;
    double& largest = of_kind[system.variables()[i].kind];
    largest = std::max(largest, std::abs(y[i]));
  }
  for (std::size_t i = 0; i < y.size(); ++i)
    allowed[i] = std::max(newton.weights().weight(static_cast<int>(i)),
                          kPrintedDigits * of_kind[system.variables()[i].kind]);
  return allowed;
}

}  // namespace

std::optional<ChargeJump> find_charge_jump(const System& system, const Newton& newton,
                                           std::span<const double> y, std::span<const double> q,
                                           std::span<const double> consistent_y,
                                           std::span<const double> consistent_q) {
  const Pattern& pattern = system.pattern();
  const std::vector<double>& C = newton.evaluation().C;
  const std::vector<double> allowed = allowed_differences(system, newton, consistent_y);
  std::vector<double> left(pattern.size);  // > 0: the row's charge jumps
  for (int i = 0; i < pattern.size; ++i)
    left[i] =
        std::abs(consistent_q[i] - q[i]) - kRounding * std::max(std::abs(q[i]), std::abs(consistent_q[i]));
  for (int column = 0; column < pattern.size; ++column)
    for (int slot = pattern.column_start[column]; slot < pattern.column_start[column + 1]; ++slot)
      left[pattern.row[slot]] -= std::abs(C[slot]) * allowed[column];
  ChargeJump found;
  double worst = 0;
  for (int column = 0; column < pattern.size; ++column) {
    const double moved = std::abs(consistent_y[column] - y[column]) / allowed[column];
    for (int slot = pattern.column_start[column]; slot < pattern.column_start[column + 1]; ++slot)
      if (left[pattern.row[slot]] > 0 && C[slot] != 0 && moved > worst) {
        worst = moved;
        const double to = consistent_y[column];
        found = {column, y[column], std::abs(to) < kZero * allowed[column] ? 0 : to};
      }
  }
  if (found.variable < 0) return std::nullopt;
  return found;
}

}  // namespace saddle
