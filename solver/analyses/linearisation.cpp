#include <saddle/solver/analyses/linearisation.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <saddle/solver/newton/replaced_rows.hpp>
#include <saddle/solver/system/check.hpp>
#include <saddle/solver/system/guarded_system.hpp>

namespace saddle {

namespace {

void fix_modes_of_bounds(System& system, std::span<const double> y, Evaluation& at) {
  ReplacedRows rows(system);
  if (rows.complementarities() == 0) return;
  rows.remember_residuals(std::span(at.f).first(system.size()));
  rows.choose_modes(y, at.G);
  rows.replace_in_matrix(at.G);
  for (int k = 0; k < rows.complementarities(); ++k)
    if (rows.modes()[k] == RowMode::bound)
      for (const RowSlots::Entry& entry : rows.entries(k)) at.C[entry.slot] = 0;
}

double largest(std::span<const double> values) {
  double found = 0;
  for (const double value : values) found = std::max(found, std::abs(value));
  return found;
}

void divide(std::vector<double>& scale) {
  for (double& each : scale) each = each > 0 ? 1 / each : 1;
}

void equilibrate(Linearisation& at) {
  const Pattern& pattern = at.pattern;
  std::vector<double> scale(pattern.size);
  for (int pass = 0; pass < 3; ++pass) {
    for (const bool by_rows : {true, false}) {
      std::fill(scale.begin(), scale.end(), 0.0);
      const auto index = [&](int column, int slot) { return by_rows ? pattern.row[slot] : column; };
      for (int column = 0; column < pattern.size; ++column)
        for (int slot = pattern.column_start[column]; slot < pattern.column_start[column + 1]; ++slot) {
          double& entry = scale[index(column, slot)];
          entry = std::max({entry, std::abs(at.C[slot]), std::abs(at.G[slot])});
        }
      divide(scale);
      for (int column = 0; column < pattern.size; ++column)
        for (int slot = pattern.column_start[column]; slot < pattern.column_start[column + 1]; ++slot) {
          at.C[slot] *= scale[index(column, slot)];
          at.G[slot] *= scale[index(column, slot)];
        }
    }
  }
}

}  // namespace

std::vector<int> Linearisation::charged_columns() const {
  std::vector<int> found;
  for (int column = 0; column < pattern.size; ++column)
    if (largest(std::span(C).subspan(pattern.column_start[column],
                                     pattern.column_start[column + 1] - pattern.column_start[column])) > 0)
      found.push_back(column);
  return found;
}

std::optional<Linearisation> linearise(System& system, double time, std::span<const double> y) {
  if (!std::isfinite(time)) throw std::invalid_argument("time: expected a finite number");
  GuardedSystem guard(system);
  check_values(system, "y", y);
  Evaluation at(system.pattern());
  guard.evaluate({.time = time, .y = y}, at, Need::jacobian);
  if (guard.fault()) throw std::invalid_argument(guard.fault()->message);
  at.C.back() = at.G.back() = 0;  // the discarded slot
  const auto finite = [](double x) { return std::isfinite(x); };
  if (!std::all_of(at.C.begin(), at.C.end(), finite) || !std::all_of(at.G.begin(), at.G.end(), finite))
    return std::nullopt;
  fix_modes_of_bounds(system, y, at);
  Linearisation result{system.pattern(), std::move(at.C), std::move(at.G)};
  result.C.pop_back();
  result.G.pop_back();
  const double charge = largest(result.C);
  if (charge == 0) return result;
  // In units of a typical time constant of the system C and G are of the same size.
  result.rate = std::max(largest(result.G) / charge, std::numeric_limits<double>::min());
  for (double& value : result.C) value *= result.rate;
  equilibrate(result);
  return result;
}

void multiply(const Pattern& pattern, std::span<const double> values, std::span<const double> x,
              std::span<double> y) {
  std::fill(y.begin(), y.end(), 0.0);
  for (int column = 0; column < pattern.size; ++column)
    for (int slot = pattern.column_start[column]; slot < pattern.column_start[column + 1]; ++slot)
      y[pattern.row[slot]] += values[slot] * x[column];
}

namespace {

// Column 2j holds, for each entry (i, j), rows 2i and 2i + 1; column 2j + 1 the same.
Pattern doubled(const Pattern& pattern) {
  Pattern result;
  result.size = 2 * pattern.size;
  result.column_start.reserve(result.size + 1);
  result.row.reserve(4 * pattern.row.size());
  for (int column = 0; column < pattern.size; ++column)
    for (int part = 0; part < 2; ++part) {
      for (int slot = pattern.column_start[column]; slot < pattern.column_start[column + 1]; ++slot)
        for (int k = 0; k < 2; ++k) result.row.push_back(2 * pattern.row[slot] + k);
      result.column_start.push_back(result.entries());
    }
  return result;
}

}  // namespace

ShiftedPencil::ShiftedPencil(const Linearisation& at)
    : at_(at),
      doubled_(doubled(at.pattern)),
      values_(doubled_.entries()),
      work_(doubled_.size),
      lu_(doubled_) {}

bool ShiftedPencil::factor(std::complex<double> z) {
  const Pattern& pattern = at_.pattern;
  std::size_t next = 0;
  for (int column = 0; column < pattern.size; ++column)
    for (int part = 0; part < 2; ++part)
      for (int slot = pattern.column_start[column]; slot < pattern.column_start[column + 1]; ++slot) {
        const double real = z.real() * at_.C[slot] + at_.G[slot], imaginary = z.imag() * at_.C[slot];
        values_[next++] = part == 0 ? real : -imaginary;
        values_[next++] = part == 0 ? imaginary : real;
      }
  return lu_.factor(values_).regular();
}

void ShiftedPencil::solve(std::span<std::complex<double>> b) {
  for (std::size_t i = 0; i < b.size(); ++i) {
    work_[2 * i] = b[i].real();
    work_[2 * i + 1] = b[i].imag();
  }
  lu_.solve(work_);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = {work_[2 * i], work_[2 * i + 1]};
}

// The real matrix of A transposed is that of A^H; A^T x = b is A^H conj(x) = conj(b).
void ShiftedPencil::solve_transposed(std::span<std::complex<double>> b) {
  for (std::size_t i = 0; i < b.size(); ++i) {
    work_[2 * i] = b[i].real();
    work_[2 * i + 1] = -b[i].imag();
  }
  lu_.solve_transposed(work_);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = {work_[2 * i], -work_[2 * i + 1]};
}

}  // namespace saddle
