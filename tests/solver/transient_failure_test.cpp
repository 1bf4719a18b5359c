#include <catch2/catch.hpp>

#include <cmath>

#include <saddle/solver/analyses/transient.hpp>

#include "solver/small_system.hpp"

using namespace saddle;
using saddle::testing::SmallSystem;

namespace {

SmallSystem decay() {
  return SmallSystem({{"y"}}, [](const Point& at, SmallSystem::Out& out) {
    out.q(0) = at.y[0];
    out.C(0, 0) = 1;
    out.f(0) = at.y[0];
    out.G(0, 0) = 1;
  });
}

}  // namespace

TEST_CASE("a square root that leaves its domain ends the run and keeps what was computed", "[solver]") {
  // y' = -1/(2 sqrt y), y(0) = 1: y = (1 - 3t/4)^(2/3), which reaches 0 at 4/3 with infinite slope.
  SmallSystem system({{"y"}}, [](const Point& at, SmallSystem::Out& out) {
    out.q(0) = at.y[0];
    out.C(0, 0) = 1;
    out.f(0) = 0.5 / std::sqrt(at.y[0]);
    out.G(0, 0) = -0.25 / (at.y[0] * std::sqrt(at.y[0]));
  });
  const auto result = transient(system, {.stop = 2, .initial = {1}});
  REQUIRE(result.failure);
  CHECK_THAT(result.failure->where, Catch::Contains("y"));
  CHECK(result.failure->time == Approx(4.0 / 3).margin(3e-3));
  CHECK_THAT(result.failure->message, Catch::Contains("what was computed up to there is kept"));
  REQUIRE(result.waveforms.time.size() > 20);
  CHECK(result.waveforms.time.back() == result.failure->time);
  for (std::size_t k = 0; k < result.waveforms.time.size(); ++k) {
    const double t = result.waveforms.time[k];
    if (t > 1.3) continue;
    CHECK(result.waveforms.signals[0].values[k] == Approx(std::pow(1 - 0.75 * t, 2.0 / 3)).margin(2e-3));
  }
}

TEST_CASE("a NaN that no step avoids is reported with its row and time", "[solver]") {
  SmallSystem system({{"a"}, {"b"}}, [](const Point& at, SmallSystem::Out& out) {
    for (int i = 0; i < 2; ++i) {
      out.q(i) = at.y[i];
      out.C(i, i) = 1;
      out.f(i) = at.y[i];
      out.G(i, i) = 1;
    }
    if (at.time > 0.5) out.f(1) = std::nan("");
  });
  const auto result = transient(system, {.stop = 1, .initial = {1, 1}});
  REQUIRE(result.failure);
  CHECK(result.failure->kind == Failure::Kind::not_finite);
  CHECK(result.failure->where == "equation of 'b'");
  CHECK(result.failure->time == Approx(0.5).margin(1e-6));
  CHECK(result.waveforms.time.back() == Approx(0.5).margin(1e-6));
  CHECK(result.final[0] == Approx(std::exp(-0.5)).margin(1e-3));
}

TEST_CASE("a blow-up in finite time ends with the smallest step", "[solver]") {
  // y' = y^2, y(0) = 1: y = 1/(1 - t).
  SmallSystem system({{"y"}}, [](const Point& at, SmallSystem::Out& out) {
    out.q(0) = at.y[0];
    out.C(0, 0) = 1;
    out.f(0) = -at.y[0] * at.y[0];
    out.G(0, 0) = -2 * at.y[0];
  });
  const auto result = transient(system, {.stop = 2, .initial = {1}});
  REQUIRE(result.failure);
  CHECK(result.failure->where == "y");
  CHECK(result.failure->time == Approx(1).margin(1e-2));
}

TEST_CASE("a jump that nobody announced is passed", "[solver]") {
  // y' = -y for t < 1, then y' = -y + 5 although next_jump is silent.
  SmallSystem system({{"y"}}, [](const Point& at, SmallSystem::Out& out) {
    out.q(0) = at.y[0];
    out.C(0, 0) = 1;
    out.f(0) = at.y[0] - (at.time > 1 ? 5 : 0);
    out.G(0, 0) = 1;
  });
  const auto result = transient(system, {.stop = 3, .initial = {1}});
  REQUIRE_FALSE(result.failure);
  CHECK(result.final[0] == Approx(5 + (std::exp(-1) - 5) * std::exp(-2)).margin(2e-3));
}

TEST_CASE("progress can cancel", "[solver]") {
  SmallSystem system = decay();
  const auto result =
      transient(system, {.stop = 1, .initial = {1}, .progress = [](double time) { return time < 0.5; }});
  REQUIRE(result.failure);
  CHECK(result.failure->kind == Failure::Kind::cancelled);
  CHECK(result.failure->time >= 0.5);
  CHECK(result.waveforms.time.back() == result.failure->time);
}

TEST_CASE("a start without operating point is the operating point's failure", "[solver]") {
  SmallSystem system({{"v(x)"}}, [](const Point& at, SmallSystem::Out& out) {
    out.q(0) = at.y[0];
    out.C(0, 0) = 1;
    out.f(0) = -1;  // a current into a capacitor never rests
  });
  const auto result = transient(system, {.stop = 1});
  REQUIRE(result.failure);
  CHECK(result.failure->kind == Failure::Kind::singular);
  CHECK(result.failure->where == "v(x)");
  CHECK(result.waveforms.time.empty());
}

TEST_CASE("wrong transient options are named", "[solver]") {
  SmallSystem system = decay();
  CHECK_THROWS_WITH(transient(system, {}), "stop: expected x > start");
  CHECK_THROWS_WITH(transient(system, {.stop = 1, .start_saving = 1}), "start_saving: expected x < stop");
  CHECK_THROWS_WITH(transient(system, {.stop = 1, .max_step = -1}), "max_step: expected x >= 0");
  CHECK_THROWS_WITH(transient(system, {.stop = 1, .fixed_step = -1}), "fixed_step: expected x >= 0");
  CHECK_THROWS_WITH(transient(system, {.stop = 1, .relative_tolerance = 1}),
                    "relative_tolerance: expected 0 < x < 1");
  CHECK_THROWS_WITH(transient(system, {.stop = 1, .newton_iterations = 0}),
                    "newton_iterations: expected x >= 2");
  CHECK_THROWS_WITH(transient(system, {.stop = 1, .initial = {1, 2}}), "initial: expected 1 values, got 2");
  CHECK_THROWS_WITH(transient(system, {.stop = 1, .save = {1}}), "save: expected variables 0..0, got 1");
}
