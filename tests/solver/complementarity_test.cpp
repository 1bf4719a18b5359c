#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

#include <saddle/solver/analyses/operating_point.hpp>
#include <saddle/solver/analyses/transient.hpp>

#include "solver/small_system.hpp"

using namespace saddle;
using saddle::testing::SmallSystem;

namespace {

// x' = u(t) + lambda with 0 <= lambda _|_ x >= 0. Variables (x, lambda); the second row is x.
template <class Input>
SmallSystem bounded_flow(Input input) {
  SmallSystem system({{"x"}, {"lambda", 0, true}}, [input](const Point& at, SmallSystem::Out& out) {
    out.q(0) = at.y[0];
    out.C(0, 0) = 1;
    out.f(0) = -input(at.time) - at.y[1];
    out.G(0, 1) = -1;
    out.f(1) = at.y[0];
    out.G(1, 0) = 1;
  });
  system.complementarity_rows = {{1, 1}};
  return system;
}

// The time at which a signal first rises above or falls below a level, on straight lines.
double crossing(const Waveforms& w, int signal, double level, bool rising, double after) {
  const auto& v = w.signals[signal].values;
  for (std::size_t k = 1; k < v.size(); ++k) {
    if (w.time[k] <= after) continue;
    const bool crosses = rising ? v[k] > level && v[k - 1] <= level : v[k] < level && v[k - 1] >= level;
    if (!crosses) continue;
    if (w.time[k] == w.time[k - 1]) return w.time[k];
    return w.time[k - 1] + (level - v[k - 1]) / (v[k] - v[k - 1]) * (w.time[k] - w.time[k - 1]);
  }
  return -1;
}

}  // namespace

TEST_CASE("a flow runs into a bound and leaves it again", "[solver]") {
  // u = cos t, x(0) = 1/2. Free: x = 1/2 + sin t, until it reaches 0 where sin t = -1/2 on the way
  // down: t = 7 pi/6. In contact lambda = -cos t > 0 while cos t < 0, until t = 3 pi/2. Free again:
  // x = sin t + 1 (the integral of cos from 3 pi/2), which touches 0 next at 7 pi/2.
  using std::numbers::pi;
  const double enter = 7 * pi / 6, leave = 3 * pi / 2, stop = 10;
  const auto integrator = GENERATE(Integrator::trapezoidal, Integrator::gear2);
  const double tolerance = GENERATE(1e-3, 1e-4, 1e-6);
  SmallSystem system = bounded_flow([](double t) { return std::cos(t); });
  const auto result = transient(
      system, {.stop = stop, .integrator = integrator, .relative_tolerance = tolerance, .initial = {0.5, 0}});
  REQUIRE_FALSE(result.failure);
  const Waveforms& w = result.waveforms;

  // x is an integral of a smooth u: errors add up over the run, some 10 steps per tolerance^(1/3).
  const double allowed = 2 * std::pow(tolerance, 2.0 / 3);
  for (std::size_t k = 0; k < w.time.size(); ++k) {
    const double t = w.time[k], x = w.signals[0].values[k], lambda = w.signals[1].values[k];
    const double exact = t < enter ? 0.5 + std::sin(t) : t < leave ? 0 : 1 + std::sin(t);
    CHECK(x == Approx(exact).margin(allowed));
    CHECK(x >= -tolerance);
    CHECK(lambda >= -tolerance);
    CHECK(std::abs(x * lambda) < 1e-9);
    // In contact nothing moves but lambda, which is algebraic: steps are as long as they may be,
    // h = stop/50, and in between is the parabola, off by h^3/6 max|s (s-1) (s+1)| = 0.064 h^3.
    if (t > enter + allowed && t < leave - allowed)
      CHECK(lambda == Approx(-std::cos(t)).margin(0.07 * std::pow(stop / 50, 3)));
    if (t < enter - 2 * allowed || t > leave + allowed) CHECK(lambda == Approx(0).margin(1e-9));
  }
  // Entering: lambda jumps from 0 to -cos(7 pi/6) = 0.866. The error of x over its speed 0.866 is
  // the error of that time. Leaving depends on u alone: to the accuracy of events.
  CHECK(crossing(w, 1, 0.4, true, 1) == Approx(enter).margin(1.2 * allowed));
  CHECK(crossing(w, 1, 1e-2 * tolerance, false, enter + 0.2) == Approx(leave).margin(2 * tolerance));
}

