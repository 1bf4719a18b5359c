// Derivation. With H_ii = d2f/dx_i2 and p_i = df/dx_i at x = 0 the flow is
//     tau dx_i/dt      = -H_ii x_i - p_i - sum_a a_ai (lambda_a + c g_a)
//     tau_m dlambda_a/dt = g_a = sum_i a_ai x_i - e_a.
// One conductance kappa [S] stands for one unit of force. Node x_i with capacitor C, resistor B_i to
// a bias voltage V_i and couplings G_ai to the voltages +-L_a obeys [T 3.4]
//     C dx_i/dt = -(B_i + sum_a G_ai) x_i + B_i V_i + sum_a sign(a_ai) G_ai L_a,
// which is kappa times the flow when
//     C = kappa tau,   B_i = kappa H_ii - sum_a G_ai,   B_i V_i = -kappa p_i,
//     G_ai = Gamma_a |a_ai| / s_a  with  s_a = sum_i |a_ai|,   lambda_a = -(Gamma_a / (s_a kappa)) L_a.
// The amplifier gives C3 dL_a/dt = K (e_a/s_a - sum) = -K g_a / s_a, hence
//     C3 = tau_m Gamma_a K / (s_a^2 kappa),   R3 = c tau_m / C3.
// The couplings load the nodes; B_i must stay positive. Gamma_a is chosen so that they take half of
// kappa H_ii at the most: Gamma_a = kappa/2 min_i H_ii / S_i with S_i = sum_a |a_ai| / s_a.
#include <saddle/netlist/synthesis/resistive.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include <saddle/netlist/problem/quadratic_program.hpp>
#include <saddle/netlist/synthesis/drive.hpp>
#include <saddle/netlist/synthesis/multiplier_cell.hpp>
#include <saddle/netlist/synthesis/naming.hpp>

