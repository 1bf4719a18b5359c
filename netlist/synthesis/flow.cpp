#include <saddle/netlist/synthesis/flow.hpp>

#include <unordered_map>

namespace saddle {

namespace {

// [T 2.22] -df/dx_i, one reverse sweep for all variables.
void add_gradient_terms(const Problem& problem, Flow& flow) {
  std::vector<NodeId> variables;
  for (const ProblemVariable& variable : problem.variables) variables.push_back(variable.symbol);
  const std::vector<NodeId> gradient = flow.graph.gradient(problem.objective, variables);
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (flow.graph.is_constant(gradient[i], 0)) continue;
    flow.states[i].terms.push_back({FlowTerm::Role::gradient, -1, flow.graph.negate(gradient[i])});
  }
}

// [T 2.22] -lambda dg/dx_i and [T 2.26] -c g dg/dx_i on the variables, +g on the multiplier.
void add_constraint_terms(const Problem& problem, int alpha, const std::unordered_map<NodeId, int>& state_of,
                          Flow& flow) {
  Graph& graph = flow.graph;
  const ProblemConstraint& constraint = problem.constraints[alpha];
  const int multiplier = static_cast<int>(problem.variables.size()) + alpha;
  NodeId pull = NodeId::none;  // c g
  if (problem.method.method == Method::mdmm && problem.method.c != 0) {
    const std::string name = "violation(" + constraint.name + ")";
    flow.violations.push_back({alpha, name, graph.symbol(name), constraint.residual});
    pull = graph.multiply(graph.constant(problem.method.c), flow.violations.back().symbol);
  }

  std::vector<NodeId> variables;
  for (const NodeId symbol : graph.symbols_of(constraint.residual))
    if (state_of.contains(symbol)) variables.push_back(symbol);
  const std::vector<NodeId> gradient = graph.gradient(constraint.residual, variables);
  for (std::size_t k = 0; k < variables.size(); ++k) {
    FlowState& state = flow.states[state_of.at(variables[k])];
    const NodeId force = graph.multiply(flow.symbols[multiplier], gradient[k]);
    state.terms.push_back({FlowTerm::Role::multiplier, alpha, graph.negate(force)});
    if (pull == NodeId::none) continue;
    state.terms.push_back({FlowTerm::Role::penalty, alpha, graph.negate(graph.multiply(pull, gradient[k]))});
  }
  flow.states[multiplier].terms.push_back({FlowTerm::Role::constraint, alpha, constraint.residual});
}

}  // namespace

Flow make_flow(const Problem& problem) {
  Flow flow{.graph = problem.graph, .inputs = problem.inputs, .parameters = problem.parameters};
  std::unordered_map<NodeId, int> state_of;
  for (std::size_t i = 0; i < problem.variables.size(); ++i) {
    const ProblemVariable& variable = problem.variables[i];
    state_of[variable.symbol] = static_cast<int>(i);
    flow.states.push_back({FlowState::Type::variable,
                           static_cast<int>(i),
                           variable.name,
                           problem.method.tau,
                           variable.start,
                           {}});
    flow.symbols.push_back(variable.symbol);
  }
  for (std::size_t a = 0; a < problem.constraints.size(); ++a) {
    const std::string name = "lambda(" + problem.constraints[a].name + ")";
    flow.states.push_back(
        {FlowState::Type::multiplier, static_cast<int>(a), name, problem.method.multiplier_tau, 0, {}});
    flow.symbols.push_back(flow.graph.symbol(name));
  }
  add_gradient_terms(problem, flow);
  for (std::size_t a = 0; a < problem.constraints.size(); ++a)
    add_constraint_terms(problem, static_cast<int>(a), state_of, flow);
  return flow;
}

}  // namespace saddle
