// Right problems, checked for what they hold.
#include <catch2/catch.hpp>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

#include <saddle/netlist/text/readers.hpp>

using namespace saddle;

namespace {

Problem parse(const std::string& text, std::vector<Warning>* warnings = nullptr) {
  return parse_problem(SourceText("test.opt", text), warnings);
}

std::string text_of(const Problem& problem, NodeId id) {
  return problem.graph.to_string(id);
}

const std::string examples = std::string(SADDLE_SOURCE_DIR) + "/examples/";

}  // namespace

TEST_CASE("the thesis QP is read whole", "[problem]") {
  const Problem qp = read_problem(examples + "qp.opt");
  CHECK(qp.title == "closest point on a moving line");
  CHECK(qp.files == std::vector<std::string>{examples + "qp.opt"});
  REQUIRE(qp.parameters.size() == 4);
  CHECK(qp.parameters[3].name == "y0");
  CHECK(qp.parameters[3].value == 2);
  REQUIRE(qp.inputs.size() == 1);
  CHECK(qp.inputs[0].name == "E");
  CHECK(qp.inputs[0].waveform.shape == SourceWaveform::Shape::pulse);
  CHECK(qp.inputs[0].expression == NodeId::none);
  REQUIRE(qp.variables.size() == 2);
  CHECK(qp.variables[1].name == "y");
  CHECK(text_of(qp, qp.objective) == "A*(x - x0)^2 + B*(y - y0)^2");  // parameters stay symbols
  CHECK(qp.objective_text == "A*(x - x0)^2 + B*(y - y0)^2");
  REQUIRE(qp.constraints.size() == 1);
  CHECK(qp.constraints[0].name == "line");
  CHECK(qp.constraints[0].text == "2/7*x + 5/7*y = E");
  CHECK(text_of(qp, qp.constraints[0].residual) == "0.2857142857142857*x + 0.7142857142857143*y - E");
  CHECK(qp.method.method == Method::bdmm);
  CHECK_FALSE(qp.circuit);
}

TEST_CASE("places count from the first line and character", "[problem]") {
  const Problem p = parse("var x,\n    yy\nminimize  x^2 + yy^2\nsubject to\n  one: x = yy + 1\n");
  CHECK(p.variables[1].place.file == 0);
  CHECK(p.variables[1].place.line == 2);
  CHECK(p.variables[1].place.column == 5);
  CHECK(p.objective_place.line == 3);
  CHECK(p.objective_place.column == 11);
  CHECK(p.constraints[0].place.line == 5);
  CHECK(p.constraints[0].place.column == 3);
}

TEST_CASE("parameters are constants of earlier parameters", "[problem]") {
  const Problem p = parse("param A = 2k, B = A/4 + pi\nvar x start -B\nminimize B*x^2\nstop 10*A*1u");
  CHECK(p.parameters[0].value == 2000);
  CHECK(p.parameters[1].value == 500 + 3.141592653589793);
  CHECK(p.variables[0].start == -p.parameters[1].value);
  REQUIRE(p.stop);
  CHECK(*p.stop == Approx(20e-3).epsilon(1e-14));
}

TEST_CASE("users may shadow the constants e and pi", "[problem]") {
  const Problem p = parse("param e = 3, pi = e\nvar x\nminimize pi*x^2");
  CHECK(p.parameters[1].value == 3);
  CHECK(text_of(p, p.objective) == "pi*x^2");
}

TEST_CASE("inputs take the standard shapes or any expression of the time", "[problem]") {
  const Problem p = parse(R"(
param f = 1k
input a(t) = pulse(0, 1, 0, 1u, 1u, 2m, 4m)
input b(t) = sin(2.5, 2, f)
input c(t) = sin(0, 1, f, 1m, 10, 90)
input d(t) = pwl(0, 0, 1m, f/1000, 2m, -1)
input g(t) = 3*f
input h(t) = sin(2*pi*f*t) + exp(-t/1m)
input k(t) = sin(f)
var x
minimize (x - a - b - c - d - g - h - k(t))^2
)");
  using Shape = SourceWaveform::Shape;
  REQUIRE(p.inputs.size() == 7);
  CHECK(p.inputs[0].waveform.shape == Shape::pulse);
  CHECK(p.inputs[0].waveform.arguments == std::vector<double>{0, 1, 0, 1e-6, 1e-6, 2e-3, 4e-3});
  CHECK(p.inputs[1].waveform.shape == Shape::sine);
  CHECK(p.inputs[1].waveform.arguments == std::vector<double>{2.5, 2, 1000, 0, 0, 0});
  CHECK(p.inputs[2].waveform.arguments == std::vector<double>{0, 1, 1000, 1e-3, 10, 90});
  CHECK(p.inputs[3].waveform.shape == Shape::piecewise_linear);
  CHECK(p.inputs[3].waveform.arguments == std::vector<double>{0, 0, 1e-3, 1, 2e-3, -1});
  CHECK(p.inputs[4].waveform.shape == Shape::dc);
  CHECK(p.inputs[4].waveform.arguments == std::vector<double>{3000});
  CHECK(text_of(p, p.inputs[5].expression) == "sin(6.283185307179586*f*t) + exp(-t/0.001)");
  CHECK(p.inputs[6].waveform.shape == Shape::dc);  // the sine of a number
  CHECK(p.inputs[6].waveform.arguments == std::vector<double>{std::sin(1000.0)});
}

