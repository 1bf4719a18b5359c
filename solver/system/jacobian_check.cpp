// check_jacobian: C and G against differences.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <tuple>

#include <fmt/format.h>

#include <saddle/solver/system/check.hpp>
#include <saddle/solver/system/guarded_system.hpp>

namespace saddle {

namespace {

using Columns = std::vector<int>;

// Greedy colouring: a group holds columns no two of which have an entry in the same row. A column joins the
// first group that has none of its rows yet, or is left out where that would make too many groups (a row
// filled by many columns). The golden section visits the columns in an order that is spread evenly.
std::vector<Columns> independent_columns(const Pattern& pattern, int most_groups) {
  std::vector<Columns> groups, groups_of_row(pattern.size);
  std::vector<int> refused;  // of each group: the last column that cannot join it
  const long size = pattern.size;
  long stride = std::max(1L, std::lround(0.618034 * static_cast<double>(size)));
  while (std::gcd(stride, size) > 1) ++stride;
  for (long k = 0, column = 0; k < size; ++k, column = (column + stride) % size) {
    const std::span<const int> rows =
        std::span(pattern.row)
            .subspan(pattern.column_start[column],
                     pattern.column_start[column + 1] - pattern.column_start[column]);
    for (const int row : rows)
      for (const int group : groups_of_row[row]) refused[group] = static_cast<int>(column);
    const auto free = std::find_if(refused.begin(), refused.end(), [&](int by) { return by != column; });
    const int group = static_cast<int>(free - refused.begin());
    if (group == most_groups) continue;
    if (free == refused.end()) {
      refused.push_back(-1);
      groups.emplace_back();
    }
    groups[group].push_back(static_cast<int>(column));
    for (const int row : rows) groups_of_row[row].push_back(group);
  }
  return groups;
}

class JacobianCheck {
 public:
  JacobianCheck(System& system, double time, std::span<const double> y, double tolerance)
      : guard_(system),
        pattern_(guard_.pattern()),
        time_(time),
        y_(y),
        tolerance_(tolerance),
        at_(pattern_),
        above_(pattern_),
        below_(pattern_),
        moved_(y.begin(), y.end()),
        largest_C_(pattern_.size, 0.0),
        largest_G_(pattern_.size, 0.0),
        slot_(pattern_.size, -1),
        column_(pattern_.size, 0) {
    evaluate(y, at_, Need::jacobian);
    for (int slot = 0; slot < pattern_.entries(); ++slot) {
      const int row = pattern_.row[slot];
      largest_C_[row] = std::max(largest_C_[row], std::abs(at_.C[slot]));
      largest_G_[row] = std::max(largest_G_[row], std::abs(at_.G[slot]));
    }
  }

  std::vector<JacobianFault> run(int most) {
    for (const Columns& group : independent_columns(pattern_, most))
      if (faults_.size() < static_cast<std::size_t>(most)) narrow(group);
    std::sort(faults_.begin(), faults_.end(), [](const JacobianFault& a, const JacobianFault& b) {
      return std::tie(a.column, a.row, a.matrix) < std::tie(b.column, b.row, b.matrix);
    });
    return std::move(faults_);
  }

 private:
  void evaluate(std::span<const double> y, Evaluation& out, Need need) {
    guard_.evaluate({.time = time_, .y = y}, out, need);
    if (guard_.trouble()) throw std::invalid_argument("check_jacobian: " + guard_.trouble()->message);
  }

  double step(int column) const { return 1e-6 * std::max(1e-3, std::abs(y_[column])); }

  void move(std::span<const int> columns, double direction) {
    for (const int column : columns) moved_[column] = y_[column] + direction * step(column);
  }

  // An entry that the pattern leaves out may belong to any column of a group: its halves tell.
  void narrow(std::span<const int> columns) {
    const std::size_t before = faults_.size();
    compare(columns);
    if (faults_.size() == before || columns.size() == 1) return;
    std::vector<JacobianFault> together(faults_.begin() + static_cast<std::ptrdiff_t>(before), faults_.end());
    faults_.resize(before);
    narrow(columns.first(columns.size() / 2));
    narrow(columns.subspan(columns.size() / 2));
    if (faults_.size() == before) faults_.insert(faults_.end(), together.begin(), together.end());
  }

  // Moves the columns together; slot_ tells for each row the one entry that answers.
  void compare(std::span<const int> columns) {
    move(columns, 1);
    evaluate(moved_, above_, Need::residual);
    move(columns, -1);
    evaluate(moved_, below_, Need::residual);
    move(columns, 0);
    std::fill(slot_.begin(), slot_.end(), -1);
    std::fill(column_.begin(), column_.end(), columns.front());
    for (const int column : columns)
      for (int slot = pattern_.column_start[column]; slot < pattern_.column_start[column + 1]; ++slot) {
        slot_[pattern_.row[slot]] = slot;
        column_[pattern_.row[slot]] = column;
      }
    for (int row = 0; row < pattern_.size; ++row) {
      const int slot = slot_[row];
      compare('C', row, slot < 0 ? 0 : at_.C[slot], above_.q[row], below_.q[row], at_.q[row],
              largest_C_[row]);
      compare('G', row, slot < 0 ? 0 : at_.G[slot], above_.f[row], below_.f[row], at_.f[row],
              largest_G_[row]);
    }
  }

  void compare(char name, int row, double stated, double up, double down, double middle, double largest) {
    const int column = column_[row];
    const double h = step(column), found = (up - down) / (2 * h);
    const double rounding = 1e-15 * std::abs(middle) / h;
    if (std::abs(found - stated) > tolerance_ * std::max(largest, std::abs(found)) + 10 * rounding)
      faults_.push_back({name, row, column, stated, found, slot_[row] >= 0});
  }

  GuardedSystem guard_;
  const Pattern& pattern_;
  double time_;
  std::span<const double> y_;
  double tolerance_;
  Evaluation at_, above_, below_;
  std::vector<double> moved_, largest_C_, largest_G_;
  std::vector<int> slot_, column_;  // of each row: what answers to the columns moved
  std::vector<JacobianFault> faults_;
};

}  // namespace

std::vector<JacobianFault> check_jacobian(System& system, double time, std::span<const double> y,
                                          double tolerance, int most_groups) {
  if (!std::isfinite(time)) throw std::invalid_argument("time: expected a finite number");
  if (!(tolerance > 0 && std::isfinite(tolerance))) throw std::invalid_argument("tolerance: expected x > 0");
  if (most_groups < 1) throw std::invalid_argument("most_groups: expected x >= 1");
  check_description(system);
  check_values(system, "y", y);
  return JacobianCheck(system, time, y, tolerance).run(most_groups);
}

std::string describe(const JacobianFault& fault, const System& system) {
  return fmt::format("{} of the {} with respect to '{}': {:.6g} by differences, {}{}", fault.matrix,
                     system.row_name(fault.row), system.variables()[fault.column].name, fault.found,
                     fmt::format("{:.6g}", fault.stated),
                     fault.in_pattern ? " stated" : " because the pattern has no such entry");
}

}  // namespace saddle
