// The names of a problem while it is read, and what each may be used for.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <saddle/netlist/problem/problem.hpp>
#include <saddle/netlist/text/expression_parser.hpp>
#include <saddle/netlist/text/source_text.hpp>

namespace saddle {

class ProblemNames {
 public:
  enum class Kind { parameter, input, variable };
  struct Entry {
    Kind kind;
    NodeId symbol;
    std::size_t offset;
  };

  ProblemNames(const SourceText& text, Problem& problem) : text_(text), problem_(problem) {}

  // A new name, as a symbol; throws where it is taken or reserved.
  NodeId declare(std::string_view name, std::size_t offset, Kind kind);
  const Entry* find(std::string_view name) const;
  bool is_variable(NodeId symbol) const;

  // V(node) of the problem's circuit: a variable that is made when it is first mentioned.
  NodeId node_voltage(std::string_view node, std::size_t offset);

  // "; did you mean 'x'?" for the known name one edit away; else empty. Single letters
  // are all one edit apart: no guess there.
  std::string suggestion_for(std::string_view name) const;

  // The value of an expression of parameters.
  double value(NodeId expression);

  // Throws at `offset` where the values of the parameters leave an expression without a finite
  // value (x/A with A = 0), whatever the variables are.
  void check_finite(NodeId expression, std::size_t offset);

  Place place(std::size_t offset) const;

 private:
  const std::vector<double>& parameter_values();  // by symbol index

  const SourceText& text_;
  Problem& problem_;
  std::unordered_map<std::string, Entry> entries_;
  std::unordered_map<int, NodeId> node_symbols_;  // by node of the circuit
  std::unordered_map<NodeId, Kind> kinds_;        // by symbol
  std::vector<double> values_;
  std::size_t valued_ = 0;  // parameters that are in values_
};

// One edit: a letter more, a letter less, another letter, or two neighbours swapped.
bool one_edit_apart(std::string_view a, std::string_view b);
std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& known);

// Names inside an expression, by the place that the expression has in the problem.
class ProblemScope : public NameScope {
 public:
  enum class Use { constant, input, objective, constraint };

  ProblemScope(const SourceText& text, Problem& problem, ProblemNames& names, Use use)
      : text_(text), problem_(problem), names_(names), use_(use) {}

  NodeId name(std::string_view name, std::size_t offset) override;
  NodeId call(std::string_view name, std::size_t offset, std::span<const RawArgument> arguments) override;
  bool could_mean(std::string_view name) const override;

 private:
  void check_use(std::string_view name, std::size_t offset, ProblemNames::Kind kind) const;
  NodeId node_voltage(std::string_view name, std::size_t offset, std::span<const RawArgument> arguments);
  [[noreturn]] void fail(std::size_t offset, const std::string& message) const;

  const SourceText& text_;
  Problem& problem_;
  ProblemNames& names_;
  Use use_;
};

}  // namespace saddle
