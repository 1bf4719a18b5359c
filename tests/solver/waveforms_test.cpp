#include <catch2/catch.hpp>

#include <cmath>

#include <saddle/solver/waveform/waveforms.hpp>

using namespace saddle;

TEST_CASE("signals are found by name", "[solver]") {
  const Waveforms w{"t", {0, 1}, {{"a", "V", {1, 2}}, {"b", "A", {3, 4}}}};
  REQUIRE(w.find("b") != nullptr);
  CHECK(w.find("b")->unit == "A");
  CHECK(w.find("c") == nullptr);
  CHECK(w.final_value("a") == 2);
  CHECK_THROWS_AS(w.final_value("c"), std::out_of_range);
}

TEST_CASE("interpolation is the straight line, held outside, the later value at a jump", "[solver]") {
  const std::vector<double> t{0, 1, 1, 3}, v{0, 2, 5, 1};
  CHECK(interpolate(t, v, -1) == 0);
  CHECK(interpolate(t, v, 0.25) == Approx(0.5));
  CHECK(interpolate(t, v, 1) == 5);
  CHECK(interpolate(t, v, 2) == Approx(3));
  CHECK(interpolate(t, v, 9) == 1);
}

TEST_CASE("differences are taken on both time bases, relative to swing", "[solver]") {
  // reference: the triangle 0 -> 4 -> 0 on [0, 2]; ours: the constant 0 with a bump of height
  // 4.5 at t = 1 on another base. Largest difference 0.5 at the apex, which only ours knows
  // of at 1 exactly; d is a hat of height 0.5 over [0, 2]: rms = 0.5/sqrt(3).
  const Waveforms reference{"", {0, 0.5, 1, 2}, {{"a", "V", {0, 2, 4, 0}}, {"only here", "V", {0, 0, 0, 0}}}};
  const Waveforms ours{"", {0, 1, 2}, {{"a", "V", {0, 4.5, 0}}}};
  const auto all = compare(ours, reference, 0, 2, 1e-9);
  REQUIRE(all.size() == 1);
  CHECK(all[0].name == "a");
  CHECK(all[0].swing == 4);
  CHECK(all[0].max_error == Approx(0.5 / 4));
  CHECK(all[0].worst_time == 1);
  CHECK(all[0].rms_error == Approx(0.5 / std::sqrt(3.0) / 4));

  // Inside [0, 0.5] the swing is 2 and the largest difference is at its end: 0.25.
  const auto part = compare(ours, reference, 0, 0.5, 1e-9);
  CHECK(part[0].swing == Approx(2));
  CHECK(part[0].max_error == Approx(0.125));
  CHECK(part[0].worst_time == 0.5);
}

TEST_CASE("jumps at the same time agree, and what does not move is measured by the floor", "[solver]") {
  const Waveforms a{"", {0, 1, 1, 2}, {{"step", "V", {0, 0, 1, 1}}, {"flat", "V", {3, 3, 3, 3}}}};
  const Waveforms b{
      "", {0, 0.7, 1, 1, 2}, {{"step", "V", {0, 0, 0, 1, 1}}, {"flat", "V", {3, 3, 3, 3, 3.001}}}};
  const auto all = compare(a, b, 0, 2, 0.1);
  CHECK(all[0].max_error == 0);
  CHECK(all[1].max_error == Approx(0.01));
}

TEST_CASE("a NaN is never agreement", "[solver]") {
  const Waveforms a{"", {0, 1, 2}, {{"a", "V", {0, NAN, 1}}}}, b{"", {0, 1, 2}, {{"a", "V", {0, 0.5, 1}}}};
  CHECK_FALSE(compare(a, b, 0, 2, 1e-9)[0].max_error <= 1e9);
  CHECK_FALSE(compare(b, a, 0, 2, 1e-9)[0].max_error <= 1e9);
}
