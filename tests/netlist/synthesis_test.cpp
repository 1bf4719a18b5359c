// What synthesis promises: the circuit's equations are the flow's, and the thesis's problem gives the
// thesis's circuit.
#include <catch2/catch.hpp>

#include <cmath>
#include <map>
#include <random>

#include <fmt/format.h>

#include <saddle/netlist/problem/optimality.hpp>
#include <saddle/netlist/synthesis/flow_system.hpp>
#include <saddle/netlist/synthesis/solve.hpp>
#include <saddle/netlist/synthesis/synthesize.hpp>
#include <saddle/netlist/text/readers.hpp>

#include "netlist/state_form.hpp"

using namespace saddle;

namespace {

Problem parse(const std::string& text) {
  return parse_problem(SourceText("test.opt", text));
}

const char* const kThesisProblem = R"(
param A = 1, B = 1, x0 = 1, y0 = 2
input E(t) = pulse(0.5, 1.5, 0.2m, 1u, 1u, 0.4m, 0.8m)
var x, y
minimize A*(x - x0)^2 + B*(y - y0)^2
subject to
  line: 2/7*x + 5/7*y = E
method bdmm(tau = 20u, multiplier_tau = 20u)
)";

// The rates dy/dt of the flow at a state; violations, where the flow has them, follow from the state.
std::vector<double> flow_rates(const Problem& problem, const std::vector<double>& y, double time) {
  const Flow flow = make_flow(problem);
  FlowSystem system(flow);
  Evaluation at(system.pattern());
  std::vector<double> all = y;
  all.resize(system.size(), 0.0);
  system.evaluate({.time = time, .y = all}, at, Need::residual);
  for (int k = static_cast<int>(y.size()); k < system.size(); ++k) all[k] = -at.f[k];
  system.evaluate({.time = time, .y = all}, at, Need::residual);
  std::vector<double> rates;
  for (std::size_t i = 0; i < y.size(); ++i) rates.push_back(-at.f[i] / flow.states[i].tau);
  return rates;
}

// The same from the linear circuit, through the readings.
std::vector<double> circuit_rates(Synthesis made, const std::vector<double>& y, double time) {
  set_level(made.circuit, Level::linear);
  std::vector<int> nodes;
  std::vector<double> volts;
  for (std::size_t k = 0; k < y.size(); ++k) {
    nodes.push_back(made.readings[k].node);
    volts.push_back(y[k] / made.readings[k].scale);
  }
  std::vector<double> rates = test::state_rates(made.circuit, nodes, volts, time);
  for (std::size_t k = 0; k < y.size(); ++k) rates[k] *= made.readings[k].scale;
  return rates;
}

void check_circuit_is_flow(const Problem& problem, unsigned seed) {
  const Synthesis made = synthesize(problem);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> value(-2, 2), when(0, 2e-3);
  for (int trial = 0; trial < 5; ++trial) {
    std::vector<double> y(problem.variables.size() + problem.constraints.size());
    for (double& v : y) v = value(random);
    const double time = when(random);
    const std::vector<double> from_flow = flow_rates(problem, y, time);
    const std::vector<double> from_circuit = circuit_rates(made, y, time);
    double scale = 0;
    for (const double rate : from_flow) scale = std::max(scale, std::abs(rate));
    for (std::size_t k = 0; k < y.size(); ++k) {
      INFO("state " << made.readings[k].name << " at t = " << time);
      CHECK(std::abs(from_circuit[k] - from_flow[k]) <= 1e-10 * scale);
    }
  }
}

}  // namespace

TEST_CASE("the flow of the thesis's problem is [T 3.3]") {
  const Problem problem = parse(kThesisProblem);
  const double x = 0.3, y = -0.7, lambda = 0.9, E = 0.5;
  const std::vector<double> rates = flow_rates(problem, {x, y, lambda}, 0);
  CHECK(rates[0] == Approx((-2 * x + 2 * 1 - 2.0 / 7 * lambda) / 20e-6));
  CHECK(rates[1] == Approx((-2 * y + 2 * 2 - 5.0 / 7 * lambda) / 20e-6));
  CHECK(rates[2] ==
        Approx((2.0 / 7 * x + 5.0 / 7 * y - E) / 20e-6));  // the sign of E as derived, not as printed
}

