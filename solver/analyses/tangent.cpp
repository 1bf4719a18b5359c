#include <saddle/solver/analyses/tangent.hpp>

#include <cmath>

#include <fmt/format.h>

namespace saddle {

Tangent::Tangent(System& system)
    : system_(system),
      pattern_(system.pattern()),
      at_(pattern_),
      rows_(system),
      lu_(pattern_),
      matrix_(pattern_.entries()),
      residual_(pattern_.size) {}

std::optional<Failure> Tangent::take(double time, std::span<const double> y, double alpha,
                                     std::span<const double> history) {
  time_ = time;
  y_ = y;
  system_.evaluate({.time = time, .y = y}, at_, Need::jacobian);
  if (const auto& cause = system_.fault() ? system_.fault() : system_.trouble())
    return Failure{cause->kind, cause->where, time,
                   fmt::format("no sensitivities: at t = {:.6g} s {}", time, cause->message)};
  double sum = 0;
  for (int k = 0; k < pattern_.entries(); ++k) {
    matrix_[k] = alpha * at_.C[k] + at_.G[k];
    sum += 0 * matrix_[k];
  }
  if (sum != 0)
    return Failure{Failure::Kind::not_finite, "", time,
                   fmt::format("no sensitivities: a derivative at t = {:.6g} s is not finite", time)};
  if (rows_.complementarities() > 0) {
    for (int i = 0; i < pattern_.size; ++i)
      residual_[i] = alpha * at_.q[i] + (history.empty() ? 0 : history[i]) + at_.f[i];
    rows_.remember_residuals(residual_);
    rows_.choose_modes(y, matrix_);
    rows_.replace_in_matrix(matrix_);
  }
  const FactorResult factored = lu_.factor(matrix_);
  if (factored.regular()) return std::nullopt;
  const std::string& name = system_.variables()[factored.singular_column].name;
  return Failure{
      Failure::Kind::singular, name, time,
      fmt::format("no sensitivities: the linearised equations at t = {:.6g} s do not determine '{}'; "
                  "give it an equation that contains it",
                  time, name)};
}

void Tangent::solve(std::span<double> b) {
  rows_.clear_rows(b);
  lu_.solve(b);
}

void Tangent::solve_transposed(std::span<double> b) {
  lu_.solve_transposed(b);
  rows_.clear_rows(b);
}

void Tangent::add_charge(std::span<const double> v, std::span<double> to) const {
  for (int column = 0; column < pattern_.size; ++column)
    for (int slot = pattern_.column_start[column]; slot < pattern_.column_start[column + 1]; ++slot)
      to[pattern_.row[slot]] += at_.C[slot] * v[column];
}

void Tangent::add_charge_transposed(std::span<const double> v, std::span<double> to) const {
  for (int column = 0; column < pattern_.size; ++column)
    for (int slot = pattern_.column_start[column]; slot < pattern_.column_start[column + 1]; ++slot)
      to[column] += at_.C[slot] * v[pattern_.row[slot]];
}

std::optional<Failure> Tangent::parameter_failure() const {
  std::optional<Failure> failure = system_.fault();
  if (failure) failure->message = "no sensitivities: " + failure->message;
  return failure;
}

ParameterColumn Tangent::parameter(int index) {
  return system_.parameter_derivative({.time = time_, .y = y_}, index);
}

}  // namespace saddle
