#include <saddle/netlist/text/problem_names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <saddle/models/expression/reach.hpp>
#include <saddle/models/expression/tape.hpp>
#include <saddle/netlist/text/problem_lines.hpp>

namespace saddle {

namespace {

constexpr std::string_view kModifiers[] = {"to", "start", "in"};  // words inside statements

bool is_keyword(std::string_view name) {
  return std::find(std::begin(kProblemKeywords), std::end(kProblemKeywords), name) !=
             std::end(kProblemKeywords) ||
         std::find(std::begin(kModifiers), std::end(kModifiers), name) != std::end(kModifiers);
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

}  // namespace

bool one_edit_apart(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > 1) return false;
  const auto [in_a, in_b] = std::mismatch(a.begin(), a.end(), b.begin());
  const std::string_view rest_a(in_a, a.end()), rest_b(in_b, b.end());
  if (a.size() < b.size()) return rest_a == rest_b.substr(1);
  if (rest_a.empty()) return false;
  if (rest_a.substr(1) == rest_b.substr(1)) return true;
  return rest_a.size() > 1 && rest_a[0] == rest_b[1] && rest_a[1] == rest_b[0] &&
         rest_a.substr(2) == rest_b.substr(2);
}

std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& known) {
  std::string_view best;  // the first in the alphabet, so that the answer does not depend on a hash
  for (const std::string_view candidate : known)
    if (name.size() + candidate.size() > 2 && one_edit_apart(name, candidate) &&
        (best.empty() || candidate < best))
      best = candidate;
  return best.empty() ? "" : fmt::format("; did you mean '{}'?", best);
}

NodeId ProblemNames::declare(std::string_view name, std::size_t offset, Kind kind) {
  if (name == "t") throw InputError(text_, offset, "'t' cannot be a name: it is the time of inputs");
  if (is_keyword(name))
    throw InputError(text_, offset, fmt::format("'{}' cannot be a name: it is a keyword", name));
  if (is_builtin_function(name) && name != "u")
    throw InputError(text_, offset, fmt::format("'{}' cannot be a name: it is a function", name));
  if (const Entry* const first = find(name))
    throw InputError(text_, offset,
                     fmt::format("'{}' is declared twice; the first time on line {}", name,
                                 text_.locate(first->offset).line));
  const NodeId symbol = problem_.graph.symbol(name);
  entries_.emplace(name, Entry{kind, symbol, offset});
  kinds_.emplace(symbol, kind);
  return symbol;
}

const ProblemNames::Entry* ProblemNames::find(std::string_view name) const {
  const auto found = entries_.find(std::string(name));
  return found == entries_.end() ? nullptr : &found->second;
}

bool ProblemNames::is_variable(NodeId symbol) const {
  const auto found = kinds_.find(symbol);
  return found != kinds_.end() && found->second == Kind::variable;
}

NodeId ProblemNames::node_voltage(std::string_view node, std::size_t offset) {
  const Circuit& circuit = *problem_.circuit;
  const int number = circuit.find_node(lower_case(node));
  if (number < 0) {
    const std::vector<std::string_view> known(circuit.nodes.begin(), circuit.nodes.end());
    throw InputError(
        text_, offset,
        fmt::format("the circuit has no node '{}'{}", node, did_you_mean(lower_case(node), known)));
  }
  if (number == 0) return problem_.graph.constant(0);
  const auto [found, made] = node_symbols_.try_emplace(number, NodeId::none);
  if (made) {
    const std::string name = fmt::format("V({})", circuit.nodes[static_cast<std::size_t>(number)]);
    found->second = problem_.graph.symbol(name);
    kinds_.emplace(found->second, Kind::variable);
    double start = 0;
    for (const auto& [at, volts] : circuit.initial_conditions)
      if (at == number) start = volts;
    problem_.variables.push_back({name, found->second, start, place(offset)});
    problem_.circuit_nodes.push_back(number);
  }
  return found->second;
}

std::string ProblemNames::suggestion_for(std::string_view name) const {
  std::vector<std::string_view> known(std::begin(kProblemKeywords), std::end(kProblemKeywords));
  for (const auto& [declared, entry] : entries_) known.push_back(declared);
  return did_you_mean(name, known);
}

const std::vector<double>& ProblemNames::parameter_values() {
  values_.resize(problem_.graph.symbols().size(), std::numeric_limits<double>::quiet_NaN());
  for (; valued_ < problem_.parameters.size(); ++valued_) {
    const ProblemParameter& parameter = problem_.parameters[valued_];
    values_[static_cast<std::size_t>(problem_.graph[parameter.symbol].symbol)] = parameter.value;
  }
  return values_;
}

double ProblemNames::value(NodeId expression) {
  return problem_.graph.value(expression, parameter_values());
}