TEST_CASE("mdmm adds the penalty force of [T 2.26] and moves no resting place") {
  Problem problem = parse(kThesisProblem);
  const std::vector<double> at{0.3, -0.7, 0.9};
  const std::vector<double> basic = flow_rates(problem, at, 0);
  problem.method.method = Method::mdmm;
  problem.method.c = 3;
  const std::vector<double> modified = flow_rates(problem, at, 0);
  const double g = 2.0 / 7 * 0.3 + 5.0 / 7 * -0.7 - 0.5;
  CHECK(modified[0] - basic[0] == Approx(-3 * g * 2.0 / 7 / 20e-6));
  CHECK(modified[1] - basic[1] == Approx(-3 * g * 5.0 / 7 / 20e-6));
  CHECK(modified[2] == basic[2]);
  const Solution with = solve(problem);
  problem.method.method = Method::bdmm;
  const Solution without = solve(problem);
  for (const char* name : {"x", "y", "lambda(line)"}) CHECK(with[name] == Approx(without[name]));
}

TEST_CASE("the flow's Jacobian and parameter derivatives are slopes, nonlinear problems too") {
  const Problem problem = parse(R"(
param p = 0.7, r = 2
input E(t) = sin(0.5, 0.2, 1k)
input F(t) = p*t*1000 + r
var x, y, z
minimize p*exp(x)*y^2 + tanh(z*x) + r*z^4 + F*y
subject to
  ball: x^2 + y^2 + z^2 = r + E
  tilt: sin(x)*z - p*y = 0
method mdmm(c = 0.3)
)");
  const Flow flow = make_flow(problem);
  FlowSystem system(flow);
  std::vector<double> y{0.3, -0.8, 0.5, 0.4, -1.2, 0.6, -0.1};  // x y z, multipliers, violations
  const double time = 0.13e-3, h = 1e-6;
  Evaluation at(system.pattern()), up(system.pattern()), down(system.pattern());
  system.evaluate({.time = time, .y = y}, at, Need::jacobian);
  for (int j = 0; j < system.size(); ++j) {
    std::vector<double> plus = y, minus = y;
    plus[j] += h;
    minus[j] -= h;
    system.evaluate({.time = time, .y = plus}, up, Need::residual);
    system.evaluate({.time = time, .y = minus}, down, Need::residual);
    for (int i = 0; i < system.size(); ++i) {
      const int slot = system.pattern().find(i, j);
      const double slope = (up.f[i] - down.f[i]) / (2 * h);
      INFO("row " << i << ", column " << j);
      CHECK((slot < 0 ? 0.0 : at.G[slot]) == Approx(slope).margin(1e-7));
      CHECK((slot < 0 ? 0.0 : at.C[slot]) == Approx((up.q[i] - down.q[i]) / (2 * h)).margin(1e-14));
    }
  }
  std::vector<double> values;
  for (const Parameter& parameter : system.parameters()) values.push_back(parameter.value);
  for (std::size_t p = 0; p < values.size(); ++p) {
    std::vector<double> changed = values;
    changed[p] = values[p] + h;
    system.set_parameters(changed);
    system.evaluate({.time = time, .y = y}, up, Need::residual);
    changed[p] = values[p] - h;
    system.set_parameters(changed);
    system.evaluate({.time = time, .y = y}, down, Need::residual);
    system.set_parameters(values);
    std::vector<double> column(system.size(), 0.0);
    const ParameterColumn exact = system.parameter_derivative({.time = time, .y = y}, static_cast<int>(p));
    for (std::size_t k = 0; k < exact.rows.size(); ++k) column[exact.rows[k]] = exact.df[k];
    for (int i = 0; i < system.size(); ++i) {
      INFO("row " << i << ", parameter " << p);
      CHECK(column[i] == Approx((up.f[i] - down.f[i]) / (2 * h)).margin(1e-7));
    }
  }
}