TEST_CASE("statements go on over lines where they cannot end", "[problem]") {
  const Problem p = parse(R"(
var x,
    y      # a comment, then (
minimize (x
          - 1)^2
       + y^2 // another "comment
subject to a: x +
  y = 1
  x
  - y = 2

b:
  2*x = y
)");
  CHECK(p.variables.size() == 2);
  CHECK(p.objective_text == "(x - 1)^2 + y^2");
  REQUIRE(p.constraints.size() == 3);
  CHECK(p.constraints[0].text == "x + y = 1");
  CHECK(p.constraints[1].text == "x - y = 2");
  CHECK(p.constraints[1].name == "c2");
  CHECK(p.constraints[2].name == "b");
}

TEST_CASE("constraints without a label are numbered around given names", "[problem]") {
  const Problem p = parse("var x\nminimize x^2\nsubject to\nc2: x = 1\nx = 2\nx = 3\nc1: x = 4\n");
  CHECK(p.constraints[0].name == "c2");
  CHECK(p.constraints[1].name == "c3");
  CHECK(p.constraints[2].name == "c4");
  CHECK(p.constraints[3].name == "c1");
}

TEST_CASE("statements may follow the constraints, and more constraints those", "[problem]") {
  const Problem p = parse("var x\nsubject to\nx = 1\nminimize x^2\nsubject to x = 2");
  CHECK(p.constraints.size() == 2);
}

TEST_CASE("methods take their options", "[problem]") {
  const Problem p = parse("var x\nminimize x^2\nmethod mdmm(c = 1/2, tau = 10u,\n multiplier_tau = 20us)");
  CHECK(p.method.method == Method::mdmm);
  CHECK(p.method.c == 0.5);
  CHECK(p.method.tau == 10e-6);
  CHECK(p.method.multiplier_tau == 20e-6);
  const Problem defaults = parse("var x\nminimize x^2\nmethod bdmm");
  CHECK(defaults.method.method == Method::bdmm);
  CHECK(defaults.method.tau == MethodChoice{}.tau);
  CHECK_FALSE(defaults.stop);
}

TEST_CASE("a variable that is used nowhere gets a warning", "[problem]") {
  std::vector<Warning> warnings;
  parse("var x, z\nminimize x^2", &warnings);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].message == "test.opt:1:8: warning: variable 'z' is used nowhere\n  var x, z\n         ^");
}

TEST_CASE("a circuit's node voltages are the variables of its constraints", "[problem]") {
  const SourceText source(examples + "test.opt", R"(circuit "flipflop.cir"
input E(t) = sin(2.5, 2, 500)
subject to
  2/7*V(u2) + 5/7*v(U1) = E
  V(u1, n1) = V(0)
method mdmm(c = 0.5, coupling = 7u)
)");
  const Problem p = parse_problem(source);
  REQUIRE(p.circuit);
  CHECK(p.objective == NodeId::none);
  REQUIRE(p.variables.size() == 3);
  CHECK(p.variables[0].name == "V(u2)");
  CHECK(p.variables[1].name == "V(u1)");
  CHECK(p.variables[2].name == "V(n1)");
  REQUIRE(p.circuit_nodes.size() == 3);
  for (std::size_t k = 0; k < 3; ++k)
    CHECK("V(" + p.circuit->nodes[static_cast<std::size_t>(p.circuit_nodes[k])] + ")" == p.variables[k].name);
  CHECK(p.variables[1].start == 2.51);  // .ic of the deck
  CHECK(text_of(p, p.constraints[1].residual) == "V(u1) - V(n1)");
  CHECK(p.method.coupling == 7e-6);
}

TEST_CASE("a problem of a hundred thousand variables is read in linear work", "[problem]") {
  constexpr int variables = 100'000;
  std::string names = "var x0", objective = "minimize x0^2", constraints = "subject to\n";
  for (int k = 1; k < variables; ++k) {
    const std::string name = "x" + std::to_string(k), before = "x" + std::to_string(k - 1);
    names += ", " + name;
    objective += " + " + name + "^2";
    constraints += before + " + 2*" + name + " = " + std::to_string(k) + "\n";
  }
  const std::clock_t begin = std::clock();
  const Problem p = parse(names + "\n" + objective + "\n" + constraints);
  CHECK(p.constraints.size() == variables - 1);
  CHECK(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC < 10);  // measured below 1 s
}
