// Motions that have no end, systems that have no solution: nothing hangs, nothing is wrong in silence.
#include <catch2/catch.hpp>

#include <cmath>
#include <ctime>
#include <functional>
#include <limits>

#include <saddle/solver/analyses/equilibrium.hpp>
#include <saddle/solver/analyses/modes.hpp>
#include <saddle/solver/analyses/operating_point.hpp>
#include <saddle/solver/analyses/settle.hpp>
#include <saddle/solver/analyses/transient.hpp>

#include "solver/event_system.hpp"

using namespace saddle;
using saddle::testing::LambdaEvents;
using saddle::testing::SmallSystem;

namespace {

using Rate = std::function<double(double t, double y)>;

// y' = rate(t, y) with its derivative.
SmallSystem::Equations motion(Rate rate, Rate slope) {
  return [=](const Point& at, SmallSystem::Out& out) {
    out.q(0) = at.y[0];
    out.C(0, 0) = 1;
    out.f(0) = -rate(at.time, at.y[0]);
    out.G(0, 0) = -slope(at.time, at.y[0]);
  };
}

double zero(double, double) {
  return 0;
}

Integrator any_integrator() {
  return GENERATE(Integrator::bdf, Integrator::radau, Integrator::gear2, Integrator::trapezoidal,
                  Integrator::backward_euler);
}

// A second is a hundred times what these runs take, so that a loaded machine passes too.
class Soon {
 public:
  ~Soon() { CHECK(static_cast<double>(std::clock() - began_) / CLOCKS_PER_SEC < 5); }

 private:
  std::clock_t began_ = std::clock();
};

}  // namespace

TEST_CASE("a solution that goes to infinity ends the run soon, with its value", "[solver][input]") {
  const Soon soon;
  SmallSystem system({{"y"}},
                     motion([](double, double y) { return y * y; }, [](double, double y) { return 2 * y; }));
  const auto result = transient(system, {.stop = 2, .integrator = any_integrator(), .initial = {1}});
  REQUIRE(result.failure);
  CHECK(result.failure->where == "y");
  CHECK(result.failure->time == Approx(1).margin(2e-3));
  CHECK_THAT(result.failure->message, Catch::Contains("'y' (now"));
}

TEST_CASE("sliding on a corner ends the run soon", "[solver][input]") {
  const Soon soon;
  const auto sign = motion([](double, double y) { return y > 0 ? -1.0 : 1.0; }, zero);
  const auto integrator = any_integrator();
  SECTION("that nobody announced") {
    SmallSystem system({{"y"}}, sign);
    const auto result = transient(system, {.stop = 2, .integrator = integrator, .initial = {1}});
    REQUIRE(result.failure);
    CHECK_THAT(result.failure->message, Catch::Contains("the motion crawls"));
    CHECK(result.failure->time == Approx(1).margin(1e-2));
  }
  SECTION("that is an event") {
    LambdaEvents system({{"y"}}, sign);
    system.list = {{"zero"}};
    system.values = [](double, std::span<const double> y, std::span<double> z) { z[0] = y[0]; };
    system.response = [](double, std::vector<double>&) { return EventResponse::restart; };
    const auto result = transient(system, {.stop = 2, .integrator = integrator, .initial = {1}});
    REQUIRE(result.failure);
    CHECK(result.failure->kind == Failure::Kind::chattering);
    CHECK(result.failure->where == "zero");
    CHECK(result.failure->time == Approx(1).margin(1e-2));
  }
}

TEST_CASE("bounces that pile up end the run soon", "[solver][input]") {
  const Soon soon;
  LambdaEvents ball({{"h"}, {"v"}}, [](const Point& at, SmallSystem::Out& out) {
    for (int i = 0; i < 2; ++i) {
      out.q(i) = at.y[i];
      out.C(i, i) = 1;
    }
    out.f(0) = -at.y[1];
    out.G(0, 1) = -1;
    out.f(1) = 10;
  });
  ball.list = {{"impact", Event::Direction::falling}};
  ball.values = [](double, std::span<const double> y, std::span<double> z) { z[0] = y[0]; };
  ball.response = [](double, std::vector<double>& y) {
    y = {0, -0.5 * y[1]};
    return EventResponse::restart;
  };
  const auto result = transient(ball, {.stop = 10, .integrator = any_integrator(), .initial = {1, 0}});
  REQUIRE(result.failure);
  CHECK(result.failure->kind == Failure::Kind::chattering);
  CHECK(result.failure->time == Approx(3 * std::sqrt(0.2)).epsilon(1e-2));
}

