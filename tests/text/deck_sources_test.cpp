#include "deck_testing.hpp"

namespace saddle {

namespace {

using Values = std::vector<double>;
using Shape = SourceWaveform::Shape;

SourceWaveform waveform_of(const std::string& source, const std::string& cards = ".tran 1u 1m\n") {
  const Circuit circuit = circuit_of("t\n" + cards + "V1 a 0 " + source + "\nR1 a 0 1k\n");
  return circuit.waveforms.at(static_cast<std::size_t>(device_of(circuit, "v1").waveform));
}

void check_waveform(const std::string& source, Shape shape, const Values& arguments) {
  INFO(source);
  const SourceWaveform waveform = waveform_of(source);
  CHECK(waveform.shape == shape);
  CHECK(waveform.arguments == arguments);
}

}  // namespace

TEST_CASE("sources take a DC value or a function of time", "[text]") {
  check_waveform("5", Shape::dc, {5});
  check_waveform("DC -2.5m", Shape::dc, {-2.5e-3});
  check_waveform("dc {2*3}", Shape::dc, {6});
  check_waveform("AC 1", Shape::dc, {0});
  check_waveform("PULSE(0 5 1u 2u 3u 4u 20u)", Shape::pulse, {0, 5, 1e-6, 2e-6, 3e-6, 4e-6, 2e-5});
  check_waveform("pulse 0 5 1u 2u 3u 4u 20u", Shape::pulse, {0, 5, 1e-6, 2e-6, 3e-6, 4e-6, 2e-5});
  check_waveform("DC 0 PULSE ( 0, 5, 1u, 2u, 3u, 4u, 20u ) AC 1 90", Shape::pulse,
                 {0, 5, 1e-6, 2e-6, 3e-6, 4e-6, 2e-5});
  check_waveform("SIN(1 2 1k 1u 3 90)", Shape::sine, {1, 2, 1000, 1e-6, 3, 90});
  check_waveform("SIN(1 2 1k)", Shape::sine, {1, 2, 1000, 0, 0, 0});
  check_waveform("PWL(0 1 1u {2+1} 2u 0)", Shape::piecewise_linear, {0, 1, 1e-6, 3, 2e-6, 0});
}

TEST_CASE("what a function of time leaves out comes from the .tran card", "[text]") {
  check_waveform("PULSE(0 5)", Shape::pulse, {0, 5, 0, 1e-6, 1e-6, 1e-3, 0});
  check_waveform("PULSE(0 5 1u 0 0 0)", Shape::pulse, {0, 5, 1e-6, 1e-6, 1e-6, 1e-3, 0});
  check_waveform("SIN(0 1)", Shape::sine, {0, 1, 1000, 0, 0, 0});
  // The card may come after the source.
  const Circuit circuit = circuit_of("t\nV1 a 0 PULSE(0 1)\nR1 a 0 1\n.tran 2u 4m\n");
  CHECK(circuit.waveforms[0].arguments == Values{0, 1, 0, 2e-6, 2e-6, 4e-3, 0});
}

TEST_CASE("a pulse may fill its whole period although the sum of its times is rounded", "[text]") {
  REQUIRE(1e-6 + 1e-6 + 5e-6 > 7e-6);  // in doubles
  check_waveform("PULSE(0 1 0 1u 1u 5u 7u)", Shape::pulse, {0, 1, 0, 1e-6, 1e-6, 5e-6, 7e-6});
}

TEST_CASE("the cards of a deck set its run, its options and its initial voltages", "[text]") {
  const Circuit circuit = circuit_of(
      "t\n"
      ".param t0=1m\n"
      ".TRAN 1u {2*t0} 0.5m 10u UIC\n"
      ".options RELTOL=1e-5 abstol={1p} vntol = 1n gmin=1f\n"
      ".option method=Gear\n"
      ".ic V(a)=1 v(b)={t0*1k}\n"
      "R1 a 0 1\n"
      "R2 b 0 1\n"
      "C1 0 c 1n IC=3\n"
      "R3 c 0 1\n"
      ".title Another Title\n");
  CHECK(circuit.title == "Another Title");
  REQUIRE(circuit.transient);
  CHECK(circuit.transient->step == 1e-6);
  CHECK(circuit.transient->stop == 2e-3);
  CHECK(circuit.transient->start == 0.5e-3);
  CHECK(circuit.transient->max_step == 1e-5);
  CHECK(circuit.transient->use_initial_conditions);
  CHECK(circuit.options.reltol == 1e-5);
  CHECK(circuit.options.abstol == 1e-12);
  CHECK(circuit.options.vntol == 1e-9);
  CHECK(circuit.options.gmin == 1e-15);
  CHECK(circuit.options.method == "gear");
  // c1 has its plus side at ground: node c begins at -3 V.
  CHECK(circuit.initial_conditions == std::vector<std::pair<int, double>>{{circuit.find_node("a"), 1},
                                                                          {circuit.find_node("b"), 1},
                                                                          {circuit.find_node("c"), -3}});
}

TEST_CASE("a deck without cards has no run and no options", "[text]") {
  const Circuit circuit = circuit_of("t\nR1 a 0 1\nR2 a 0 1\n");
  CHECK_FALSE(circuit.transient);
  CHECK_FALSE(circuit.options.reltol);
  CHECK_FALSE(circuit.options.method);
  CHECK(circuit.initial_conditions.empty());
}

}  // namespace saddle