TEST_CASE("the thesis's problem becomes the circuit of figure 3.1, device for device") {
  const Synthesis made = synthesize(parse(kThesisProblem));
  const Circuit& circuit = made.circuit;

  std::map<DeviceKind, int> count;
  for (const Device& device : circuit.devices) {
    ++count[device.kind];
    INFO(device.name);
    CHECK_FALSE(device.term.empty());
  }
  CHECK(count == std::map<DeviceKind, int>{{DeviceKind::resistor, 6},
                                           {DeviceKind::capacitor, 3},
                                           {DeviceKind::voltage_source, 3},
                                           {DeviceKind::follower, 3},
                                           {DeviceKind::ota, 1}});

  const auto node = [&](const char* name) {
    const int found = circuit.find_node(name);
    REQUIRE(found >= 0);
    return found;
  };
  const auto device = [&](const char* name) -> const Device& {
    const int found = circuit.find_device(name);
    INFO(name);
    REQUIRE(found >= 0);
    return circuit.devices[found];
  };
  const int x = node("x"), y = node("y"), lambda = node("lambda_line"), sum = node("sum_line"), e = node("e");
  const int xb = node("x_buf"), yb = node("y_buf"), lb = node("lambda_line_buf");
  using Nodes = std::vector<int>;
  CHECK(device("r_bias_x").nodes == Nodes{node("bias_x"), x});  // R2
  CHECK(device("r_couple_line_x").nodes == Nodes{lb, x});       // R1
  CHECK(device("c_x").nodes == Nodes{x, 0});                    // C1
  CHECK(device("r_bias_y").nodes == Nodes{node("bias_y"), y});  // R5
  CHECK(device("r_couple_line_y").nodes == Nodes{lb, y});       // R4
  CHECK(device("c_y").nodes == Nodes{y, 0});                    // C2
  CHECK(device("x_follow_x").nodes == Nodes{xb, x});
  CHECK(device("x_follow_y").nodes == Nodes{yb, y});
  CHECK(device("x_follow_lambda_line").nodes == Nodes{lb, lambda});
  CHECK(device("r_sum_line_x").nodes == Nodes{xb, sum});
  CHECK(device("r_sum_line_y").nodes == Nodes{yb, sum});
  CHECK(device("x_amp_line").nodes == Nodes{lambda, e, sum});
  CHECK(device("c_lambda_line").nodes == Nodes{lambda, 0});  // C3
  CHECK(device("v_e").nodes == Nodes{e, 0});

  // G1 : G4 = 2 : 5 in the couplings and in the sum.
  const auto conductance = [&](const char* name) { return 1 / device(name).parameters[0]; };
  CHECK(conductance("r_couple_line_x") / conductance("r_couple_line_y") == Approx(0.4));
  CHECK(conductance("r_sum_line_x") / conductance("r_sum_line_y") == Approx(0.4));
  // What the circuit minimises, by ERRATA: x0 = G2 Vx / (G1 + G2).
  const double g1 = conductance("r_couple_line_x"), g2 = conductance("r_bias_x");
  CHECK(g2 * circuit.waveforms[device("v_bias_x").waveform].value(0) / (g1 + g2) == Approx(1));
}

TEST_CASE("in the linear level the circuit's node equations are the flow's") {
  SECTION("the thesis's problem, bdmm") {
    check_circuit_is_flow(parse(kThesisProblem), 1);
  }
  SECTION("the thesis's problem, mdmm") {
    Problem problem = parse(kThesisProblem);
    problem.method.method = Method::mdmm;
    problem.method.c = 0.8;
    const Synthesis made = synthesize(problem);
    CHECK(made.circuit.find_device("r_penalty_line") >= 0);
    check_circuit_is_flow(problem, 2);
  }
  SECTION("negative weights, several constraints, inputs in the objective and formulas of inputs") {
    check_circuit_is_flow(parse(R"(
param w = 3, s = 0.5
input E(t) = sin(0.2, 1, 1k)
input F(t) = pulse(-1, 1, 0, 10u, 10u, 0.3m, 1m)
input ramp(t) = 100*t + s
var a, b, c, d
minimize w*(a - 2)^2 + b^2 + 0.25*c^2 - c*F + 7*(d + ramp)^2
subject to
  one:   2*a - 3*b = E
  two:   a + b + c - d = w*E - 0.5*F + 1
  three: -4*c + d = ramp
  four:  b - 0.1*d = 0
method mdmm(c = 0.2, tau = 5u, multiplier_tau = 40u)
)"),
                          3);
  }
}

TEST_CASE("random separable programmes: circuit equals flow, and both rest at the exact optimum") {
  const int seed = GENERATE(range(0, 40));
  std::mt19937 random(100 + seed);
  std::uniform_real_distribution<double> real(-3, 3), positive(0.1, 5);
  const int n = 2 + static_cast<int>(random() % 6), m = 1 + static_cast<int>(random() % (n - 1));
  std::string text = "var x0";
  for (int i = 1; i < n; ++i) text += fmt::format(", x{}", i);
  text += "\nminimize 0";
  for (int i = 0; i < n; ++i) text += fmt::format(" + {}*(x{} - ({}))^2", positive(random), i, real(random));
  text += "\nsubject to\n";
  for (int a = 0; a < m; ++a) {
    text += fmt::format("  c{}: 0", a);
    for (int i = 0; i < n; ++i)
      if (i == a || random() % 2) text += fmt::format(" + ({})*x{}", real(random), i);
    text += fmt::format(" = {}\n", real(random));
  }
  text += seed % 2 ? "method bdmm\n" : "method mdmm(c = 0.5)\n";
  INFO(text);
  const Problem problem = parse(text);
  check_circuit_is_flow(problem, seed);

  const auto exact = exact_optimum(problem, 0);
  REQUIRE(exact);
  const Solution flow = solve(problem), circuit = solve(synthesize(problem));
  CHECK(flow.status == Solution::Status::settled);
  CHECK(circuit.status == Solution::Status::settled);
  for (int i = 0; i < n; ++i) {
    CHECK(flow.variables[i].value == Approx(exact->variables[i]).epsilon(1e-9).margin(1e-9));
    CHECK(circuit.variables[i].value == Approx(exact->variables[i]).epsilon(1e-7).margin(1e-7));
  }
  for (int a = 0; a < m; ++a)
    CHECK(circuit.multipliers[a].value == Approx(exact->multipliers[a]).epsilon(1e-6).margin(1e-6));
  CHECK(judge(problem, exact->variables, exact->multipliers, 0).kkt_residual() < 1e-9);
  CHECK(flow.optimality.kkt_residual() < 1e-8);
}