namespace saddle {

namespace {

QuadraticProgram quadratic_program(const Problem& problem) {
  auto program = as_quadratic_program(problem);
  if (const auto* no = std::get_if<NotQuadratic>(&program))
    throw SynthesisError(
        "the resistive style needs a separable quadratic objective and linear constraints: " + no->why,
        no->place);
  return std::get<QuadraticProgram>(std::move(program));
}

// H_ii, or the reason why this objective has no circuit of resistors.
std::vector<double> separable_hessian(const Problem& problem, const QuadraticProgram& program) {
  std::vector<double> diagonal(problem.variables.size(), 0.0);
  for (const MatrixEntry& entry : program.hessian) {
    if (entry.row == entry.column) {
      diagonal[entry.row] = entry.value;
      continue;
    }
    throw SynthesisError("the resistive style needs a separable objective, but '" +
                             problem.variables[entry.row].name + "' and '" +
                             problem.variables[entry.column].name + "' occur in one product",
                         problem.objective_place);
  }
  for (std::size_t i = 0; i < diagonal.size(); ++i)
    if (!(diagonal[i] > 0))
      throw SynthesisError("the resistive style needs a positive quadratic term in every variable, but '" +
                               problem.variables[i].name + "' has " +
                               (diagonal[i] < 0 ? "a negative one" : "none"),
                           problem.objective_place);
  return diagonal;
}

// A constraint's weights a_ai and their sum s_a.
struct Row {
  std::vector<MatrixEntry> weights;
  double sum = 0;
  double share(const MatrixEntry& entry) const { return std::abs(entry.value) / sum; }
};

std::vector<Row> rows_of(const Problem& problem, const QuadraticProgram& program) {
  std::vector<Row> rows(problem.constraints.size());
  for (const MatrixEntry& entry : program.jacobian) {
    rows[entry.row].weights.push_back(entry);
    rows[entry.row].sum += std::abs(entry.value);
  }
  for (std::size_t a = 0; a < rows.size(); ++a)
    if (rows[a].weights.empty())
      throw SynthesisError(
          "constraint '" + problem.constraints[a].name + "' has no variable left: every weight is 0",
          problem.constraints[a].place);
  return rows;
}

// Gamma_a for every constraint, so that the couplings take half of `stiffness` [S] of a node at most.
std::vector<double> choose_couplings(const std::vector<Row>& rows, const std::vector<double>& stiffness) {
  std::vector<double> share(stiffness.size(), 0.0);  // S_i
  for (const Row& row : rows)
    for (const MatrixEntry& entry : row.weights) share[entry.column] += row.share(entry);
  std::vector<double> couplings;
  for (const Row& row : rows) {
    double coupling = std::numeric_limits<double>::infinity();
    for (const MatrixEntry& entry : row.weights)
      coupling = std::min(coupling, stiffness[entry.column] / (2 * share[entry.column]));
    couplings.push_back(coupling);
  }
  return couplings;
}

// What a term of a state reads as. Terms lie in the order of their constraints, the gradient (-1) first.
std::string term_text(const Flow& flow, int state, FlowTerm::Role role, int constraint) {
  const std::vector<FlowTerm>& terms = flow.states[state].terms;
  auto term = std::lower_bound(terms.begin(), terms.end(), constraint,
                               [](const FlowTerm& t, int c) { return t.constraint < c; });
  for (; term != terms.end() && term->constraint == constraint; ++term)
    if (term->role == role)
      return "d/dt " + flow.states[state].name + ": " + flow.graph.to_string(term->node);
  return "";
}

std::string weight_text(const MatrixEntry& entry, const std::string& variable) {
  Graph graph;
  return graph.to_string(graph.multiply(graph.constant(entry.value), graph.symbol(variable)));
}

TransientCard transient_card(const Problem& problem, double slowest) {
  double stop = 0;
  for (const ProblemInput& input : problem.inputs) stop = std::max(stop, 2 * input.waveform.period());
  if (stop == 0) stop = 20 * slowest;
  if (problem.stop) stop = *problem.stop;
  return {.step = stop / 1000, .stop = stop, .use_initial_conditions = true};
}

}  // namespace

Synthesis synthesize_resistive(const Problem& problem, const SynthesisOptions& options) {
  QuadraticProgram program = quadratic_program(problem);
  const std::vector<double> hessian = separable_hessian(problem, program);
  const auto rows = rows_of(problem, program);
  const MethodChoice& method = problem.method;
  const double kappa = options.conductance / *std::max_element(hessian.begin(), hessian.end());
  std::vector<double> stiffness = hessian;
  for (double& s : stiffness) s *= kappa;
  const std::vector<double> couplings = choose_couplings(rows, stiffness);

  Synthesis made{.problem = problem, .flow = make_flow(problem)};
  const Flow& flow = *made.flow;
  Circuit& circuit = made.circuit;
  circuit.title = problem.title.empty() ? "constrained optimization by Saddle" : problem.title;
  circuit.files = problem.files;
  circuit.transient = transient_card(problem, method.tau);
  Drive drive(program.graph, problem, circuit);
  Buffers buffers(circuit);

  std::vector<int> nodes;
  for (const ProblemVariable& variable : problem.variables) {
    nodes.push_back(add_node(circuit, variable.name));
    circuit.initial_conditions.emplace_back(nodes.back(), variable.start);
    made.readings.push_back({variable.name, nodes.back(), 1});
  }
  std::vector<double> bias = stiffness;  // B_i
  for (std::size_t a = 0; a < rows.size(); ++a)
    for (const MatrixEntry& entry : rows[a].weights)
      bias[entry.column] -= couplings[a] * rows[a].share(entry);

  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::string& name = problem.variables[i].name;
    const std::string term = term_text(flow, static_cast<int>(i), FlowTerm::Role::gradient, -1);
    const int source = drive.node(program.linear[i], -kappa / bias[i], "bias_" + name, term);
    add_resistor(circuit, "bias_" + name, source, nodes[i], bias[i], term);
    add_capacitor(circuit, name, nodes[i], kappa * method.tau, "integrates " + name);
  }

