#include <saddle/netlist/problem/optimality.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <saddle/models/expression/tape.hpp>
#include <saddle/netlist/problem/input_values.hpp>
#include <saddle/netlist/problem/quadratic_program.hpp>
#include <saddle/solver/linear/sparse_lu.hpp>

namespace saddle {

namespace {

// Values of expressions of the problem at one state and time.
std::vector<double> evaluate(const Problem& problem, const Graph& graph, std::span<const NodeId> expressions,
                             std::span<const double> variables, double time) {
  std::vector<NodeId> symbols;
  std::vector<double> values;
  for (std::size_t i = 0; i < problem.variables.size(); ++i) {
    symbols.push_back(problem.variables[i].symbol);
    values.push_back(variables[i]);
  }
  std::vector<double> parameters;
  for (const ProblemParameter& parameter : problem.parameters) {
    symbols.push_back(parameter.symbol);
    values.push_back(parameter.value);
    parameters.push_back(parameter.value);
  }
  std::vector<double> inputs(problem.inputs.size());
  InputValues(problem.graph, problem.inputs, problem.parameters).at(time, parameters, inputs);
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    symbols.push_back(problem.inputs[k].symbol);
    values.push_back(inputs[k]);
  }
  if (const NodeId t = graph.find_symbol("t"); t != NodeId::none) {
    symbols.push_back(t);
    values.push_back(time);
  }
  const Tape tape(graph, symbols, expressions);
  std::vector<double> result(expressions.size()), work(tape.work_size());
  tape.run(values, result, work);
  return result;
}

}  // namespace

Optimality judge(const Problem& problem, std::span<const double> variables,
                 std::span<const double> multipliers, double time) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  Graph graph = problem.graph;
  std::vector<NodeId> expressions;
  for (const ProblemConstraint& constraint : problem.constraints) expressions.push_back(constraint.residual);
  const bool objective = problem.objective != NodeId::none;
  if (objective) {
    // The gradient of the Lagrangian f + sum lambda_a g_a, the multipliers being numbers now.
    NodeId lagrangian = problem.objective;
    for (std::size_t a = 0; a < problem.constraints.size(); ++a)
      lagrangian = graph.add(lagrangian,
                             graph.multiply(graph.constant(multipliers[a]), problem.constraints[a].residual));
    std::vector<NodeId> symbols;
    for (const ProblemVariable& variable : problem.variables) symbols.push_back(variable.symbol);
    const std::vector<NodeId> gradient = graph.gradient(lagrangian, symbols);
    expressions.push_back(problem.objective);
    expressions.insert(expressions.end(), gradient.begin(), gradient.end());
  }
  const std::vector<double> values = evaluate(problem, graph, expressions, variables, time);

  Optimality result{.objective = kNone, .stationarity = objective ? 0 : kNone};
  const std::size_t constraints = problem.constraints.size();
  for (std::size_t a = 0; a < constraints; ++a) {
    if (std::abs(values[a]) <= result.max_violation) continue;
    result.max_violation = std::abs(values[a]);
    result.worst_constraint = static_cast<int>(a);
  }
  if (!objective) return result;
  result.objective = values[constraints];
  for (std::size_t k = constraints + 1; k < values.size(); ++k)
    result.stationarity = std::max(result.stationarity, std::abs(values[k]));
  return result;
}

std::optional<ExactOptimum> exact_optimum(const Problem& problem, double time) {
  if (problem.objective == NodeId::none) return std::nullopt;
  const auto seen = as_quadratic_program(problem);
  const auto* program = std::get_if<QuadraticProgram>(&seen);
  if (!program) return std::nullopt;

  const int n = static_cast<int>(problem.variables.size()), m = static_cast<int>(problem.constraints.size());
  std::vector<MatrixEntry> entries = program->hessian;
  for (const MatrixEntry& a : program->jacobian) {
    entries.push_back({n + a.row, a.column, a.value});
    entries.push_back({a.column, n + a.row, a.value});
  }
  PatternBuilder builder(n + m);
  for (const MatrixEntry& entry : entries) builder.add(entry.row, entry.column);
  const Pattern pattern = builder.build();
  std::vector<double> matrix(pattern.entries(), 0.0);
  for (const MatrixEntry& entry : entries) matrix[pattern.slot(entry.row, entry.column)] += entry.value;

  std::vector<NodeId> sides = program->linear;
  sides.insert(sides.end(), program->right_side.begin(), program->right_side.end());
  std::vector<double> b = evaluate(problem, program->graph, sides, std::vector<double>(n, 0.0), time);
  for (int i = 0; i < n; ++i) b[i] = -b[i];

  SparseLu lu(pattern);
  if (!lu.factor(matrix).regular()) return std::nullopt;
  lu.solve(b);
  return ExactOptimum{{b.begin(), b.begin() + n}, {b.begin() + n, b.end()}};
}

}  // namespace saddle
