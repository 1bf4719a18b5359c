#include <saddle/netlist/synthesis/flow_system.hpp>

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

namespace saddle {

NodeId FlowSystem::rate(Graph& graph, int state) const {
  NodeId sum = graph.constant(0);
  for (const FlowTerm& term : flow_.states[state].terms) sum = graph.add(sum, term.node);
  return sum;
}

FlowSystem::FlowSystem(const Flow& flow)
    : kinds_{{"variable", "", 1e-7}, {"multiplier", "", 1e-7}},
      inputs_(flow.graph, flow.inputs, flow.parameters),
      input_count_(static_cast<int>(flow.inputs.size())),
      flow_(flow) {
  const int n = static_cast<int>(flow.states.size());
  std::unordered_map<NodeId, int> state_of;
  for (int i = 0; i < n; ++i) {
    const FlowState& state = flow.states[i];
    variables_.push_back({state.name, state.type == FlowState::Type::multiplier ? 1 : 0, false});
    tau_.push_back(state.tau);
    start_.push_back(state.start);
    state_of[flow.symbols[i]] = i;
  }
  for (const ProblemParameter& parameter : flow.parameters) {
    parameters_.push_back({parameter.name, "", parameter.value});
    parameter_values_.push_back(parameter.value);
  }

  std::vector<NodeId> in = flow.symbols;
  for (const ProblemInput& input : flow.inputs) in.push_back(input.symbol);
  for (const ProblemParameter& parameter : flow.parameters) in.push_back(parameter.symbol);

  Graph& graph = flow_.graph;
  PatternBuilder builder(n);
  std::vector<NodeId> out;
  for (int i = 0; i < n; ++i) out.push_back(rate(graph, i));
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i < n; ++i) {
    std::vector<NodeId> symbols;
    for (const NodeId symbol : graph.symbols_of(out[i]))
      if (state_of.contains(symbol)) symbols.push_back(symbol);
    const std::vector<NodeId> slopes = graph.gradient(out[i], symbols);
    for (std::size_t k = 0; k < symbols.size(); ++k) {
      if (graph.is_constant(slopes[k], 0)) continue;
      out.push_back(slopes[k]);
      entries.emplace_back(i, state_of.at(symbols[k]));
      builder.add(i, entries.back().second);
    }
  }
  pattern_ = builder.build();
  for (const auto& [row, column] : entries) slopes_.push_back(pattern_.slot(row, column));
  for (int i = 0; i < n; ++i) diagonal_.push_back(pattern_.slot(i, i));
  rates_ = Tape(graph, in, std::span(out).first(n));
  rates_and_slopes_ = Tape(graph, in, out);
  in_.resize(in.size());
  out_.resize(out.size());
  work_.resize(std::max(rates_.work_size(), rates_and_slopes_.work_size()));
}

std::string FlowSystem::row_name(int row) const {
  return "equation of '" + variables_[row].name + "'";
}

void FlowSystem::load_inputs(const Point& at) {
  const std::size_t n = variables_.size();
  std::copy(at.y.begin(), at.y.end(), in_.begin());
  inputs_.at(at.time, parameter_values_, std::span(in_).subspan(n, input_count_));
  for (int k = 0; k < input_count_; ++k) in_[n + k] *= at.source_scale;
  std::copy(parameter_values_.begin(), parameter_values_.end(), in_.begin() + n + input_count_);
}

void FlowSystem::evaluate(const Point& at, Evaluation& out, Need need) {
  const std::size_t n = variables_.size();
  load_inputs(at);
  out.limited = false;
  const bool jacobian = need == Need::jacobian;
  if (jacobian)
    rates_and_slopes_.run(in_, out_, work_);
  else
    rates_.run(in_, std::span(out_).first(n), work_);
  for (std::size_t i = 0; i < n; ++i) {
    out.q[i] = tau_[i] * at.y[i];
    out.f[i] = -out_[i] + at.gmin * at.y[i];
  }
  if (!jacobian) return;
  std::fill(out.C.begin(), out.C.end(), 0.0);
  std::fill(out.G.begin(), out.G.end(), 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    out.C[diagonal_[i]] = tau_[i];
    out.G[diagonal_[i]] = at.gmin;
  }
  for (std::size_t k = 0; k < slopes_.size(); ++k) out.G[slopes_[k]] -= out_[n + k];
}

void FlowSystem::start(std::span<double> y) const {
  std::copy(start_.begin(), start_.end(), y.begin());
}

void FlowSystem::set_parameters(std::span<const double> values) {
  if (values.size() != parameter_values_.size())
    throw std::invalid_argument("set_parameters: expected " + std::to_string(parameter_values_.size()) +
                                " values, got " + std::to_string(values.size()));
  parameter_values_.assign(values.begin(), values.end());
  for (std::size_t k = 0; k < values.size(); ++k) parameters_[k].value = values[k];
}

ParameterColumn FlowSystem::parameter_derivative(const Point& at, int parameter) {
  Graph& graph = flow_.graph;
  const NodeId symbol = flow_.parameters.at(parameter).symbol;
  load_inputs(at);
  // By symbol index: what each symbol of the graph is worth now.
  std::vector<double> values(graph.symbols().size(), 0.0);
  const std::size_t n = variables_.size();
  for (std::size_t i = 0; i < n; ++i) values[graph[flow_.symbols[i]].symbol] = in_[i];
  for (int k = 0; k < input_count_; ++k) values[graph[flow_.inputs[k].symbol].symbol] = in_[n + k];
  for (std::size_t k = 0; k < parameter_values_.size(); ++k)
    values[graph[flow_.parameters[k].symbol].symbol] = parameter_values_[k];
  const NodeId time = graph.symbol("t");
  values.resize(graph.symbols().size());
  values[graph[time].symbol] = at.time;

  ParameterColumn column;
  for (std::size_t i = 0; i < n; ++i) {
    // A parameter enters a rate directly and through inputs that are formulas of it.
    const NodeId sum = rate(graph, static_cast<int>(i));
    double df = -graph.value(graph.derivative(sum, symbol), values);
    for (const ProblemInput& input : flow_.inputs) {
      if (input.expression == NodeId::none) continue;
      df -= graph.value(graph.derivative(sum, input.symbol), values) * at.source_scale *
            graph.value(graph.derivative(input.expression, symbol), values);
    }
    if (df == 0) continue;
    column.rows.push_back(static_cast<int>(i));
    column.df.push_back(df);
    column.dq.push_back(0);
  }
  return column;
}

}  // namespace saddle
