#include <saddle/solver/newton/newton_message.hpp>

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <saddle/solver/linear/null_vector.hpp>

namespace saddle {

namespace {

constexpr std::size_t kNamesShown = 5;

// The first of the items by name, and how many more there are.
template <class NameOf>
std::string some_names(const std::vector<int>& items, NameOf name_of) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < std::min(items.size(), kNamesShown); ++k) names.push_back(name_of(items[k]));
  const std::string more =
      items.size() > kNamesShown ? fmt::format(" and {} more", items.size() - kNamesShown) : "";
  return fmt::format("{}{}", fmt::join(names, ", "), more);
}

Failure describe_singular(const NewtonResult& result, const System& system, const Newton& newton) {
  SingularPart part = singular_part(system.pattern(), newton.last_matrix());
  if (part.variables.empty()) part.variables = {result.variable};
  const auto name_of = [&](int variable) { return system.variables()[variable].name; };
  Failure failure{Failure::Kind::singular, name_of(part.variables.front()), 0, {}};
  failure.message =
      fmt::format("the matrix is singular: nothing determines {}",
                  some_names(part.variables, [&](int variable) { return "'" + name_of(variable) + "'"; }));
  if (!part.equations.empty())
    failure.message += fmt::format("; equations that say too little or contradict each other: {}",
                                   some_names(part.equations, [&](int row) { return system.row_name(row); }));
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
