#include <saddle/netlist/synthesis/drive.hpp>

#include <algorithm>

#include <saddle/models/expression/tape.hpp>
#include <saddle/netlist/synthesis/naming.hpp>
#include <saddle/netlist/synthesis/synthesize.hpp>

namespace saddle {

namespace {

// A flow may jump; a source of a circuit takes time.
void require_finite_slopes(const ProblemInput& input) {
  const std::vector<double>& a = input.waveform.arguments;  // v1 v2 delay rise fall width period
  if (input.waveform.shape == SourceWaveform::Shape::pulse && !(a[3] > 0 && a[4] > 0 && a[5] > 0))
    throw SynthesisError(
        "a circuit cannot jump: the pulse of '" + input.name + "' needs a rise, a fall and a width > 0",
        input.place);
}

}  // namespace

Drive::Drive(Graph& graph, const Problem& problem, Circuit& circuit)
    : graph_(graph), problem_(problem), circuit_(circuit) {
  for (std::size_t k = 0; k < problem.inputs.size(); ++k)
    inputs_[problem.inputs[k].symbol] = static_cast<int>(k);
  for (const ProblemParameter& parameter : problem.parameters)
    parameters_[parameter.symbol] = parameter.value;
}

int Drive::node(NodeId expression, double factor, std::string_view wish, const std::string& term) {
  std::vector<NodeId> moving;  // everything but parameters
  for (const NodeId symbol : graph_.symbols_of(expression))
    if (!parameters_.contains(symbol)) moving.push_back(symbol);
  if (moving.empty()) return constant_node(factor * parameter_value(expression), wish, term);

  const auto input = moving.size() == 1 ? inputs_.find(moving[0]) : inputs_.end();
  if (input != inputs_.end() && problem_.inputs[input->second].expression == NodeId::none) {
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
  const std::vector<NodeId> symbols = graph_.symbols_of(expression);
  std::vector<double> values;
  for (const NodeId symbol : symbols) values.push_back(parameters_.at(symbol));
  const Tape tape(graph_, symbols, std::span(&expression, 1));
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
    require_finite_slopes(source);
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
    if (const auto input = inputs_.find(symbol); input != inputs_.end()) {
      const ProblemInput& source = problem_.inputs[input->second];
      if (source.expression == NodeId::none)
        replace(symbol, circuit_.voltage_symbol(input_node(input->second, 1, source.name)));
      else
        replace(symbol, circuit_expression(source.expression));
    } else if (const auto parameter = parameters_.find(symbol); parameter != parameters_.end()) {
      replace(symbol, to.constant(parameter->second));
    } else {  // t, the only other symbol that an input may hold
      replace(symbol, circuit_.time_symbol());
    }
  }
  return to.substitute(to.import(graph_, expression), with);
}

}  // namespace saddle
