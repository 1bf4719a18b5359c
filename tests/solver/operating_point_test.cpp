#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

#include <saddle/solver/analyses/modes.hpp>
#include <saddle/solver/analyses/operating_point.hpp>

#include "solver/small_system.hpp"

using namespace saddle;
using saddle::testing::SmallSystem;

TEST_CASE("plain Newton finds a nonlinear rest point and counts its iterations", "[solver]") {
  // y exp(y) = 1 at the omega constant 0.567143...
  SmallSystem system({{"y"}}, [](const Point& at, SmallSystem::Out& out) {
    out.q(0) = at.y[0];
    out.C(0, 0) = 1;
    out.f(0) = at.y[0] * std::exp(at.y[0]) - 1;
    out.G(0, 0) = (1 + at.y[0]) * std::exp(at.y[0]);
  });
  const OperatingPoint found = operating_point(system);
  REQUIRE_FALSE(found.failure);
  CHECK(found.method == "Newton");
  CHECK(found.y[0] == Approx(0.56714329040978384).epsilon(1e-12));
  CHECK(found.newton_iterations >= 3);
  CHECK(found.newton_iterations <= 10);
}

TEST_CASE("damping saves Newton where full steps diverge", "[solver]") {
  // From y = 3 Newton on atan(y) overshoots further each time; damped it comes home.
  SmallSystem system({{"y"}}, [](const Point& at, SmallSystem::Out& out) {
    out.f(0) = std::atan(at.y[0]);
    out.G(0, 0) = 1 / (1 + at.y[0] * at.y[0]);
  });
  system.start_values = {3};
  const OperatingPoint found = operating_point(system);
  REQUIRE_FALSE(found.failure);
  CHECK(found.method == "Newton");
  CHECK(found.y[0] == Approx(0).margin(1e-9));
}

TEST_CASE("a value that is not finite on the way only shortens the step", "[solver]") {
  // log(y) from y = 5: the first full step goes to 5 - 5 log 5 < 0.
  SmallSystem system({{"y"}}, [](const Point& at, SmallSystem::Out& out) {
    out.f(0) = std::log(at.y[0]);
    out.G(0, 0) = 1 / at.y[0];
  });
  system.start_values = {5};
  const OperatingPoint found = operating_point(system);
  REQUIRE_FALSE(found.failure);
  CHECK(found.y[0] == Approx(1).epsilon(1e-9));
}

namespace {

// Without help the slope vanishes between the start and the answer: f = y^3 - 2 y + 2 cycles
// between 0 and 1, and its only real root is -1.7692923542386314. `help` adds to f what a homotopy
// would. With damping the iteration is caught at the local minimum of |f| near 0.816.
SmallSystem trap(std::function<void(const Point&, SmallSystem::Out&)> help) {
  return SmallSystem({{"y"}}, [help](const Point& at, SmallSystem::Out& out) {
    const double y = at.y[0];
    out.q(0) = y;
    out.C(0, 0) = 1;
    out.f(0) = y * y * y - 2 * y + 2;
    out.G(0, 0) = 3 * y * y - 2;
    help(at, out);
  });
}
constexpr double kRoot = -1.7692923542386314;

}  // namespace

TEST_CASE("gmin stepping where Newton fails", "[solver]") {
  // A conductance of 1000 gmin makes f monotone at gmin = 1e-2 (slope >= 8) with its root at -0.24;
  // as it falls the root moves continuously to the answer.
  SmallSystem system = trap([](const Point& at, SmallSystem::Out& out) {
    out.f(0) += 1000 * at.gmin * at.y[0];
    out.G(0, 0) += 1000 * at.gmin;
  });
  const OperatingPoint found = operating_point(system);
  REQUIRE_FALSE(found.failure);
  CHECK(found.method == "gmin stepping");
  CHECK(found.y[0] == Approx(kRoot).epsilon(1e-9));
}

TEST_CASE("source stepping where Newton and gmin stepping fail", "[solver]") {
  // With the source s: f = y^3 - 2 y + 2 + 10 (1 - s)(1 + y): at s = 0 it is monotone, root near -1.1.
  SmallSystem system = trap([](const Point& at, SmallSystem::Out& out) {
    const double off = 10 * (1 - at.source_scale);
    out.f(0) += off * (1 + at.y[0]);
    out.G(0, 0) += off;
  });
  const OperatingPoint found = operating_point(system);
  REQUIRE_FALSE(found.failure);
  CHECK(found.method == "source stepping");
  CHECK(found.y[0] == Approx(kRoot).epsilon(1e-9));
}

TEST_CASE("pseudo-transient continuation where all else fails", "[solver]") {
  // y' = -f flows from 0 down to the only root, which is stable: f > 0 to its right.
  SmallSystem system = trap([](const Point&, SmallSystem::Out&) {});
  const OperatingPoint found = operating_point(system);
  REQUIRE_FALSE(found.failure);
  CHECK(found.method == "pseudo-transient");
  CHECK(found.y[0] == Approx(kRoot).epsilon(1e-9));
}

