#include <saddle/solver/system/check.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

namespace saddle {

namespace {

[[noreturn]] void fault(const std::string& message) {
  throw std::invalid_argument(message);
}

void check_pattern(const Pattern& pattern) {
  if (static_cast<int>(pattern.column_start.size()) != pattern.size + 1)
    fault(fmt::format("pattern: expected {} column starts, got {}", pattern.size + 1,
                      pattern.column_start.size()));
  if (pattern.column_start.front() != 0 || pattern.column_start.back() != pattern.entries())
    fault("pattern: column starts must begin with 0 and end with the number of entries");
  for (int column = 0; column < pattern.size; ++column) {
    const int begin = pattern.column_start[column], end = pattern.column_start[column + 1];
    if (end < begin) fault(fmt::format("pattern: column {} ends before it begins", column));
    for (int slot = begin; slot < end; ++slot) {
      if (pattern.row[slot] < 0 || pattern.row[slot] >= pattern.size)
        fault(fmt::format("pattern: row {} in column {} is outside the matrix", pattern.row[slot], column));
      if (slot > begin && pattern.row[slot] <= pattern.row[slot - 1])
        fault(fmt::format("pattern: rows in column {} are not ascending", column));
    }
  }
}

}  // namespace

void check_description(const System& system) {
  for (const VariableKind& kind : system.kinds())
    if (!(kind.absolute_tolerance > 0 && std::isfinite(kind.absolute_tolerance)))
      fault(fmt::format("kinds: the absolute tolerance of '{}' must be > 0, got {}", kind.name,
                        kind.absolute_tolerance));
  check_pattern(system.pattern());
  if (static_cast<int>(system.variables().size()) != system.size())
    fault(fmt::format("variables: the pattern has {} columns, but there are {} variables", system.size(),
                      system.variables().size()));
  for (const Variable& variable : system.variables())
    if (variable.kind < 0 || variable.kind >= static_cast<int>(system.kinds().size()))
      fault(fmt::format("variables: '{}' has kind {}, but there are {} kinds", variable.name, variable.kind,
                        system.kinds().size()));
}

std::vector<JacobianFault> check_jacobian(System& system, double time, std::span<const double> y,
                                          double tolerance) {
  const Pattern& pattern = system.pattern();
  const int size = pattern.size;
  Evaluation at(pattern), above(pattern), below(pattern);
  std::vector<double> moved(y.begin(), y.end());
  system.evaluate({.time = time, .y = y}, at, Need::jacobian);

  std::vector<double> largest_C(size, 0.0), largest_G(size, 0.0);
  for (int slot = 0; slot < pattern.entries(); ++slot) {
    largest_C[pattern.row[slot]] = std::max(largest_C[pattern.row[slot]], std::abs(at.C[slot]));
    largest_G[pattern.row[slot]] = std::max(largest_G[pattern.row[slot]], std::abs(at.G[slot]));
  }
  std::vector<JacobianFault> faults;
  for (int column = 0; column < size; ++column) {
    const double step = 1e-6 * std::max(1e-3, std::abs(y[column]));
    moved[column] = y[column] + step;
    system.evaluate({.time = time, .y = moved}, above, Need::residual);
    moved[column] = y[column] - step;
    system.evaluate({.time = time, .y = moved}, below, Need::residual);
    moved[column] = y[column];
    for (int row = 0; row < size; ++row) {
      const int slot = pattern.find(row, column);
      const auto compare = [&](char name, double stated, double up, double down, double middle, double largest) {
        const double found = (up - down) / (2 * step);
        const double rounding = 1e-15 * std::abs(middle) / step;
        if (std::abs(found - stated) > tolerance * std::max(largest, std::abs(found)) + 10 * rounding)
          faults.push_back({name, row, column, stated, found, slot >= 0});
      };
      compare('C', slot < 0 ? 0 : at.C[slot], above.q[row], below.q[row], at.q[row], largest_C[row]);
      compare('G', slot < 0 ? 0 : at.G[slot], above.f[row], below.f[row], at.f[row], largest_G[row]);
    }
  }
  return faults;
}

std::string describe(const JacobianFault& fault, const System& system) {
  return fmt::format("{} of the {} with respect to '{}': {} by differences, {}{}", fault.matrix,
                     system.row_name(fault.row), system.variables()[fault.column].name, fault.found,
                     fault.stated, fault.in_pattern ? " stated" : " because the pattern has no such entry");
}

}  // namespace saddle
