// Start values that no motion could begin with.
#include <catch2/catch.hpp>

#include <cmath>

#include <saddle/solver/analyses/settle.hpp>
#include <saddle/solver/analyses/transient.hpp>

#include "solver/small_system.hpp"

using namespace saddle;
using saddle::testing::SmallSystem;

namespace {

// q = v with v = 1: the capacitor lies across a source; the current i is whatever it takes.
SmallSystem capacitor_across_source() {
  return SmallSystem({{"v"}, {"i", 0, true}}, [](const Point& at, SmallSystem::Out& out) {
    out.q(0) = at.y[0];
    out.C(0, 0) = 1;
    out.f(0) = at.y[1];
    out.G(0, 1) = 1;
    out.f(1) = at.y[0] - 1;
    out.G(1, 0) = 1;
  });
}

// x' = u - 2 x mu, z' = w - 2 z mu, u' = -2 x lambda, w' = -2 z lambda - g, x^2 + z^2 = 1, x u + z w = 0.
SmallSystem pendulum() {
  return SmallSystem({{"x"}, {"z"}, {"u"}, {"w"}, {"lambda", 0, true}, {"mu", 0, true}},
                     [](const Point& at, SmallSystem::Out& out) {
                       const auto y = at.y;
                       for (int i = 0; i < 2; ++i) {
                         out.q(i) = y[i];
                         out.q(2 + i) = y[2 + i];
                         out.C(i, i) = out.C(2 + i, 2 + i) = 1;
                         out.f(i) = 2 * y[i] * y[5] - y[2 + i];
                         out.G(i, i) = 2 * y[5];
                         out.G(i, 5) = 2 * y[i];
                         out.G(i, 2 + i) = -1;
                         out.f(2 + i) = 2 * y[i] * y[4] + (i == 1 ? 9.81 : 0);
                         out.G(2 + i, i) = 2 * y[4];
                         out.G(2 + i, 4) = 2 * y[i];
                         out.G(4, i) = 2 * y[i];
                         out.G(5, i) = y[2 + i];
                         out.G(5, 2 + i) = y[i];
                       }
                       out.f(4) = y[0] * y[0] + y[1] * y[1] - 1;
                       out.f(5) = y[0] * y[2] + y[1] * y[3];
                     });
}

}  // namespace

TEST_CASE("a capacitor across a source of another voltage is an error that says all", "[solver][input]") {
  SmallSystem system = capacitor_across_source();
  const char* const message =
      "initial: the equations do not allow 'v' = 0 V: it would have to jump to 1 V at once; give consistent "
      "values of the differential variables, leave `initial` empty to begin at rest, or set correct_initial "
      "to begin where that jump leads";
  CHECK_THROWS_WITH(transient(system, {.stop = 1, .initial = {0, 0}}), message);
  CHECK_THROWS_WITH(settle(system, {.initial = {0, 0}, .longest = 1}), message);

  const auto corrected = transient(system, {.stop = 1, .initial = {0, 0}, .correct_initial = true});
  REQUIRE_FALSE(corrected.failure);
  CHECK(corrected.waveforms.signals[0].values.front() == Approx(1).epsilon(1e-12));
  CHECK(settle(system, {.initial = {0, 0}, .correct_initial = true, .longest = 1}).outcome ==
        Settling::Outcome::settled);
  CHECK_FALSE(transient(system, {.stop = 1, .initial = {1, 1234}}).failure);  // i is only a guess
}

TEST_CASE("a pendulum off its circle, or moving off it, is an error", "[solver][input]") {
  SmallSystem system = pendulum();
  CHECK_THROWS_WITH(
      transient(system, {.stop = 1, .initial = {1.1, 0, 0, 0, 0, 0}}),
      Catch::Contains("initial: the equations do not allow 'x' = 1.1 V: it would have to jump to 1 V"));
  CHECK_THROWS_WITH(
      transient(system, {.stop = 1, .initial = {1, 0, 0.5, 0, 0, 0}}),
      Catch::Contains("initial: the equations do not allow 'u' = 0.5 V: it would have to jump to 0 V"));
  const auto corrected =
      transient(system, {.stop = 0.1, .initial = {1.1, 0, 0.5, 0, 0, 0}, .correct_initial = true});
  REQUIRE_FALSE(corrected.failure);
  CHECK(std::hypot(corrected.final[0], corrected.final[1]) == Approx(1).epsilon(1e-9));
  // Algebraic variables may be anything.
  CHECK_FALSE(transient(system, {.stop = 0.1, .initial = {1, 0, 0, 0.3, -50, 7}}).failure);
}

TEST_CASE("what printed digits leave open is no inconsistency", "[solver][input]") {
  SmallSystem system = pendulum();
  const double phi = 1;  // seven digits of sin and cos, below a tolerance of 1e-10
  const auto result = transient(
      system, {.stop = 0.5, .relative_tolerance = 1e-10, .initial = {0.8414710, -0.5403023, 0, 0, 0, 0}});
  REQUIRE_FALSE(result.failure);
  CHECK(result.waveforms.signals[0].values.front() == Approx(std::sin(phi)).epsilon(1e-6));
}

TEST_CASE("what no charge depends on may be given as anything", "[solver][input]") {
  // A capacitor that floats between a and b, each tied to ground by a resistor: only a - b is kept. Both
  // nodes have a column in C. (1 V, 0 V) becomes (0.5 V, -0.5 V).
  SmallSystem system({{"a"}, {"b"}}, [](const Point& at, SmallSystem::Out& out) {
    out.q(0) = at.y[0] - at.y[1];
    out.q(1) = at.y[1] - at.y[0];
    out.C(0, 0) = out.C(1, 1) = 1;
    out.C(0, 1) = out.C(1, 0) = -1;
    for (int i = 0; i < 2; ++i) {
      out.f(i) = at.y[i];
      out.G(i, i) = 1;
    }
  });
  const auto result = transient(system, {.stop = 1, .initial = {1, 0}});
  REQUIRE_FALSE(result.failure);
  CHECK(result.waveforms.signals[0].values.front() == Approx(0.5).epsilon(1e-6));
  CHECK(result.waveforms.signals[1].values.front() == Approx(-0.5).epsilon(1e-6));
}

TEST_CASE("a variable beyond its bound cannot begin there", "[solver][input]") {
  SmallSystem system({{"x"}}, [](const Point& at, SmallSystem::Out& out) {
    out.q(0) = at.y[0];
    out.C(0, 0) = 1;
    out.f(0) = 1;
  });
  system.complementarity_rows = {{0, 0}};  // 0 <= x
  CHECK_THROWS_WITH(transient(system, {.stop = 1, .initial = {-2}}),
                    Catch::Contains("initial: the equations do not allow 'x' = -2 V"));
  CHECK_FALSE(transient(system, {.stop = 1, .initial = {2}}).failure);
}