TEST_CASE("a clamped multiplier is a complementarity row with charge", "[solver]") {
  // lambda' = g(t) while lambda > 0, g = sin t: the row is q = lambda, f = -g. From lambda(0) = 0 it
  // rises as 1 - cos t, returns to 0 at 2 pi with slope 0, rises again. With g = sin t - 1/2 from
  // lambda(0) = 0: held at 0 until sin t = 1/2 (t = pi/6), then lambda = cos(pi/6) - cos t -
  // (t - pi/6)/2 until that reaches 0 (t = 3.59..), held until t = 2 pi + pi/6.
  using std::numbers::pi;
  SmallSystem system({{"lambda"}}, [](const Point& at, SmallSystem::Out& out) {
    out.q(0) = at.y[0];
    out.C(0, 0) = 1;
    out.f(0) = 0.5 - std::sin(at.time);
    out.G(0, 0) = 0;
  });
  system.complementarity_rows = {{0, 0}};
  const auto result = transient(system, {.stop = 8, .relative_tolerance = 1e-5, .initial = {0}});
  REQUIRE_FALSE(result.failure);
  const auto arc = [](double t) { return std::cos(pi / 6) - std::cos(t) - (t - pi / 6) / 2; };
  const auto time_of = [&](double level, double above, double below) {  // by bisection
    for (int k = 0; k < 60; ++k) (arc((above + below) / 2) > level ? above : below) = (above + below) / 2;
    return above;
  };
  const double end_of_arc = time_of(0, 3, 4);
  const Waveforms& w = result.waveforms;
  for (std::size_t k = 0; k < w.time.size(); ++k) {
    const double t = w.time[k];
    const double exact = t < pi / 6 ? 0 : t < end_of_arc ? arc(t) : t < 2 * pi + pi / 6 ? 0 : arc(t - 2 * pi);
    CHECK(w.signals[0].values[k] == Approx(exact).margin(1e-3));
    CHECK(w.signals[0].values[k] >= -1e-7);
  }
  CHECK(crossing(w, 0, 0.01, true, 0) == Approx(time_of(0.01, 2, pi / 6)).margin(2e-3));
}

TEST_CASE("two bounds met together switch together", "[solver]") {
  // Two copies of x' = -1 + lambda from 1 reach 0 at the same time t = 1 and rest there.
  SmallSystem system({{"x1"}, {"x2"}, {"l1", 0, true}, {"l2", 0, true}},
                     [](const Point& at, SmallSystem::Out& out) {
                       for (int i = 0; i < 2; ++i) {
                         out.q(i) = at.y[i];
                         out.C(i, i) = 1;
                         out.f(i) = 1 - at.y[2 + i];
                         out.G(i, 2 + i) = -1;
                         out.f(2 + i) = at.y[i];
                         out.G(2 + i, i) = 1;
                       }
                     });
  system.complementarity_rows = {{2, 2}, {3, 3}};
  const auto result = transient(system, {.stop = 3, .initial = {1, 1, 0, 0}});
  REQUIRE_FALSE(result.failure);
  for (int i = 0; i < 2; ++i) {
    CHECK(result.final[i] == Approx(0).margin(1e-7));
    CHECK(result.final[2 + i] == Approx(1).epsilon(1e-6));
  }
}

TEST_CASE("chattering ends the run instead of hanging", "[solver]") {
  // lambda can hold x >= 0 only by being negative: x' = -1 - lambda. Neither mode is feasible.
  SmallSystem system({{"x"}, {"lambda", 0, true}}, [](const Point& at, SmallSystem::Out& out) {
    out.q(0) = at.y[0];
    out.C(0, 0) = 1;
    out.f(0) = 1 + at.y[1];
    out.G(0, 1) = 1;
    out.f(1) = at.y[0];
    out.G(1, 0) = 1;
  });
  system.complementarity_rows = {{1, 1}};
  const auto result =
      transient(system, {.stop = 3, .integrator = Integrator::trapezoidal, .initial = {1, 0}});
  REQUIRE(result.failure);
  CHECK(result.failure->time == Approx(1).margin(1e-3));
  CHECK(result.failure->where == "equation of 'lambda'");
  CHECK(result.waveforms.time.back() == Approx(1).margin(1e-3));
}

TEST_CASE("the equilibrium of a linear complementarity problem", "[solver]") {
  // 0 <= z _|_ M z + b >= 0 with the P-matrix M = [2 1; 1 2], b = (-5, 1): z2 = 0 and 2 z1 = 5,
  // since then w2 = z1 + 1 = 3.5 > 0. With b = (-5, -6): M z = (5, 6), z = (4/3, 7/3).
  const auto [b1, b2, z1, z2] = GENERATE(
      table<double, double, double, double>({{-5, 1, 2.5, 0}, {-5, -6, 4.0 / 3, 7.0 / 3}, {3, 1, 0, 0}}));
  SmallSystem system({{"z1", 0, true}, {"z2", 0, true}},
                     [b1 = b1, b2 = b2](const Point& at, SmallSystem::Out& out) {
                       out.f(0) = 2 * at.y[0] + at.y[1] + b1;
                       out.f(1) = at.y[0] + 2 * at.y[1] + b2;
                       out.G(0, 0) = out.G(1, 1) = 2;
                       out.G(0, 1) = out.G(1, 0) = 1;
                     });
  system.complementarity_rows = {{0, 0}, {1, 1}};
  const OperatingPoint found = operating_point(system);
  REQUIRE_FALSE(found.failure);
  CHECK(found.y[0] == Approx(z1).margin(1e-12));
  CHECK(found.y[1] == Approx(z2).margin(1e-12));
}
