#include "deck_testing.hpp"

namespace saddle {

using Names = std::vector<std::string>;

TEST_CASE("instances become devices with hierarchical names", "[text]") {
  const Circuit circuit = circuit_of(
      "t\n"
      "X1 in out divider r=2k\n"
      "Xb out 0 divider\n"
      "V1 in 0 1\n"
      ".subckt divider a b params: r=1k ratio={r/500}\n"
      "Ra a mid {r}\n"
      "Rb mid b {r*ratio} ; = half\n"
      "Rg mid gnd 1\n"
      ".ends divider\n");
  CHECK(circuit.nodes == Names{"0", "in", "x1.mid", "out", "xb.mid"});
  REQUIRE(circuit.devices.size() == 7);
  CHECK(circuit.devices[0].name == "x1.ra");
  CHECK(nodes_of(circuit, "x1.ra") == Names{"in", "x1.mid"});
  CHECK(nodes_of(circuit, "x1.rg") == Names{"x1.mid", "0"});
  CHECK(device_of(circuit, "x1.rb").parameters[0] == 8000);
  CHECK(device_of(circuit, "x1.rb").term == "half");
  CHECK(device_of(circuit, "x1.rb").place.line == 7);
  CHECK(nodes_of(circuit, "xb.rb") == Names{"xb.mid", "0"});
  CHECK(device_of(circuit, "xb.rb").parameters[0] == 2000);
}

TEST_CASE("subcircuits nest, and inner ones see the parameters of who uses them", "[text]") {
  const Circuit circuit = circuit_of(
      "t\n"
      ".param top=5\n"
      ".subckt outer a size=1\n"
      ".param twice={2*size}\n"
      ".subckt cell p q=1\n"
      "R1 p 0 {q*twice + top}\n"
      ".ends cell\n"
      "X1 a cell q={size}\n"
      "X2 n cell\n"
      "R1 a n 1\n"
      ".ends outer\n"
      "X1 a outer size=3\n"
      "R1 a 0 1\n");
  CHECK(device_of(circuit, "x1.x1.r1").parameters[0] == 3 * 6 + 5);
  CHECK(device_of(circuit, "x1.x2.r1").parameters[0] == 1 * 6 + 5);
  CHECK(nodes_of(circuit, "x1.x1.r1") == Names{"a", "0"});
  CHECK(nodes_of(circuit, "x1.x2.r1") == Names{"x1.n", "0"});
  CHECK_THROWS_AS(circuit_of("t\n.subckt outer a\n.subckt cell p\n.ends\n.ends\nX1 a cell\n"), InputError);
}

TEST_CASE("inside a subcircuit, expressions and initial voltages mean its own nodes and devices", "[text]") {
  const Circuit circuit = circuit_of(
      "t\n"
      ".subckt cell a p=1\n"
      "B1 a 0 V=v(n)*{p} + i(v1)\n"
      "V1 n 0 1\n"
      ".ic v(n)={p}\n"
      "Xinv a n saddle_inverter beta={-p}\n"
      ".ends\n"
      "X1 top cell p=7\n"
      "B2 top2 0 I=v(x1.n) + i(x1.v1)\n"
      "R1 top top2 1\n"
      "R2 top 0 1\n");
  CHECK(circuit.expressions.to_string(device_of(circuit, "x1.b1").expression) == "7*v(x1.n) + i(x1.v1)");
  CHECK(circuit.expressions.to_string(device_of(circuit, "b2").expression) == "v(x1.n) + i(x1.v1)");
  CHECK(circuit.initial_conditions == std::vector<std::pair<int, double>>{{circuit.find_node("x1.n"), 7}});
  CHECK(device_of(circuit, "x1.xinv").kind == DeviceKind::inverter);
  CHECK(device_of(circuit, "x1.xinv").parameters[2] == -7);
}

TEST_CASE("a port that a subcircuit does not use makes no node", "[text]") {
  const Circuit circuit = circuit_of(
      "t\n"
      ".subckt cell a unused\n"
      "R1 a 0 1\n"
      ".ends\n"
      "X1 top nowhere cell\n"
      "R1 top 0 1\n");
  CHECK(circuit.nodes == Names{"0", "top"});
}

TEST_CASE("subcircuits may use each other 100 levels deep and no deeper", "[text]") {
  std::string text = "t\nX1 a s0\n";
  for (int k = 0; k < 101; ++k) {
    const std::string here = std::to_string(k), next = std::to_string(k + 1);
    text += ".subckt s" + here + " a\nX1 a s" + next + "\n.ends\n";
  }
  text += ".subckt s101 a\nR1 a 0 1\n.ends\n";
  check_messages({{text,
                   "deck.cir:301:6: error: subcircuits use each other more than 100 levels deep\n"
                   "  X1 a s100\n"
                   "       ^"}});
}

}  // namespace saddle
