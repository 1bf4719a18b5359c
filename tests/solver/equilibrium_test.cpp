#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

#include <saddle/solver/analyses/equilibrium.hpp>

#include "solver/linear_system.hpp"
#include "solver/small_system.hpp"

using namespace saddle;
using namespace saddle::testing;

namespace {

// x'' + 2 d x' + sin x = 0: hanging at 0, standing at pi, and a slow leak z' = -z/100 beside it.
SmallSystem pendulum(double d) {
  return SmallSystem({{"angle"}, {"speed"}, {"leak"}}, [d](const Point& at, SmallSystem::Out& out) {
    for (int i = 0; i < 3; ++i) {
      out.q(i) = at.y[i];
      out.C(i, i) = 1;
    }
    out.f(0) = -at.y[1];
    out.G(0, 1) = -1;
    out.f(1) = 2 * d * at.y[1] + std::sin(at.y[0]);
    out.G(1, 1) = 2 * d;
    out.G(1, 0) = std::cos(at.y[0]);
    out.f(2) = at.y[2] / 100;
    out.G(2, 2) = 0.01;
  });
}

}  // namespace

TEST_CASE("a hanging pendulum is stable, with its slowest and its ringing mode", "[solver][equilibrium]") {
  SmallSystem system = pendulum(0.1);
  const Equilibrium found = equilibrium(system, {.guess = {0.3, 0, 1}});
  REQUIRE_FALSE(found.failure);
  CHECK(found.method == "Newton");
  CHECK(found.y[0] == Approx(0).margin(1e-9));
  CHECK(found.stable());
  REQUIRE(found.slowest);
  CHECK(found.slowest->time_constant == Approx(100));
  REQUIRE(found.slowest->participants.size() == 1);
  CHECK(found.slowest->participants[0].variable == "leak");
  REQUIRE(found.least_damped);
  CHECK(found.least_damped->damping_ratio == Approx(0.1));
  CHECK(found.least_damped->frequency == Approx(std::sqrt(1 - 0.01) / (2 * std::numbers::pi)));
  REQUIRE(found.least_damped->participants.size() == 2);
  CHECK(found.least_damped->participants[0].share == Approx(0.5));
}

TEST_CASE("a standing pendulum rests but is not stable", "[solver][equilibrium]") {
  SmallSystem system = pendulum(0.1);
  const Equilibrium found = equilibrium(system, {.guess = {3, 0, 0}});
  REQUIRE_FALSE(found.failure);
  CHECK(found.y[0] == Approx(std::numbers::pi));
  CHECK_FALSE(found.stable());
  REQUIRE(found.slowest);
  CHECK(found.slowest->s.real() == Approx(-0.1 + std::sqrt(1.01)));
  CHECK(found.slowest->time_constant < 0);
  CHECK_FALSE(found.least_damped);
}

TEST_CASE("without damping nothing is stable", "[solver][equilibrium]") {
  SmallSystem system = pendulum(0);
  const Equilibrium found = equilibrium(system);
  REQUIRE_FALSE(found.failure);
  CHECK_FALSE(found.stable());
  REQUIRE(found.least_damped);
  CHECK(found.least_damped->damping_ratio == Approx(0).margin(1e-12));
}

TEST_CASE("the equilibrium of a large ladder is its source's value, and it knows how slowly",
          "[solver][equilibrium]") {
  const int n = 2000;
  LinearSystem system = rc_ladder(n, 1, 1, 5);
  const Equilibrium found = equilibrium(system);
  REQUIRE_FALSE(found.failure);
  CHECK(found.y[n - 1] == Approx(5));
  CHECK(found.stable());
  CHECK_FALSE(found.modes->complete);
  REQUIRE(found.slowest);
  CHECK(found.slowest->time_constant == Approx(1 / ladder_number(n, 1)).epsilon(1e-6));
  REQUIRE_FALSE(found.slowest->participants.empty());
  CHECK(found.slowest->participants[0].variable == "y1999");  // the open end moves most
}

TEST_CASE("no equilibrium is a failure that says what was tried", "[solver][equilibrium]") {
  SmallSystem system({{"x"}}, [](const Point& at, SmallSystem::Out& out) {
    out.q(0) = at.y[0];
    out.C(0, 0) = 1;
    out.f(0) = -1 - at.y[0] * at.y[0];
    out.G(0, 0) = -2 * at.y[0];
  });
  const Equilibrium found = equilibrium(system);
  REQUIRE(found.failure);
  CHECK_THAT(found.failure->message, Catch::Contains("tried") && Catch::Contains("x"));
  CHECK_FALSE(found.stable());
  CHECK_THROWS_WITH(equilibrium(system, {.relative_tolerance = 2}), Catch::Contains("relative_tolerance"));
}
