#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

#include <saddle/solver/analyses/settle.hpp>

#include "solver/linear_system.hpp"
#include "solver/small_system.hpp"

using namespace saddle;
using namespace saddle::testing;
using Outcome = Settling::Outcome;

namespace {

// y' = rate(y) for one variable.
template <class Rate, class Slope>
SmallSystem flow(Rate rate, Slope slope) {
  return SmallSystem({{"x"}}, [=](const Point& at, SmallSystem::Out& out) {
    out.q(0) = at.y[0];
    out.C(0, 0) = 1;
    out.f(0) = -rate(at.y[0]);
    out.G(0, 0) = -slope(at.y[0]);
  });
}

// x'' + c(x) x' + x = 0, with c(x) = 2 d or mu (x^2 - 1).
SmallSystem oscillator(double d, double mu = 0) {
  return SmallSystem({{"x"}, {"v"}}, [=](const Point& at, SmallSystem::Out& out) {
    const double x = at.y[0], v = at.y[1];
    out.q(0) = x;
    out.q(1) = v;
    out.C(0, 0) = out.C(1, 1) = 1;
    out.f(0) = -v;
    out.G(0, 1) = -1;
    out.f(1) = 2 * d * v + mu * (x * x - 1) * v + x;
    out.G(1, 0) = 1 + 2 * mu * x * v;
    out.G(1, 1) = 2 * d + mu * (x * x - 1);
  });
}

}  // namespace

TEST_CASE("each variable settles when its own band says so", "[solver][settle]") {
  // x = 3 - 2 exp(-t), z' = -10 z from 1: 1% of the excursion is left at ln(100) time constants.
  SmallSystem system({{"x"}, {"z"}}, [](const Point& at, SmallSystem::Out& out) {
    out.q(0) = at.y[0];
    out.q(1) = at.y[1];
    out.C(0, 0) = out.C(1, 1) = out.G(0, 0) = 1;
    out.f(0) = at.y[0] - 3;
    out.f(1) = 10 * at.y[1];
    out.G(1, 1) = 10;
  });
  const double longest = GENERATE(50, 1e4);
  const Settling found = settle(system, {.initial = {1, 1}, .longest = longest});
  INFO(found.message);
  REQUIRE(found.outcome == Outcome::settled);
  CHECK(found.verified);
  CHECK(found.y[0] == Approx(3));
  CHECK(found.settling_times[0] == Approx(std::log(100)).epsilon(2e-3));
  CHECK(found.settling_times[1] == Approx(std::log(100) / 10).epsilon(2e-3));
  CHECK(found.slowest_variable == 0);

  const Settling absolute = settle(system, {.initial = {1, 1}, .longest = longest, .absolute_band = {0.2}});
  REQUIRE(absolute.outcome == Outcome::settled);
  CHECK(absolute.settling_times[0] == Approx(std::log(10)).epsilon(2e-3));
  CHECK(absolute.settling_times[1] == Approx(std::log(5) / 10).epsilon(2e-3));
}

TEST_CASE("a ringing variable settles when it leaves the band for the last time", "[solver][settle]") {
  // x = exp(-d t) (cos w t + d/w sin w t), d = 0.05. Its last exit from +-1% of the total excursion, found by
  // walking back.
  const double d = 0.05, w = std::sqrt(1 - d * d);
  const auto x = [&](double t) { return std::exp(-d * t) * (std::cos(w * t) + d / w * std::sin(w * t)); };
  const double band = 0.01 * (1 - x(std::numbers::pi / w));
  double expected = 200;
  while (std::abs(x(expected)) <= band) expected -= 1e-4;
  SmallSystem system = oscillator(d);
  const Settling found = settle(system, {.initial = {1, 0}, .longest = 1000});
  INFO(found.message);
  REQUIRE(found.outcome == Outcome::settled);
  CHECK(found.settling_times[0] == Approx(expected).epsilon(1e-3));
}

TEST_CASE("a jump to come is waited for", "[solver][settle]") {
  SmallSystem system({{"x"}}, [](const Point& at, SmallSystem::Out& out) {
    out.q(0) = at.y[0];
    out.C(0, 0) = out.G(0, 0) = 1;
    out.f(0) = at.y[0] - (at.time < 60 ? 0 : 1);
  });
  system.jumps = {60};
  const Settling found = settle(system, {.longest = 1000});
  INFO(found.message);
  REQUIRE(found.outcome == Outcome::settled);
  CHECK(found.settling_time == Approx(60 + std::log(100)).epsilon(1e-3));
}

