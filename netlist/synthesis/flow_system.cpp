#include <saddle/netlist/synthesis/flow_system.hpp>

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

namespace saddle {

namespace {

constexpr int kVariable = 0, kMultiplier = 1, kViolation = 2;

NodeId minus_terms(Graph& graph, const FlowState& state) {
  NodeId sum = graph.constant(0);
  for (const FlowTerm& term : state.terms) sum = graph.subtract(sum, term.node);
  return sum;
}

}  // namespace

FlowSystem::FlowSystem(const Flow& flow)
    : kinds_{{"variable", "", 1e-7}, {"multiplier", "", 1e-7}, {"violation", "", 1e-7}},
      states_(static_cast<int>(flow.states.size())),
      inputs_(flow.graph, flow.inputs, flow.parameters),
      input_count_(static_cast<int>(flow.inputs.size())),
      flow_(flow),
      symbols_(flow.symbols) {
  Graph& graph = flow_.graph;
  for (const FlowState& state : flow.states) {
    variables_.push_back(
        {state.name, state.type == FlowState::Type::multiplier ? kMultiplier : kVariable, false});
    tau_.push_back(state.tau);
    start_.push_back(state.start);
    row_expressions_.push_back(minus_terms(graph, state));
  }
  for (const FlowViolation& violation : flow.violations) {
    variables_.push_back({violation.name, kViolation, true});
    start_.push_back(0);
    symbols_.push_back(violation.symbol);
    row_expressions_.push_back(graph.subtract(violation.symbol, violation.definition));
  }
  for (const ProblemParameter& parameter : flow.parameters) {
    parameters_.push_back({parameter.name, "", parameter.value});
    parameter_values_.push_back(parameter.value);
  }

  std::vector<NodeId> in = symbols_;
  for (const ProblemInput& input : flow.inputs) in.push_back(input.symbol);
  for (const ProblemParameter& parameter : flow.parameters) in.push_back(parameter.symbol);

  const int n = static_cast<int>(variables_.size());
  std::unordered_map<NodeId, int> variable_of;
  for (int i = 0; i < n; ++i) variable_of[symbols_[i]] = i;
  PatternBuilder builder(n);
  std::vector<NodeId> out = row_expressions_;
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i < n; ++i) {
    std::vector<NodeId> used;
    for (const NodeId symbol : graph.symbols_of(out[i]))
      if (variable_of.contains(symbol)) used.push_back(symbol);
    const std::vector<NodeId> slopes = graph.gradient(out[i], used);
    for (std::size_t k = 0; k < used.size(); ++k) {
      if (graph.is_constant(slopes[k], 0)) continue;
      out.push_back(slopes[k]);
      entries.emplace_back(i, variable_of.at(used[k]));
      builder.add(i, entries.back().second);
    }
  }
  pattern_ = builder.build();
  for (const auto& [row, column] : entries) slopes_.push_back(pattern_.slot(row, column));
  for (int i = 0; i < states_; ++i) diagonal_.push_back(pattern_.slot(i, i));
  rows_ = Tape(graph, in, row_expressions_);
  rows_and_slopes_ = Tape(graph, in, out);
  in_.resize(in.size());
  out_.resize(out.size());
  work_.resize(std::max(rows_.work_size(), rows_and_slopes_.work_size()));
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
    rows_and_slopes_.run(in_, out_, work_);
  else
    rows_.run(in_, std::span(out_).first(n), work_);
  std::copy_n(out_.begin(), n, out.f.begin());
  std::fill(out.q.begin(), out.q.end(), 0.0);
  for (int i = 0; i < states_; ++i) {
    out.q[i] = tau_[i] * at.y[i];
    out.f[i] += at.gmin * at.y[i];
  }
  if (!jacobian) return;
  std::fill(out.C.begin(), out.C.end(), 0.0);
  std::fill(out.G.begin(), out.G.end(), 0.0);
  for (int i = 0; i < states_; ++i) {
    out.C[diagonal_[i]] = tau_[i];
    out.G[diagonal_[i]] = at.gmin;
  }
  for (std::size_t k = 0; k < slopes_.size(); ++k) out.G[slopes_[k]] += out_[n + k];
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
  for (std::size_t i = 0; i < n; ++i) values[graph[symbols_[i]].symbol] = in_[i];
  for (int k = 0; k < input_count_; ++k) values[graph[flow_.inputs[k].symbol].symbol] = in_[n + k];
  for (std::size_t k = 0; k < parameter_values_.size(); ++k)
    values[graph[flow_.parameters[k].symbol].symbol] = parameter_values_[k];
  const NodeId time = graph.symbol("t");
  values.resize(graph.symbols().size());
  values[graph[time].symbol] = at.time;

  ParameterColumn column;
  for (std::size_t i = 0; i < n; ++i) {
    // A parameter enters a row directly and through inputs that are formulas of it.
    const NodeId row = row_expressions_[i];
    double df = graph.value(graph.derivative(row, symbol), values);
    for (const ProblemInput& input : flow_.inputs) {
      if (input.expression == NodeId::none) continue;
      df += graph.value(graph.derivative(row, input.symbol), values) * at.source_scale *
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