TEST_CASE("no rest point: the message names the variable and all that was tried", "[solver]") {
  SmallSystem system({{"v(in)"}, {"v(out)"}}, [](const Point& at, SmallSystem::Out& out) {
    for (int i = 0; i < 2; ++i) {
      out.q(i) = at.y[i];
      out.C(i, i) = 1;
    }
    out.f(0) = at.y[0] - 1;
    out.G(0, 0) = 1;
    out.f(1) = at.y[1] * at.y[1] + at.y[0];  // no real root
    out.G(1, 1) = 2 * at.y[1];
    out.G(1, 0) = 1;
  });
  system.start_values = {0, 0.5};
  const OperatingPoint found = operating_point(system);
  REQUIRE(found.failure);
  CHECK(found.method.empty());
  CHECK(found.failure->where == "v(out)");
  CHECK_THAT(found.failure->message,
             Catch::StartsWith("no operating point: 'v(out)' did not converge (last "));
  CHECK_THAT(found.failure->message,
             Catch::Contains("tried Newton, gmin stepping, source stepping, pseudo-transient"));
}

TEST_CASE("a singular matrix names what nothing determines", "[solver]") {
  SECTION("a node with no connection") {
    SmallSystem system({{"v(a)"}, {"v(x)"}}, [](const Point& at, SmallSystem::Out& out) {
      out.f(0) = at.y[0] - 1;
      out.G(0, 0) = 1;
    });
    const OperatingPoint found = operating_point(system);
    REQUIRE(found.failure);
    CHECK(found.failure->kind == Failure::Kind::singular);
    CHECK(found.failure->where == "v(x)");
    CHECK_THAT(found.failure->message, Catch::Contains("the matrix is singular: nothing determines 'v(x)'"));
    CHECK_THAT(found.failure->message,
               Catch::Contains("say too little or contradict each other: equation of 'v(x)';"));
  }
  SECTION("two voltage sources in parallel") {
    SmallSystem system({{"v(a)"}, {"i(v1)"}, {"i(v2)"}}, [](const Point& at, SmallSystem::Out& out) {
      out.f(0) = 1e-3 * at.y[0] + at.y[1] + at.y[2];
      out.G(0, 0) = 1e-3;
      out.G(0, 1) = out.G(0, 2) = 1;
      for (int source = 1; source <= 2; ++source) {
        out.f(source) = at.y[0] - source;
        out.G(source, 0) = 1;
      }
    });
    const OperatingPoint found = operating_point(system);
    REQUIRE(found.failure);
    CHECK_THAT(
        found.failure->message,
        Catch::Contains("the matrix is singular: nothing determines 'i(v1)', 'i(v2)'; equations that say "
                        "too little or contradict each other: equation of 'i(v1)', equation of 'i(v2)';"));
  }
  SECTION("two nodes joined to each other only, a third that is fine") {
    const double g = 0.1;  // 0.1 cancels to rounding or to zero, as the order of elimination has it
    SmallSystem system({{"v(a)"}, {"v(b)"}, {"v(c)"}}, [g](const Point& at, SmallSystem::Out& out) {
      out.f(0) = g * (at.y[0] - at.y[1]) - 1;
      out.f(1) = g * (at.y[1] - at.y[0]) + 1;
      out.G(0, 0) = out.G(1, 1) = g;
      out.G(0, 1) = out.G(1, 0) = -g;
      out.f(2) = at.y[2] - 3;
      out.G(2, 2) = 1;
    });
    const OperatingPoint found = operating_point(system);
    REQUIRE(found.failure);
    CHECK(found.failure->kind == Failure::Kind::singular);
    CHECK_THAT(found.failure->message, Catch::Contains("'v(a)'") && Catch::Contains("'v(b)'"));
    CHECK_THAT(found.failure->message, !Catch::Contains("v(c)"));
  }
}

TEST_CASE("an equation that is never finite is named", "[solver]") {
  SmallSystem system({{"a"}, {"b"}}, [](const Point& at, SmallSystem::Out& out) {
    out.f(0) = at.y[0];
    out.G(0, 0) = out.G(1, 1) = 1;
    out.f(1) = std::numeric_limits<double>::quiet_NaN();
  });
  const OperatingPoint found = operating_point(system);
  REQUIRE(found.failure);
  CHECK(found.failure->kind == Failure::Kind::not_finite);
  CHECK(found.failure->where == "equation of 'b'");
}