TEST_CASE("what swings for ever is told from what rings down", "[solver][settle]") {
  SECTION("undamped") {
    SmallSystem system = oscillator(0);
    const Settling found = settle(system, {.initial = {1, 0}, .longest = 1e5});
    INFO(found.message);
    REQUIRE(found.outcome == Outcome::oscillates);
    CHECK(found.period == Approx(2 * std::numbers::pi).epsilon(1e-2));
    CHECK(found.amplitude == Approx(1).epsilon(1e-2));
    CHECK(found.end < 1e4);
  }
  SECTION("limit cycle of Van der Pol, mu = 1: period 6.6633, amplitude 2.0086") {
    SmallSystem system = oscillator(0, 1);
    const Settling found = settle(system, {.initial = {0.01, 0}, .longest = 1e5, .relative_tolerance = 1e-7});
    INFO(found.message);
    REQUIRE(found.outcome == Outcome::oscillates);
    CHECK(found.period == Approx(6.6633).epsilon(2e-3));
    if (found.variable == 0) CHECK(found.amplitude == Approx(2.0086).epsilon(2e-3));
  }
  SECTION("damped a little") {
    SmallSystem system = oscillator(0.002);
    const Settling found = settle(system, {.initial = {1, 0}, .longest = 1e5});
    INFO(found.message);
    REQUIRE(found.outcome == Outcome::settled);
    CHECK(found.settling_time == Approx(std::log(50) / 0.002).epsilon(2e-2));
  }
}

TEST_CASE("what runs away is named with how", "[solver][settle]") {
  SECTION("exponentially") {
    SmallSystem system = flow([](double x) { return 0.5 * x; }, [](double) { return 0.5; });
    const Settling found = settle(system, {.initial = {1}, .longest = 1000});
    INFO(found.message);
    REQUIRE(found.outcome == Outcome::runs_away);
    CHECK(found.variable == 0);
    CHECK(found.growth_rate == Approx(0.5).epsilon(1e-2));
    CHECK_THAT(found.message, Catch::Contains("'x'"));
  }
  SECTION("in finite time: x' = x^2 from 1 at t = 1") {
    SmallSystem system = flow([](double x) { return x * x; }, [](double x) { return 2 * x; });
    const double limit = GENERATE(1e9, 1e300);
    const Settling found = settle(system, {.initial = {1}, .longest = 100, .limit = limit});
    INFO(found.message);
    REQUIRE(found.outcome == Outcome::runs_away);
    CHECK(found.end == Approx(1).epsilon(1e-3));
  }
  SECTION("drifting") {
    SmallSystem system = flow([](double) { return -3.0; }, [](double) { return 0.0; });
    const Settling found = settle(system, {.longest = 100});
    INFO(found.message);
    REQUIRE(found.outcome == Outcome::runs_away);
    CHECK(found.drift == Approx(-3).epsilon(1e-3));
  }
}

TEST_CASE("what is slow is still moving, not settled", "[solver][settle]") {
  SmallSystem system = flow([](double x) { return 1e-3 * (1 - x); }, [](double) { return -1e-3; });
  for (const double longest : {1e-3, 1.0, 100.0, 2000.0}) {
    const Settling found = settle(system, {.longest = longest});
    INFO(found.message);
    CHECK(found.outcome == Outcome::still_moving);
    CHECK_THAT(found.message, Catch::Contains("still moving") && Catch::Contains("longest"));
  }
  const Settling found = settle(system, {.longest = 1e5});
  CHECK(found.outcome == Outcome::settled);
  CHECK(found.settling_time == Approx(1e3 * std::log(100)).epsilon(2e-3));
}

TEST_CASE("settling can be cancelled and names wrong options", "[solver][settle]") {
  SmallSystem system = oscillator(0);
  int calls = 0;
  const Settling found =
      settle(system, {.initial = {1, 0}, .longest = 1e5, .progress = [&](double) { return ++calls < 50; }});
  CHECK(found.outcome == Outcome::failed);
  REQUIRE(found.failure);
  CHECK(found.failure->kind == Failure::Kind::cancelled);
  CHECK_THROWS_WITH(settle(system, {}), Catch::Contains("longest"));
  CHECK_THROWS_WITH(settle(system, {.longest = 1, .band = 2}), Catch::Contains("band"));
}

TEST_CASE("a ladder of any size settles", "[solver][settle]") {
  // Driven by a step at the left; after the first mode alone is left the open end is 1 - 4/pi exp(-l1 t), and
  // 1% of it at ln(400/pi)/l1, to O(1/n).
  const int n = GENERATE(10, 1000);
  LinearSystem system = rc_ladder(n, 1, 1, 1);
  const Settling found = settle(system, {.longest = 100 / ladder_number(n, 1), .relative_tolerance = 1e-5});
  INFO(found.message);
  REQUIRE(found.outcome == Outcome::settled);
  CHECK(found.slowest_variable == n - 1);
  CHECK(found.settling_time * ladder_number(n, 1) == Approx(std::log(400 / std::numbers::pi)).epsilon(0.01));
}