TEST_CASE("the number of steps is bounded and named", "[solver][input]") {
  SmallSystem system({{"y"}}, motion([](double t, double) { return std::cos(1e4 * t); }, zero));
  const auto result = transient(system, {.stop = 1, .max_steps = 100, .initial = {0}});
  REQUIRE(result.failure);
  CHECK_THAT(result.failure->message, Catch::Contains("100 steps are taken"));
  CHECK(result.statistics.steps == 100);
  CHECK(result.waveforms.time.back() == result.end);
}

TEST_CASE("spans of any length are only a matter of units", "[solver][input]") {
  const double span = GENERATE(1e-90, 1e-30, 1.0, 1e30, 1e90);
  SmallSystem system({{"y"}}, motion([span](double, double y) { return -y / span; },
                                     [span](double, double) { return -1 / span; }));
  const auto result = transient(system, {.stop = span, .integrator = any_integrator(), .initial = {1}});
  REQUIRE_FALSE(result.failure);
  CHECK(result.end == span);
  CHECK(result.final[0] == Approx(std::exp(-1)).epsilon(1e-3));
}

TEST_CASE("a motion too fast for the time's last digit ends the run", "[solver][input]") {
  SmallSystem system(
      {{"y"}}, motion([](double, double y) { return -1e17 * y; }, [](double, double) { return -1e17; }));
  const auto result =
      transient(system, {.start = 1, .stop = 2, .integrator = any_integrator(), .initial = {1}});
  REQUIRE(result.failure);
  CHECK(result.failure->kind == Failure::Kind::step_too_small);
  CHECK(result.failure->where == "y");
  CHECK(result.failure->time == 1);
}

TEST_CASE("a stiff jump that nobody announced is passed by all", "[solver][input]") {
  const Soon soon;
  SmallSystem system({{"y"}}, motion([](double t, double y) { return -1e6 * (y - (t > 0.3 ? 1 : 0)); },
                                     [](double, double) { return -1e6; }));
  const auto result = transient(system, {.stop = 2, .integrator = any_integrator(), .initial = {0}});
  REQUIRE_FALSE(result.failure);
  CHECK(result.final[0] == Approx(1).epsilon(1e-6));
}

TEST_CASE("systems with nothing to do", "[solver][input]") {
  const auto integrator = any_integrator();
  SECTION("no variables") {
    SmallSystem system({}, [](const Point&, SmallSystem::Out&) {});
    const auto result = transient(system, {.stop = 1, .integrator = integrator});
    CHECK_FALSE(result.failure);
    CHECK(result.end == 1);
    CHECK_FALSE(operating_point(system).failure);
    CHECK_FALSE(equilibrium(system).failure);
    CHECK(settle(system, {.longest = 1}).outcome == Settling::Outcome::settled);
    CHECK(modes(system, 0, {}));
  }
  SECTION("no motion") {
    SmallSystem system({{"y"}}, motion(zero, zero));
    const auto result = transient(system, {.stop = 1, .integrator = integrator, .initial = {3}});
    CHECK_FALSE(result.failure);
    CHECK(result.final[0] == Approx(3).epsilon(1e-14));
  }
  SECTION("no charge") {
    SmallSystem system({{"y", 0, true}}, [](const Point& at, SmallSystem::Out& out) {
      out.f(0) = at.y[0] - std::sin(at.time);
      out.G(0, 0) = 1;
    });
    const auto result = transient(system, {.stop = 1, .integrator = integrator});
    CHECK_FALSE(result.failure);
    CHECK(result.final[0] == Approx(std::sin(1)).epsilon(1e-6));
  }
}

TEST_CASE("jumps too close to each other are one", "[solver][input]") {
  SmallSystem system({{"y"}}, motion([](double t, double y) { return (t > 0.5 ? 1 : 0) - y; },
                                     [](double, double) { return -1.0; }));
  const double a_little = std::numeric_limits<double>::epsilon();
  system.jumps = {0.5 - a_little, 0.5, 0.5 + a_little, 1 - a_little, 1, 1 + a_little};
  const auto result = transient(system, {.stop = 1, .integrator = any_integrator(), .initial = {0}});
  REQUIRE_FALSE(result.failure);
  CHECK(result.final[0] == Approx(1 - std::exp(-0.5)).epsilon(2e-3));
}