void ProblemNames::check_finite(NodeId expression, std::size_t offset) {
  const Graph& graph = problem_.graph;
  const std::vector<double>& symbol_values = parameter_values();
  const Reach reach(graph, {&expression, 1});
  std::vector<double> values(reach.ids().size());  // NaN: depends on more than parameters
  const auto value_of = [&](NodeId id) {
    return id == NodeId::none ? 0.0 : values[static_cast<std::size_t>(reach.position(id))];
  };
  for (std::size_t k = 0; k < values.size(); ++k) {
    const NodeId id = reach.ids()[k];
    const Graph::Node& node = graph[id];
    if (node.op == Op::constant) {
      values[k] = node.value;
    } else if (node.op == Op::symbol) {
      values[k] = symbol_values[static_cast<std::size_t>(node.symbol)];
    } else {
      const double a = value_of(node.a), b = value_of(node.b);
      values[k] = apply(node.op, a, b);
      const bool by_zero = node.op == Op::divide && b == 0;
      const bool known = !std::isnan(a) && !std::isnan(b);
      if (by_zero || (known && !std::isfinite(values[k])))
        throw InputError(text_, offset,
                         fmt::format("{} '{}', with the values of its parameters",
                                     by_zero ? "division by zero in" : "there is no finite value for",
                                     graph.to_string(id)));
    }
  }
}

Place ProblemNames::place(std::size_t offset) const {
  const auto [line, column] = text_.locate(offset);
  return {0, line, column};
}

void ProblemScope::fail(std::size_t offset, const std::string& message) const {
  throw InputError(text_, offset, message);
}

namespace {

std::string_view with_article(ProblemNames::Kind kind) {
  switch (kind) {
    case ProblemNames::Kind::parameter:
      return "a parameter";
    case ProblemNames::Kind::input:
      return "an input";
    case ProblemNames::Kind::variable:
      return "a variable";
  }
  return "";
}

}  // namespace

void ProblemScope::check_use(std::string_view name, std::size_t offset, ProblemNames::Kind kind) const {
  if (kind == ProblemNames::Kind::parameter) return;
  if (use_ == Use::constant)
    fail(offset, fmt::format("this must be constant, but '{}' is {}", name, with_article(kind)));
  if (use_ == Use::input)
    fail(offset, fmt::format("an input depends on 't' and parameters only, but '{}' is {}", name,
                             with_article(kind)));
}

NodeId ProblemScope::name(std::string_view name, std::size_t offset) {
  if (const ProblemNames::Entry* const entry = names_.find(name)) {
    check_use(name, offset, entry->kind);
    return entry->symbol;
  }
  if (name == "t") {
    if (use_ == Use::input) return problem_.graph.symbol("t");
    fail(offset, "the time 't' can only stand in inputs; declare an input and use it here");
  }
  if (const auto constant = builtin_constant(name)) return problem_.graph.constant(*constant);
  fail(offset, fmt::format("unknown name '{}'{}", name, names_.suggestion_for(name)));
}

NodeId ProblemScope::call(std::string_view name, std::size_t offset, std::span<const RawArgument> arguments) {
  if (const ProblemNames::Entry* const entry = names_.find(name)) {
    const bool of_time = arguments.size() == 1 && arguments[0].text == "t";
    if (entry->kind != ProblemNames::Kind::input || !of_time)
      fail(offset, fmt::format("'{0}' is {1}, not a function; for a product write {0}*(...)", name,
                               with_article(entry->kind)));
    check_use(name, offset, entry->kind);
    return entry->symbol;
  }
  if (name == "V" || name == "v") return node_voltage(name, offset, arguments);
  if (name == "pulse" || name == "pwl")
    fail(offset, fmt::format("'{}' can only be the whole right-hand side of an input", name));
  return NodeId::none;
}

NodeId ProblemScope::node_voltage(std::string_view name, std::size_t offset,
                                  std::span<const RawArgument> arguments) {
  if (!problem_.circuit)
    fail(offset, fmt::format("'{}(...)' is a node voltage, but this problem has no circuit", name));
  if (use_ != Use::constraint) fail(offset, fmt::format("'{}(...)' can only stand in constraints", name));
  if (arguments.empty() || arguments.size() > 2)
    fail(offset, fmt::format("'{}' takes 1 or 2 nodes, not {}", name, arguments.size()));
  const NodeId first = names_.node_voltage(arguments[0].text, arguments[0].offset);
  if (arguments.size() == 1) return first;
  return problem_.graph.subtract(first, names_.node_voltage(arguments[1].text, arguments[1].offset));
}

bool ProblemScope::could_mean(std::string_view name) const {
  return names_.find(name) != nullptr || (use_ == Use::input && name == "t");
}

}  // namespace saddle
