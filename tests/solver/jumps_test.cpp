#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include <saddle/solver/analyses/transient.hpp>

#include "solver/small_system.hpp"

using namespace saddle;
using saddle::testing::SmallSystem;

namespace {

constexpr double kTau = 0.1;

// An RC low-pass driven by a square wave that is 1 on (1, 2] and (3, 4], else 0; the input itself
// is an algebraic variable. On a flat part v = target + (v0 - target) exp(-(t - t0)/tau).
SmallSystem square_driven() {
  SmallSystem system({{"v"}, {"e", 0, true}}, [](const Point& at, SmallSystem::Out& out) {
    const double phase = at.time - 2 * std::floor(at.time / 2);
    const double input = at.source_scale * (phase > 1 || (phase == 0 && at.time > 0) ? 1.0 : 0.0);
    out.q(0) = kTau * at.y[0];
    out.C(0, 0) = kTau;
    out.f(0) = at.y[0] - at.y[1];
    out.G(0, 0) = 1;
    out.G(0, 1) = -1;
    out.f(1) = at.y[1] - input;
    out.G(1, 1) = 1;
  });
  system.jumps = {1, 2, 3, 4};
  return system;
}

double square_response(double t) {
  const auto relax = [](double from, double to, double time) {
    return to + (from - to) * std::exp(-time / kTau);
  };
  double v = 0;
  for (int k = 1; k <= 4; ++k) {
    if (t <= k) return k == 1 ? 0.0 : relax(v, k % 2 == 0 ? 1 : 0, t - (k - 1));
    if (k > 1) v = relax(v, k % 2 == 0 ? 1 : 0, 1);
  }
  return relax(v, 0, t - 4);
}

}  // namespace

TEST_CASE("steps end exactly at jumps and both sides are kept", "[solver]") {
  const auto integrator = GENERATE(Integrator::backward_euler, Integrator::trapezoidal, Integrator::gear2);
  SmallSystem system = square_driven();
  const auto result = transient(system, {.stop = 4.5, .integrator = integrator});
  REQUIRE_FALSE(result.failure);
  const Waveforms& w = result.waveforms;
  REQUIRE(w.time.front() == 0);
  REQUIRE(w.time.back() == 4.5);
  CHECK(std::is_sorted(w.time.begin(), w.time.end()));
  for (const double jump : system.jumps) {
    const auto at = std::equal_range(w.time.begin(), w.time.end(), jump);
    REQUIRE(at.second - at.first == 2);  // before and after
    const auto k = static_cast<std::size_t>(at.first - w.time.begin());
    const double after = static_cast<int>(jump) % 2 == 1 ? 1 : 0;
    CHECK(w.signals[1].values[k] == Approx(1 - after).margin(1e-12));
    CHECK(w.signals[1].values[k + 1] == Approx(after).margin(1e-12));
    CHECK(w.signals[0].values[k] == Approx(w.signals[0].values[k + 1]).margin(1e-9));
  }
  // Backward Euler of first order gathers more error per tolerance than the others.
  const double bound = integrator == Integrator::backward_euler ? 2e-2 : 1e-3;
  for (std::size_t k = 0; k < w.time.size(); ++k)
    CHECK(w.signals[0].values[k] == Approx(square_response(w.time[k])).margin(bound));
}

TEST_CASE("no step is a sliver", "[solver]") {
  SmallSystem system = square_driven();
  std::vector<double> ends{0};
  const auto result = transient(system, {.stop = 4.5, .max_step = 0.03, .progress = [&](double t) {
                                           ends.push_back(t);
                                           return true;
                                         }});
  REQUIRE_FALSE(result.failure);
  for (std::size_t k = 2; k + 1 < ends.size(); ++k) {
    const double before = ends[k] - ends[k - 1], h = ends[k + 1] - ends[k];
    CHECK(h <= 0.03 * (1 + 1e-9));
    const bool after_jump = std::count(system.jumps.begin(), system.jumps.end(), ends[k]) > 0;
    if (!after_jump) CHECK(h > 0.19 * before);
  }
}

TEST_CASE("nothing is kept before start_saving, and the first point is exactly there", "[solver]") {
  SmallSystem system = square_driven();
  const auto result = transient(system, {.stop = 2, .start_saving = 1.25, .save = {0}});
  REQUIRE_FALSE(result.failure);
  REQUIRE(result.waveforms.signals.size() == 1);
  CHECK(result.waveforms.signals[0].name == "v");
  CHECK(result.waveforms.signals[0].unit == "V");
  CHECK(result.waveforms.time.front() == 1.25);
  CHECK(result.waveforms.signals[0].values.front() == Approx(square_response(1.25)).margin(1e-3));
  CHECK(result.final.size() == 2);
}

TEST_CASE("given start values are made consistent", "[solver]") {
  // v is differential and keeps its 0.7; e was given as 5 but must be the input, 0.
  SmallSystem system = square_driven();
  const auto result = transient(system, {.stop = 0.5, .initial = {0.7, 5}});
  REQUIRE_FALSE(result.failure);
  CHECK(result.waveforms.time[0] == 0);
  CHECK(result.waveforms.time[1] > 0);
  CHECK(result.waveforms.signals[0].values[0] == Approx(0.7).epsilon(1e-10));
  CHECK(result.waveforms.signals[1].values[0] == Approx(0).margin(1e-12));
  CHECK(result.waveforms.final_value("v") == Approx(0.7 * std::exp(-5)).margin(2e-4));
}

TEST_CASE("a source across a capacitor may jump: no impulse stays in the waveforms", "[solver]") {
  // q = v with v = input: the current i is C dv/dt, an impulse at the jump and 0 after it.
  SmallSystem system({{"v"}, {"i", 0, true}}, [](const Point& at, SmallSystem::Out& out) {
    out.q(0) = at.y[0];
    out.C(0, 0) = 1;
    out.f(0) = at.y[1];
    out.G(0, 1) = 1;
    out.f(1) = at.y[0] - (at.time > 1 ? 1.0 : 0.0);
    out.G(1, 0) = 1;
  });
  system.jumps = {1};
  const auto result = transient(system, {.stop = 2, .integrator = Integrator::gear2});
  REQUIRE_FALSE(result.failure);
  for (const double i : result.waveforms.signals[1].values) CHECK(i == Approx(0).margin(1e-6));
  CHECK(result.waveforms.final_value("v") == Approx(1).epsilon(1e-12));
}
