#include <saddle/solver/newton/newton_message.hpp>

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <saddle/solver/linear/null_vector.hpp>

namespace saddle {

namespace {

constexpr std::size_t kNamesShown = 5;

std::string quoted_names(const System& system, const std::vector<int>& variables) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < std::min(variables.size(), kNamesShown); ++k)
    names.push_back(fmt::format("'{}'", system.variables()[variables[k]].name));
  const std::string more =
      variables.size() > kNamesShown ? fmt::format(" and {} more", variables.size() - kNamesShown) : "";
  return fmt::format("{}{}", fmt::join(names, ", "), more);
}

Failure describe_singular(const NewtonResult& result, const System& system, const Newton& newton) {
  std::vector<int> columns = undetermined_columns(system.pattern(), newton.last_matrix());
  if (columns.empty()) columns = {result.variable};
  Failure failure{Failure::Kind::singular, system.variables()[columns.front()].name, 0, {}};
  failure.message =
      fmt::format("the matrix is singular: nothing determines {}", quoted_names(system, columns));
  return failure;
}

}  // namespace

std::string value_with_unit(const System& system, int variable, double value) {
  const std::string& unit = system.kinds()[system.variables()[variable].kind].unit;
  return fmt::format("{:.6g}{}{}", value, unit.empty() ? "" : " ", unit);
}

Failure describe(const NewtonResult& result, const System& system, const Newton& newton,
                 std::span<const double> y) {
  using Status = NewtonResult::Status;
  if (result.status == Status::singular) return describe_singular(result, system, newton);
  if (result.status == Status::not_finite) {
    const bool in_row = result.row >= 0;
    const std::string name =
        in_row ? system.row_name(result.row) : "update of '" + system.variables()[result.variable].name + "'";
    return {Failure::Kind::not_finite, name, 0, fmt::format("the {} is not a finite number", name)};
  }
  const std::string name = result.variable >= 0 ? system.variables()[result.variable].name : "";
  return {
      Failure::Kind::not_converged, name, 0,
      fmt::format("'{}' did not converge (last {})", name,
                  result.variable >= 0 ? value_with_unit(system, result.variable, y[result.variable]) : "")};
}

}  // namespace saddle