TEST_CASE("what the resistive style cannot build is said with its place") {
  const auto message = [](const std::string& text) -> std::string {
    try {
      synthesize(parse(text));
    } catch (const SynthesisError& error) {
      return fmt::format("{}:{}: {}", error.place().line, error.place().column, error.what());
    }
    return "no error";
  };
  CHECK(message("var x, y\nminimize x^2 + y\nsubject to\n  x + y = 1\n") ==
        "2:10: the resistive style needs a positive quadratic term in every variable, but 'y' has none");
  CHECK(message("var x, y\nminimize x^2 + x*y + y^2\nsubject to\n  x + y = 1\n") ==
        "2:10: the resistive style needs a separable objective, but 'x' and 'y' occur in one product");
  CHECK(message("var x, y\nminimize x^2 - y^2\nsubject to\n  x + y = 1\n") ==
        "2:10: the resistive style needs a positive quadratic term in every variable, but 'y' has a negative "
        "one");
  CHECK(message("var x, y\nminimize x^4 + y^2\nsubject to\n  x + y = 1\n") ==
        "2:10: the resistive style needs a separable quadratic objective and linear constraints: the "
        "objective is not "
        "quadratic in 'x'");
  CHECK(message("var x, y\nminimize x^2 + y^2\nsubject to\n  disc: x^2 + y = 1\n") ==
        "4:3: the resistive style needs a separable quadratic objective and linear constraints: constraint "
        "'disc' is "
        "not linear");
}

TEST_CASE("solve tells infeasible, unbounded and unstable apart") {
  const Solution conflict =
      solve(parse("var x\nminimize x^2\nsubject to\n  a: x = 0\n  b: x = 1\nmethod mdmm(c = 1)\n"));
  CHECK(conflict.status == Solution::Status::infeasible);
  const Solution endless =
      solve(parse("var x, y\nminimize x + y\nsubject to\n  a: x - y = 0\nmethod mdmm(c = 1)\n"));
  CHECK(endless.status == Solution::Status::unbounded);
  // [T 4.4]: a linear objective without damping oscillates for ever; the penalty damps it.
  const std::string linear = "var x\nminimize x\nsubject to\n  a: x = 1\n";
  CHECK(solve(parse(linear + "method bdmm\n")).status == Solution::Status::unstable);
  CHECK(solve(parse(linear + "method mdmm(c = 1)\n")).status == Solution::Status::settled);
}

TEST_CASE("a constraint said twice is degenerate, not wrong") {
  const Solution twice = solve(parse(
      "var x, y\nminimize x^2 + y^2\nsubject to\n  a: x + y = 1\n  b: 2*x + 2*y = 2\nmethod mdmm(c = 1)\n"));
  CHECK(twice["x"] == Approx(0.5));
  CHECK(twice["y"] == Approx(0.5));
  CHECK(twice.optimality.kkt_residual() < 1e-6);
}

TEST_CASE("a constrained circuit keeps what the deck says of initial conditions") {
  const auto card = [](const std::string& cards) {
    Problem problem = parse("var x, y\nminimize x^2 + y^2\nsubject to\n  c: x + y = 1\nstop 2m\n");
    problem.objective = NodeId::none;
    problem.circuit = parse_circuit(
        SourceText("d.cir", "d\nv1 a 0 1\nr1 a b 1k\nr2 b c 1k\nc1 b 0 1n\nc2 c 0 1n\n" + cards));
    problem.circuit_nodes = {problem.circuit->find_node("b"), problem.circuit->find_node("c")};
    const Synthesis made = synthesize(problem);
    CHECK(made.circuit.transient->stop == 2e-3);
    return made.circuit.transient->use_initial_conditions;
  };
  CHECK(card(".tran 1u 1m uic\n"));
  CHECK_FALSE(card(".ic v(b)=0.7\n.tran 1u 1m\n"));
  CHECK_FALSE(card(".end\n"));
}
