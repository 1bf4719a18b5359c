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

void check_complementarities(const System& system) {
  for (const Complementarity& each : system.complementarities()) {
    const bool inside =
        each.row >= 0 && each.row < system.size() && each.variable >= 0 && each.variable < system.size();
    if (!inside || system.pattern().find(each.row, each.variable) < 0)
      fault(fmt::format("complementarities: the pattern has no entry (row {}, variable {})", each.row,
                        each.variable));
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
  check_complementarities(system);
  if (!(system.longest_step() > 0))
    fault(fmt::format("longest_step: expected x > 0, got {}", system.longest_step()));
}

void check_values(const System& system, const char* name, std::span<const double> y) {
  if (static_cast<int>(y.size()) != system.size())
    fault(fmt::format("{}: expected {} values, got {}", name, system.size(), y.size()));
  for (int i = 0; i < system.size(); ++i)
    if (!std::isfinite(y[i]))
      fault(
          fmt::format("{}: expected finite values, but '{}' is {}", name, system.variables()[i].name, y[i]));
}

std::vector<double> start_values(const System& system, const char* name, std::span<const double> given) {
  std::vector<double> y(given.begin(), given.end());
  if (y.empty()) {
    y.resize(system.size());
    system.start(y);
    name = "start";
  }
  check_values(system, name, y);
  return y;
}

void check_algebraic_columns(const System& system, std::span<const double> C) {
  constexpr double kRounding = 1e-12;  // of the largest entry in the row: charges that cancelled
  const Pattern& pattern = system.pattern();
  std::vector<double> largest(pattern.size, 0.0);
  for (int slot = 0; slot < pattern.entries(); ++slot)
    largest[pattern.row[slot]] = std::max(largest[pattern.row[slot]], std::abs(C[slot]));
  for (int column = 0; column < pattern.size; ++column) {
    if (!system.variables()[column].algebraic) continue;
    for (int slot = pattern.column_start[column]; slot < pattern.column_start[column + 1]; ++slot)
      if (std::abs(C[slot]) > kRounding * largest[pattern.row[slot]])
        fault(fmt::format("variables: '{}' is marked algebraic, but C of the {} with respect to it is {}",
                          system.variables()[column].name, system.row_name(pattern.row[slot]), C[slot]));
  }
}

}  // namespace saddle