TEST_CASE("singular systems are named before they move", "[solver][input]") {
  // b appears nowhere; or twice in the same way: 0 = a + b - 1, 0 = 2 a + 2 b - 2.
  const bool structurally = GENERATE(true, false);
  SmallSystem system({{"a", 0, true}, {"b", 0, true}}, [=](const Point& at, SmallSystem::Out& out) {
    const double b = structurally ? 0 : at.y[1];
    for (int i = 0; i < 2; ++i) {
      out.f(i) = (i + 1) * (at.y[0] + b - 1);
      out.G(i, 0) = i + 1;
      out.G(i, 1) = structurally ? 0 : i + 1;
    }
  });
  const auto run = transient(system, {.stop = 1, .integrator = any_integrator(), .initial = {0, 0}});
  REQUIRE(run.failure);
  CHECK(run.failure->kind == Failure::Kind::singular);
  CHECK_THAT(run.failure->message, Catch::Contains("nothing determines") && Catch::Contains("give '"));
  const OperatingPoint point = operating_point(system);
  REQUIRE(point.failure);
  CHECK(point.failure->kind == Failure::Kind::singular);
  CHECK_FALSE(modes(system, 0, std::vector<double>{0, 0})->eigenvalues.size() > 0);
}

namespace {

// The pendulum with nothing but its circle: index 3.
SmallSystem raw_pendulum() {
  return SmallSystem({{"x"}, {"z"}, {"u"}, {"w"}, {"lambda", 0, true}},
                     [](const Point& at, SmallSystem::Out& out) {
                       const auto y = at.y;
                       for (int i = 0; i < 2; ++i) {
                         out.q(i) = y[i];
                         out.q(2 + i) = y[2 + i];
                         out.C(i, i) = out.C(2 + i, 2 + i) = 1;
                         out.f(i) = -y[2 + i];
                         out.G(i, 2 + i) = -1;
                         out.f(2 + i) = 2 * y[i] * y[4] + (i == 1 ? 9.81 : 0);
                         out.G(2 + i, i) = 2 * y[4];
                         out.G(2 + i, 4) = 2 * y[i];
                         out.G(4, i) = 2 * y[i];
                       }
                       out.f(4) = y[0] * y[0] + y[1] * y[1] - 1;
                     });
}

}  // namespace

TEST_CASE("equations of index 3 are never solved without a warning", "[solver][input]") {
  SmallSystem system = raw_pendulum();
  const auto result = transient(
      system,
      {.stop = 0.5, .integrator = any_integrator(), .relative_tolerance = 1e-4, .initial = {1, 0, 0, 0, 0}});
  REQUIRE(result.warnings.size() == 1);
  CHECK_THAT(result.warnings.front(), Catch::Contains("'lambda' is of index 3 or more"));
  if (result.failure) CHECK_THAT(result.failure->message, Catch::Contains("form of index 2 or 1"));
}

TEST_CASE("index 2 and stiff systems raise no warning", "[solver][input]") {
  SmallSystem oscillator({{"x"}, {"v"}}, [](const Point& at, SmallSystem::Out& out) {  // w = 1e6 / s
    for (int i = 0; i < 2; ++i) {
      out.q(i) = at.y[i];
      out.C(i, i) = 1;
    }
    out.f(0) = -at.y[1];
    out.G(0, 1) = -1;
    out.f(1) = 1e12 * at.y[0] + 2e6 * at.y[1];
    out.G(1, 0) = 1e12;
    out.G(1, 1) = 2e6;
  });
  CHECK(transient(oscillator, {.stop = 1, .initial = {1, 0}}).warnings.empty());
  SmallSystem source({{"v"}, {"i", 0, true}},
                     [](const Point& at, SmallSystem::Out& out) {  // a capacitor across it
                       out.q(0) = at.y[0];
                       out.C(0, 0) = 1;
                       out.f(0) = at.y[1];
                       out.G(0, 1) = 1;
                       out.f(1) = at.y[0] - std::sin(at.time);
                       out.G(1, 0) = 1;
                     });
  CHECK(transient(source, {.stop = 1}).warnings.empty());
}
