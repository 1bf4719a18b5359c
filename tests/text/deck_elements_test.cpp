#include <cmath>

#include "deck_testing.hpp"

namespace saddle {

using Names = std::vector<std::string>;
using Values = std::vector<double>;

TEST_CASE("a deck of elements becomes devices with nodes, values and places", "[text]") {
  const Circuit circuit = circuit_of(
      "An amplifier\n"
      "R1 In OUT 4.7k\n"
      "  C1 out gnd 10uF\n"
      "V1 in 0 DC 5\n"
      "I1 0 out 2m\n"
      "E1 e 0 in out 10\n"
      "G1 e 0 in out -1meg\n"
      ".end\n"
      "what follows .end is not read\n");
  CHECK(circuit.title == "An amplifier");
  CHECK(circuit.files == Names{"deck.cir"});
  CHECK(circuit.nodes == Names{"0", "in", "out", "e"});
  REQUIRE(circuit.devices.size() == 6);

  CHECK(device_of(circuit, "r1").kind == DeviceKind::resistor);
  CHECK(nodes_of(circuit, "r1") == Names{"in", "out"});
  CHECK(device_of(circuit, "r1").parameters == Values{4700});
  CHECK(device_of(circuit, "c1").kind == DeviceKind::capacitor);
  CHECK(nodes_of(circuit, "c1") == Names{"out", "0"});
  CHECK(device_of(circuit, "c1").parameters == Values{1e-5});
  CHECK(device_of(circuit, "v1").kind == DeviceKind::voltage_source);
  CHECK(device_of(circuit, "i1").kind == DeviceKind::current_source);
  CHECK(device_of(circuit, "e1").kind == DeviceKind::vcvs);
  CHECK(nodes_of(circuit, "e1") == Names{"e", "0", "in", "out"});
  CHECK(device_of(circuit, "e1").parameters == Values{10});
  CHECK(device_of(circuit, "g1").kind == DeviceKind::vccs);
  CHECK(device_of(circuit, "g1").parameters == Values{-1e6});

  const Place place = device_of(circuit, "c1").place;
  CHECK(place.file == 0);
  CHECK(place.line == 3);
  CHECK(place.column == 3);
}

TEST_CASE("suffixes follow SPICE: M is milli, MEG is mega, letters after them are a unit", "[text]") {
  const auto resistance = [](const std::string& value) {
    return device_of(circuit_of("t\nR1 a 0 " + value + "\nR2 a 0 1\n"), "r1").parameters[0];
  };
  CHECK(resistance("1M") == 1e-3);
  CHECK(resistance("1MEG") == 1e6);
  CHECK(resistance("1MegOhm") == 1e6);
  CHECK(resistance("2mil") == Approx(50.8e-6));
  CHECK(resistance("1e3k") == 1e6);
  CHECK(resistance("-.5") == -0.5);
  CHECK(resistance("5ohm") == 5);
}

TEST_CASE("parameters may come in any order and in braces, quotes or bare", "[text]") {
  const Circuit circuit = circuit_of(
      "t\n"
      ".param b={2*a} c='b+1'\n"
      "R1 n 0 {c}\n"
      "R2 n 0 'sqrt(d)*pi'\n"
      ".param a = 1k d = 3 * max(a, 2) + 1 e=1\n"
      "R3 n 0 {d*e}\n");
  CHECK(device_of(circuit, "r1").parameters == Values{2001});
  CHECK(device_of(circuit, "r2").parameters[0] == Approx(std::sqrt(3001.0) * 3.14159265358979));
  CHECK(device_of(circuit, "r3").parameters == Values{3001});
}

TEST_CASE("a behavioural source reads voltages, currents, time and parameters", "[text]") {
  const Circuit circuit = circuit_of(
      "t\n"
      "B1 out 0 V = {gain}*V(a,b) + I(V1) * TANH(v(a))\n"
      "+ + time\n"
      "B2 out 0 I='gain'*v(out)\n"
      "R1 out 0 1k\n"
      "V1 a b 1\n"
      "R2 b 0 1\n"
      ".param gain=3\n");
  const Device& first = device_of(circuit, "b1");
  CHECK(first.kind == DeviceKind::behavioural_voltage);
  CHECK(circuit.expressions.to_string(first.expression) == "3*(v(a) - v(b)) + i(v1)*tanh(v(a)) + time");
  const Device& second = device_of(circuit, "b2");
  CHECK(second.kind == DeviceKind::behavioural_current);
  CHECK(circuit.expressions.to_string(second.expression) == "3*v(out)");

  REQUIRE(circuit.probes.size() == circuit.expressions.symbols().size());
  for (std::size_t k = 0; k < circuit.probes.size(); ++k) {
    const std::string& symbol = circuit.expressions.symbols()[k];
    const Probe& probe = circuit.probes[k];
    if (symbol == "time") CHECK(probe.type == Probe::Type::time);
    if (symbol == "i(v1)") {
      CHECK(probe.type == Probe::Type::current);
      CHECK(probe.index == circuit.find_device("v1"));
    }
    if (symbol == "v(a)") {
      CHECK(probe.type == Probe::Type::voltage);
      CHECK(probe.index == circuit.find_node("a"));
    }
  }
}

TEST_CASE("the papers' devices are native again and their definitions are not read", "[text]") {
  const Circuit circuit = circuit_of(
      "t\n"
      ".param k=4\n"
      ".subckt saddle_ota out plus minus params: i0=1 alpha=1\n"
      "Q1 this is not for us {\n"
      ".subckt inner a\n"
      ".ends inner\n"
      ".ends saddle_ota\n"
      "Xamp o p 0 SADDLE_OTA alpha={2*k} i0=1u ; = lambda*(E - g)\n"
      "Xinv p o saddle_inverter\n"
      "Xf o p saddle_follower\n"
      "Xn p o saddle_negator\n"
      "Xo o p 0 saddle_opamp\n");
  const Device& amplifier = device_of(circuit, "xamp");
  CHECK(amplifier.kind == DeviceKind::ota);
  CHECK(nodes_of(circuit, "xamp") == Names{"o", "p", "0"});
  CHECK(amplifier.parameters[0] == 1e-6);
  CHECK(amplifier.parameters[1] == 8);
  CHECK(amplifier.term == "lambda*(E - g)");
  const Device& inverter = device_of(circuit, "xinv");
  CHECK(inverter.kind == DeviceKind::inverter);
  const auto defaults = device_info(DeviceKind::inverter).parameters;
  REQUIRE(inverter.parameters.size() == defaults.size());
  for (std::size_t k = 0; k < defaults.size(); ++k)
    CHECK(inverter.parameters[k] == defaults[k].default_value);
  CHECK(device_of(circuit, "xf").kind == DeviceKind::follower);
  CHECK(device_of(circuit, "xn").kind == DeviceKind::negator);
  CHECK(device_of(circuit, "xo").kind == DeviceKind::opamp);
}

TEST_CASE("the flip-flop example reads as two crossed inverters", "[text]") {
  std::vector<Warning> warnings;
  const Circuit circuit = read_circuit(SADDLE_SOURCE_DIR "/examples/flipflop.cir", &warnings);
  CHECK(warnings.empty());
  CHECK(circuit.devices.size() == 6);
  CHECK(device_of(circuit, "x1").kind == DeviceKind::inverter);
  // The slope in the middle is vpow * beta = -10.
  CHECK(device_of(circuit, "x1").parameters[0] * device_of(circuit, "x1").parameters[2] == -10);
  CHECK(nodes_of(circuit, "x1") == Names{"n1", "u1"});
  CHECK(nodes_of(circuit, "r1") == Names{"n2", "u1"});
  CHECK(nodes_of(circuit, "x2") == Names{"n2", "u2"});
  CHECK(nodes_of(circuit, "r2") == Names{"n1", "u2"});
  CHECK(circuit.initial_conditions.size() == 2);
  REQUIRE(circuit.transient);
  CHECK(circuit.transient->use_initial_conditions);
}

}  // namespace saddle
