#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <numbers>

#include <saddle/models/electrical/source_waveform.hpp>

using namespace saddle;

TEST_CASE("a pulse has SPICE's corners and repeats") {
  const SourceWaveform pulse = SourceWaveform::pulse(1, 3, 2, 1, 2, 4, 10);
  CHECK(pulse.value(0) == 1);
  CHECK(pulse.value(2.5) == Approx(2));
  CHECK(pulse.value(5) == 3);
  CHECK(pulse.value(8) == Approx(2));
  CHECK(pulse.value(9.5) == 1);
  for (const double t : {2.25, 4.0, 7.5, 9.9}) CHECK(pulse.value(t + 30) == Approx(pulse.value(t)));

  // From any time on, the corners come one after the other and none is missed.
  double t = 0;
  for (const double corner : {2, 3, 7, 9, 12, 13, 17, 19, 22}) {
    t = pulse.next_jump(t);
    CHECK(t == Approx(corner));
  }
  CHECK(pulse.next_jump(1e6 + 2) == Approx(1e6 + 3));
}

TEST_CASE("corners of a pulse strictly advance whatever rounding does") {
  const SourceWaveform pulse = SourceWaveform::pulse(0, 1, 0.1e-3, 1e-6, 1e-6, 0.3e-3, 0.7e-3);
  double t = 0;
  for (int k = 0; k < 4000; ++k) {
    const double next = pulse.next_jump(t);
    REQUIRE(next > t);
    REQUIRE(next - t < 0.5e-3);
    t = next;
  }
  CHECK(t == Approx(999 * 0.7e-3 + 0.1e-3 + 2e-6 + 0.3e-3).epsilon(1e-9));
}

TEST_CASE("a single pulse comes once") {
  const SourceWaveform pulse = SourceWaveform::pulse(0, 1, 1, 0.5, 0.5, 2, 0);
  CHECK(pulse.value(2) == 1);
  CHECK(pulse.value(100) == 0);
  CHECK(pulse.next_jump(10) == std::numeric_limits<double>::infinity());
}

TEST_CASE("a sine waits for its delay, then decays") {
  const SourceWaveform sine = SourceWaveform::sine(1, 2, 50, 0.01, 3, 90);
  CHECK(sine.value(0) == Approx(3));
  const double t = 0.013;
  CHECK(sine.value(t) == Approx(1 + 2 * std::exp(-3 * 0.003) *
                                        std::sin(2 * std::numbers::pi * 50 * 0.003 + std::numbers::pi / 2)));
  CHECK(sine.next_jump(0) == 0.01);
  CHECK(sine.period() == Approx(0.02));
}

TEST_CASE("piecewise linear holds its ends") {
  const SourceWaveform pwl = SourceWaveform::piecewise_linear({1, 10, 2, 20, 4, 0});
  CHECK(pwl.value(0) == 10);
  CHECK(pwl.value(1.5) == Approx(15));
  CHECK(pwl.value(3) == Approx(10));
  CHECK(pwl.value(9) == 0);
  CHECK(pwl.next_jump(1) == 2);
  CHECK(pwl.scaled(-2).value(1.5) == Approx(-30));
}

TEST_CASE("only a sine bounds the step that follows it") {
  CHECK(SourceWaveform::sine(0, 1, 1e3).longest_step() == Approx(1e-3 / 40));
  CHECK(SourceWaveform::dc(1).longest_step() == std::numeric_limits<double>::infinity());
}