  const double transconductance = options.amplifier_current * options.amplifier_alpha;
  for (std::size_t a = 0; a < rows.size(); ++a) {
    const ProblemConstraint& constraint = problem.constraints[a];
    const double sum = rows[a].sum;
    MultiplierCell cell{.name = constraint.name,
                        .text = constraint.text,
                        .coupling = couplings[a],
                        .i0 = options.amplifier_current,
                        .alpha = options.amplifier_alpha};
    for (const MatrixEntry& entry : rows[a].weights) {
      const std::string& name = problem.variables[entry.column].name;
      cell.taps.push_back({nodes[entry.column], entry.value, name,
                           term_text(flow, entry.column, FlowTerm::Role::multiplier, static_cast<int>(a)),
                           constraint.name + ": " + weight_text(entry, name)});
    }
    cell.target = drive.node(program.right_side[a], 1 / sum, "target_" + constraint.name,
                             "right side of " + constraint.name + ": " + constraint.text);
    cell.capacitance = method.multiplier_tau * couplings[a] * transconductance / (sum * sum * kappa);
    if (method.method == Method::mdmm)
      cell.series_resistance = method.c * method.multiplier_tau / cell.capacitance;
    const int node = add_multiplier_cell(circuit, buffers, cell);
    circuit.initial_conditions.emplace_back(node, 0.0);
    made.readings.push_back({"lambda(" + constraint.name + ")", node, -couplings[a] / (sum * kappa)});
  }
  return made;
}

// The circuit's own conductances play the part of kappa H: the resistors at each node. The
// multiplier is the current per unit of weight that the constraint puts into the nodes.
Synthesis constrain_circuit(const Problem& problem, const SynthesisOptions& options) {
  QuadraticProgram program = quadratic_program(problem);
  const auto rows = rows_of(problem, program);
  const MethodChoice& method = problem.method;

  Synthesis made{.problem = problem, .circuit = *problem.circuit};
  Circuit& circuit = made.circuit;
  if (!problem.title.empty()) circuit.title = problem.title;
  if (problem.stop || !circuit.transient) {  // the deck's word on initial conditions stands
    const bool use_initial_conditions = circuit.transient && circuit.transient->use_initial_conditions;
    circuit.transient = transient_card(problem, method.multiplier_tau);
    circuit.transient->use_initial_conditions = use_initial_conditions;
  }

  std::vector<double> at_node(circuit.nodes.size(), 0.0);
  for (const Device& device : circuit.devices)
    if (device.kind == DeviceKind::resistor)
      for (const int node : device.nodes) at_node[node] += 1 / device.parameters[0];
  std::vector<double> stiffness;
  for (const int node : problem.circuit_nodes)
    stiffness.push_back(at_node[node] > 0 ? at_node[node] : options.conductance);
  std::vector<double> couplings = choose_couplings(rows, stiffness);

  Drive drive(program.graph, problem, circuit);
  Buffers buffers(circuit);
  for (std::size_t k = 0; k < problem.variables.size(); ++k)
    made.readings.push_back({problem.variables[k].name, problem.circuit_nodes[k], 1});
  const double transconductance = options.amplifier_current * options.amplifier_alpha;
  for (std::size_t a = 0; a < rows.size(); ++a) {
    const ProblemConstraint& constraint = problem.constraints[a];
    const double sum = rows[a].sum;
    if (method.coupling > 0) couplings[a] = method.coupling * sum;
    MultiplierCell cell{.name = constraint.name,
                        .text = constraint.text,
                        .coupling = couplings[a],
                        .i0 = options.amplifier_current,
                        .alpha = options.amplifier_alpha};
    for (const MatrixEntry& entry : rows[a].weights) {
      const int node = problem.circuit_nodes[entry.column];
      const std::string name = circuit.nodes[node];
      const std::string weighted = weight_text(entry, "V(" + name + ")");
      cell.taps.push_back({node, entry.value, name, "force of " + constraint.name + " on " + weighted,
                           constraint.name + ": " + weighted});
    }
    cell.target = drive.node(program.right_side[a], 1 / sum, "target_" + constraint.name,
                             "right side of " + constraint.name + ": " + constraint.text);
    cell.capacitance = method.multiplier_tau * transconductance / sum;
    if (method.method == Method::mdmm)
      cell.series_resistance = method.c * method.multiplier_tau / cell.capacitance;
    const int node = add_multiplier_cell(circuit, buffers, cell);
    made.readings.push_back({"lambda(" + constraint.name + ")", node, -couplings[a] / sum});
  }
  return made;
}

}  // namespace saddle
