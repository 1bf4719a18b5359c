#include <catch2/catch.hpp>
#include <cmath>

#include <saddle/export/ngspice/cross_check.hpp>
#include <saddle/export/spice/deck_error.hpp>

#include "export/support.hpp"

using namespace saddle;
using namespace saddle::test;

TEST_CASE("an RC step agrees with ngspice and with the closed form", "[cross_check]") {
  if (!have_ngspice()) return;
  const Comparison comparison = cross_check(rc_step());
  INFO(comparison.verdict);
  CHECK(comparison.agrees);
  CHECK(comparison.signals.size() == 3);
  CHECK(comparison.judge_runs >= 2);
  CHECK(comparison.judge_error <= 1e-4);
  CHECK(comparison.from > 0);  // with uic the first point is not compared
  CHECK(comparison.from < 1e-7);
  CHECK(comparison.to == 5e-6);
  CHECK(comparison.ngspice_seconds > 0);
  CHECK(comparison.reference.final_value("v(out)") == Approx(1 - std::exp(-5.0)).margin(1e-5));
  CHECK(comparison.ours.final_value("v(out)") == Approx(1 - std::exp(-5.0)).margin(1e-3));
  CHECK_THAT(comparison.verdict, Catch::StartsWith("agrees with ngspice: all 3 signals are within ") &&
                                     Catch::Contains("after the first step"));
}

TEST_CASE("the quadratic program of figure 3.1 agrees on every signal", "[cross_check]") {
  if (!have_ngspice()) return;
  const Comparison comparison = cross_check(figure_3_1());
  INFO(comparison.verdict);
  CHECK(comparison.agrees);
  CHECK(comparison.signals.size() == 10 + 6);  // nodes; sources and followers
  for (const SignalDifference& signal : comparison.signals) {
    INFO(signal.name);
    CHECK(signal.max_error <= 1e-3);
    CHECK(signal.rms_error <= signal.max_error);
  }
  CHECK(comparison.from == 0);
}

TEST_CASE("a careless run of Saddle is found out", "[cross_check]") {
  if (!have_ngspice()) return;
  const Comparison comparison = cross_check(figure_3_1(), {.tolerance = 1e-4, .relative_tolerance = 0.1});
  INFO(comparison.verdict);
  CHECK_FALSE(comparison.agrees);
  CHECK_THAT(comparison.verdict, Catch::StartsWith("does not agree with ngspice: "));
  CHECK(comparison.judge_error <= 1e-5);
}

TEST_CASE("a tolerance that ngspice itself cannot meet is not granted", "[cross_check]") {
  if (!have_ngspice()) return;
  const Comparison comparison = cross_check(figure_3_1(), {.tolerance = 1e-13});
  CHECK_FALSE(comparison.agrees);
  CHECK_THAT(comparison.verdict, Catch::StartsWith("ngspice cannot be the judge: "));
  CHECK(comparison.signals.empty());
}

TEST_CASE("a signal that does not move is measured against the others of its unit", "[cross_check]") {
  if (!have_ngspice()) return;
  Circuit circuit = rc_step();
  circuit.add_source(DeviceKind::voltage_source, "vref", {circuit.node("ref"), 0}, SourceWaveform::dc(5));
  circuit.add(DeviceKind::resistor, "rref", {circuit.node("ref"), 0}, {1e3});
  const Comparison comparison = cross_check(circuit);
  INFO(comparison.verdict);
  CHECK(comparison.agrees);
  for (const SignalDifference& signal : comparison.signals)
    if (signal.name == "v(ref)") CHECK(signal.swing < 1e-9);
}

TEST_CASE("an ngspice that hangs never agrees", "[cross_check]") {
  if (!have_ngspice()) return;
  const Comparison comparison = cross_check(figure_3_1(), {.timeout = 1e-3});
  CHECK_FALSE(comparison.agrees);
  CHECK(comparison.verdict == "ngspice did not finish within 0.001 s and was ended");
}

TEST_CASE("without ngspice there is no comparison", "[cross_check]") {
  const EnvironmentGuard guard("SADDLE_NGSPICE_LIBRARY", "/nonexistent/libngspice.so");
  CHECK_THROWS_AS(cross_check(rc_step()), NgspiceMissing);
}

TEST_CASE("options out of range are the caller's fault", "[cross_check]") {
  Circuit circuit = rc_step();
  CHECK_THROWS_WITH(cross_check(circuit, {.tolerance = 0}), "cross_check: the tolerance must be > 0");
  circuit.transient.reset();
  CHECK_THROWS_WITH(cross_check(circuit), "cross_check needs a stop time: the circuit has no .tran card");
}
