#include <saddle/netlist/synthesis/drive.hpp>

#include <algorithm>
#include <unordered_map>

#include <saddle/models/expression/tape.hpp>
#include <saddle/netlist/synthesis/naming.hpp>

namespace saddle {

Drive::Drive(Graph& graph, const Problem& problem, Circuit& circuit)
    : graph_(graph), problem_(problem), circuit_(circuit) {
  for (std::size_t k = 0; k < problem.inputs.size(); ++k)
    inputs_.emplace_back(problem.inputs[k].symbol, static_cast<int>(k));
  std::sort(inputs_.begin(), inputs_.end());
}

int Drive::node(NodeId expression, double factor, std::string_view wish, const std::string& term) {
  const std::vector<NodeId> symbols = graph_.symbols_of(expression);
  std::vector<NodeId> moving;  // everything but parameters
  for (const NodeId symbol : symbols) {
    const auto& all = problem_.parameters;
    if (std::none_of(all.begin(), all.end(), [&](const ProblemParameter& p) { return p.symbol == symbol; }))
      moving.push_back(symbol);
  }
  if (moving.empty()) return constant_node(factor * parameter_value(expression), wish, term);

  const auto input = std::lower_bound(inputs_.begin(), inputs_.end(), std::pair(moving[0], -1));
  const bool alone = moving.size() == 1 && input != inputs_.end() && input->first == moving[0];
  if (alone && problem_.inputs[input->second].expression == NodeId::none) {
    const NodeId slope = graph_.derivative(expression, moving[0]);
    const NodeId rest = graph_.substitute(expression, {{moving[0], graph_.constant(0)}});
    const std::vector<NodeId> in_slope = graph_.symbols_of(slope);
    const bool proportional = std::find(in_slope.begin(), in_slope.end(), moving[0]) == in_slope.end() &&
                              parameter_value(rest) == 0;
    if (proportional) return input_node(input->second, tidy(factor * parameter_value(slope)), term);
  }
  return formula_node(expression, factor, wish, term);
}

double Drive::parameter_value(NodeId expression) const {
  std::vector<NodeId> in;
  std::vector<double> values;
  for (const ProblemParameter& parameter : problem_.parameters) {
    in.push_back(parameter.symbol);
    values.push_back(parameter.value);
  }
  const Tape tape(graph_, in, std::span(&expression, 1));
  std::vector<double> work(tape.work_size());
  double result = 0;
  tape.run(values, std::span(&result, 1), work);
  return result;
}

int Drive::constant_node(double volts, std::string_view wish, const std::string& term) {
  if (volts == 0) return 0;
  const int node = add_node(circuit_, wish);
  add_source(circuit_, wish, node, SourceWaveform::dc(tidy(volts)), term);
  return node;
}

int Drive::input_node(int input, double factor, const std::string& term) {
  if (factor == 0) return 0;
  const auto [at, made] = input_nodes_.try_emplace({input, factor}, 0);
  if (made) {
    const ProblemInput& source = problem_.inputs[input];
    at->second = add_node(circuit_, source.name);
    add_source(circuit_, source.name, at->second, source.waveform.scaled(factor), term);
  }
  return at->second;
}

int Drive::formula_node(NodeId expression, double factor, std::string_view wish, const std::string& term) {
  const NodeId value = circuit_expression(expression);
  const int node = add_node(circuit_, wish);
  Device& device = circuit_.add(DeviceKind::behavioural_voltage, device_name(circuit_, "b", wish), {node, 0});
  device.expression = circuit_.expressions.multiply(circuit_.expressions.constant(factor), value);
  device.term = term;
  return node;
}

NodeId Drive::circuit_expression(NodeId expression) {
  Graph& to = circuit_.expressions;
  std::unordered_map<NodeId, NodeId> with;
  const auto replace = [&](NodeId symbol, NodeId by) { with[to.import(graph_, symbol)] = by; };
  for (const NodeId symbol : graph_.symbols_of(expression)) {
    const auto input = std::lower_bound(inputs_.begin(), inputs_.end(), std::pair(symbol, -1));
    if (input != inputs_.end() && input->first == symbol) {
      const ProblemInput& source = problem_.inputs[input->second];
      if (source.expression == NodeId::none)
        replace(symbol, circuit_.voltage_symbol(input_node(input->second, 1, source.name)));
      else
        replace(symbol, circuit_expression(source.expression));
    } else if (graph_.symbols()[graph_[symbol].symbol] == "t") {
      replace(symbol, circuit_.time_symbol());
    } else {
      for (const ProblemParameter& parameter : problem_.parameters)
        if (parameter.symbol == symbol) replace(symbol, to.constant(parameter.value));
    }
  }
  return to.substitute(to.import(graph_, expression), with);
}

}  // namespace saddle