TEST_CASE("held variables replace their row", "[solver]") {
  // y0 is held at 2 instead of obeying y0 = 1; y1 = 3 y0 follows.
  SmallSystem system({{"y0"}, {"y1"}}, [](const Point& at, SmallSystem::Out& out) {
    out.f(0) = at.y[0] - 1 + 5 * at.y[1];
    out.G(0, 0) = 1;
    out.G(0, 1) = 5;
    out.f(1) = at.y[1] - 3 * at.y[0];
    out.G(1, 1) = 1;
    out.G(1, 0) = -3;
  });
  const OperatingPoint found = operating_point(system, {.held = {{0, 2.0}}});
  REQUIRE_FALSE(found.failure);
  CHECK(found.y[0] == 2);
  CHECK(found.y[1] == Approx(6).epsilon(1e-12));
}

TEST_CASE("models that are limited are not believed until they are not", "[solver]") {
  // A junction i = 1e-14 (exp(v/0.025) - 1) fed with 1 mA. The model lets v move by 0.1 at most from
  // where it last was and answers with the tangent there. v = 0.025 ln(1e11 + 1).
  double last = 0;
  SmallSystem system({{"v"}}, [&last](const Point& at, SmallSystem::Out& out) {
    double v = at.y[0];
    if (at.phase == NewtonPhase::next) v = std::clamp(v, last - 0.1, last + 0.1);
    out.to.limited = v != at.y[0];
    if (at.phase != NewtonPhase::none) last = v;
    const double e = 1e-14 * std::exp(v / 0.025), slope = e / 0.025;
    out.f(0) = e - 1e-14 + slope * (at.y[0] - v) - 1e-3;
    out.G(0, 0) = slope;
  });
  system.start_values = {0.4};
  const OperatingPoint found = operating_point(system);
  REQUIRE_FALSE(found.failure);
  CHECK(found.method == "Newton");
  CHECK(found.y[0] == Approx(0.025 * std::log(1e11 + 1)).epsilon(1e-9));
}

TEST_CASE("wrong operating-point options are named", "[solver]") {
  SmallSystem system({{"y"}}, [](const Point& at, SmallSystem::Out& out) {
    out.f(0) = at.y[0];
    out.G(0, 0) = 1;
  });
  CHECK_THROWS_WITH(operating_point(system, {.relative_tolerance = 0}),
                    "relative_tolerance: expected 0 < x < 1");
  CHECK_THROWS_WITH(operating_point(system, {.newton_iterations = 1}), "newton_iterations: expected x >= 2");
  CHECK_THROWS_WITH(operating_point(system, {.held = {{1, 0.0}}}), "held: expected variables 0..0, got 1");
  CHECK_THROWS_WITH(operating_point(system, {.guess = {1, 2}}), "guess: expected 1 values, got 2");
  CHECK_THROWS_WITH(operating_point(system, {.guess = {NAN}}), "guess: expected finite values");
}

TEST_CASE("modes of an oscillator with algebraic parts", "[solver]") {
  // x' = v, v' = -w^2 x - 2 d w v has s = w (-d +- i sqrt(1 - d^2)); z = x + v is algebraic and
  // has no mode.
  const double w = 50, d = 0.1;
  SmallSystem system({{"x"}, {"v"}, {"z", 0, true}}, [=](const Point& at, SmallSystem::Out& out) {
    out.C(0, 0) = out.C(1, 1) = 1;
    out.G(0, 1) = -1;
    out.G(1, 0) = w * w;
    out.G(1, 1) = 2 * d * w;
    out.f(2) = at.y[2] - at.y[0] - at.y[1];
    out.G(2, 2) = 1;
    out.G(2, 0) = out.G(2, 1) = -1;
  });
  const auto found = modes(system, 0, std::vector<double>{0, 0, 0});
  REQUIRE(found);
  REQUIRE(found->eigenvalues.size() == 2);
  CHECK(found->stable);
  CHECK(found->eigenvalues[0].real() == Approx(-w * d).epsilon(1e-9));
  CHECK(std::abs(found->eigenvalues[0].imag()) == Approx(w * std::sqrt(1 - d * d)).epsilon(1e-9));
  CHECK(found->slowest_time_constant == Approx(1 / (w * d)).epsilon(1e-9));
  CHECK(found->least_damping_ratio == Approx(d).epsilon(1e-9));
}

TEST_CASE("modes see what grows, and what rests on a bound", "[solver]") {
  SmallSystem system({{"x"}}, [](const Point&, SmallSystem::Out& out) {
    out.C(0, 0) = 1e-6;
    out.G(0, 0) = -1e-3;
    out.f(0) = 1;  // r > 0
  });
  const auto free = modes(system, 0, std::vector<double>{0});
  REQUIRE(free);
  CHECK_FALSE(free->stable);
  CHECK(free->eigenvalues.at(0).real() == Approx(1e3));
  CHECK(std::isinf(free->slowest_time_constant));

  system.complementarity_rows = {{0, 0}};  // x = 0 with r > 0: it does not move
  const auto bound = modes(system, 0, std::vector<double>{0});
  REQUIRE(bound);
  CHECK(bound->eigenvalues.empty());
  CHECK(bound->stable);
}
