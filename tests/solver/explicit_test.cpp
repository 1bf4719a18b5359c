#include <catch2/catch.hpp>

#include <cmath>
#include <functional>

#include <saddle/solver/analyses/transient.hpp>
#include <saddle/solver/integrators/explicit_rk.hpp>

#include "solver/drive.hpp"
#include "solver/small_system.hpp"

using namespace saddle;
using namespace saddle::testing;

namespace {

const auto explicit_stepper = [](Newton& newton, const StepperSettings& settings) {
  return ExplicitStepper(newton, settings);
};

using Observe = std::function<void(const ExplicitStepper&, double)>;
Drive run(System& system, double tolerance, std::vector<double> initial, double stop, double fixed_step = 0,
          const Observe& observe = {}) {
  return drive<ExplicitStepper>(system, tolerance, std::move(initial), stop, explicit_stepper, fixed_step,
                                observe);
}

// Each system here moves as x = exp(sin 3t), x' = 3 cos(3t) x.
double swinging(double t) {
  return std::exp(std::sin(3 * t));
}
double rate(double t) {
  return 3 * std::cos(3 * t);
}

// tau x' = tau 3 cos(3t) x: time constants only.
SmallSystem plain() {
  return SmallSystem(
      {{"x"}},
      [](const Point& at, SmallSystem::Out& out) {
        out.q(0) = 0.5 * at.y[0];
        out.C(0, 0) = 0.5;
        out.f(0) = -0.5 * rate(at.time) * at.y[0];
        out.G(0, 0) = -0.5 * rate(at.time);
      },
      1e-11);
}

// z = rate x as a row of its own: one substitution.
SmallSystem triangular() {
  return SmallSystem(
      {{"x"}, {"z", 0, true}},
      [](const Point& at, SmallSystem::Out& out) {
        out.q(0) = at.y[0];
        out.C(0, 0) = 1;
        out.f(0) = -at.y[1];
        out.G(0, 1) = -1;
        out.f(1) = at.y[1] - rate(at.time) * at.y[0];
        out.G(1, 0) = -rate(at.time);
        out.G(1, 1) = 1;
      },
      1e-11);
}

// z and w hold each other, and not linearly: z + w^3/4 = rate x + (rate x)^3/4, z = w.
SmallSystem coupled() {
  return SmallSystem(
      {{"x"}, {"z", 0, true}, {"w", 0, true}},
      [](const Point& at, SmallSystem::Out& out) {
        const double a = rate(at.time), s = a * at.y[0], w = at.y[2];
        out.q(0) = at.y[0];
        out.C(0, 0) = 1;
        out.f(0) = -(at.y[1] + at.y[2]) / 2;
        out.G(0, 1) = out.G(0, 2) = -0.5;
        out.f(1) = at.y[1] + w * w * w / 4 - s - s * s * s / 4;
        out.G(1, 0) = -a - 0.75 * a * s * s;
        out.G(1, 1) = 1;
        out.G(1, 2) = 0.75 * w * w;
        out.f(2) = at.y[1] - w;
        out.G(2, 1) = 1;
        out.G(2, 2) = -1;
      },
      1e-11);
}

// q = x + x^3/5, a charge that bends.
SmallSystem bent() {
  return SmallSystem(
      {{"x"}},
      [](const Point& at, SmallSystem::Out& out) {
        const double x = at.y[0], C = 1 + 0.6 * x * x;
        out.q(0) = x + x * x * x / 5;
        out.C(0, 0) = C;
        out.f(0) = -C * rate(at.time) * x;
        out.G(0, 0) = -rate(at.time) * (1 + 1.8 * x * x);
      },
      1e-11);
}

// Two nodes that share a capacitor: C is full and constant. v0 = x, v1 = 2 x.
SmallSystem shared_capacitor() {
  return SmallSystem(
      {{"v0"}, {"v1"}},
      [](const Point& at, SmallSystem::Out& out) {
        const double a = rate(at.time), v0 = at.y[0], v1 = at.y[1];
        out.q(0) = 2 * v0 - v1;
        out.q(1) = 3 * v1 - v0;
        out.C(0, 0) = 2;
        out.C(0, 1) = out.C(1, 0) = -1;
        out.C(1, 1) = 3;
        out.f(0) = -a * (2 * v0 - v1);
        out.f(1) = -a * (3 * v1 - v0);
        out.G(0, 0) = -2 * a;
        out.G(0, 1) = out.G(1, 0) = a;
        out.G(1, 1) = -3 * a;
      },
      1e-11);
}

struct Form {
  const char* name;
  SmallSystem (*make)();
  std::vector<double> start;
  int evaluations;  // of a stage, at most
};
const std::vector<Form> kForms{{"plain", plain, {1}, 1},
                               {"triangular", triangular, {1, 3}, 2},
                               {"coupled", coupled, {1, 3, 3}, 6},
                               {"bent", bent, {1}, 6},
                               {"shared capacitor", shared_capacitor, {1, 2}, 1}};

// A planet of eccentricity e from its perihelion: x'' = -x/r^3.
SmallSystem planet(double absolute) {
  return SmallSystem(
      {{"x"}, {"y"}, {"u"}, {"v"}},
      [](const Point& at, SmallSystem::Out& out) {
        const double x = at.y[0], y = at.y[1], r2 = x * x + y * y, r3 = r2 * std::sqrt(r2);
        for (int i = 0; i < 4; ++i) {
          out.q(i) = at.y[i];
          out.C(i, i) = 1;
        }
        out.f(0) = -at.y[2];
        out.f(1) = -at.y[3];
        out.f(2) = x / r3;
        out.f(3) = y / r3;
        out.G(0, 2) = out.G(1, 3) = -1;
        out.G(2, 0) = 1 / r3 - 3 * x * x / (r3 * r2);
        out.G(2, 1) = out.G(3, 0) = -3 * x * y / (r3 * r2);
        out.G(3, 1) = 1 / r3 - 3 * y * y / (r3 * r2);
      },
      absolute);
}

}  // namespace

TEST_CASE("explicit: order 5 at fixed steps in every form of equations", "[solver][explicit]") {
  for (const Form& form : kForms) {
    const auto error = [&](double h) {
      SmallSystem system = form.make();
      const Drive end = run(system, 1e-11, form.start, 2, h);
      REQUIRE(end.reached);
      return std::abs(end.y[0] - swinging(2));
    };
    INFO(form.name);
    CHECK(std::log2(error(0.025) / error(0.0125)) == Approx(5).margin(0.3));
  }
}

TEST_CASE("explicit: dense output is of order 5 too", "[solver][explicit]") {
  for (const Form& form : kForms) {
    const auto error = [&](double h) {
      SmallSystem system = form.make();
      double worst = 0;
      const Drive end =
          run(system, 1e-11, form.start, 2, h, [&](const ExplicitStepper& stepper, double from) {
            if (from < 0.5) return;  // the first step's continuation is of order 4
            for (const double at : {0.1, 0.35, 0.6, 0.85}) {
              const double t = from + at * (stepper.time() - from);
              worst = std::max(worst, std::abs(stepper.interpolate(t)(0) - swinging(t)));
            }
          });
      REQUIRE(end.reached);
      return worst;
    };
    INFO(form.name);
    CHECK(std::log2(error(0.04) / error(0.02)) > 4.6);
  }
}

TEST_CASE("explicit: the continuation of a first step errs by h^5", "[solver][explicit]") {
  for (const Form& form : kForms) {
    const auto error = [&](double h) {
      SmallSystem system = form.make();
      double worst = 0;
      const Drive end =
          run(system, 1e-11, form.start, 2 * h, h, [&](const ExplicitStepper& stepper, double from) {
            if (from > 0) return;
            for (const double at : {0.0, 0.1, 0.35, 0.6, 0.85, 1.0})
              worst = std::max(worst, std::abs(stepper.interpolate(at * h)(0) - swinging(at * h)));
          });
      REQUIRE(end.reached);
      return worst;
    };
    INFO(form.name);
    CHECK(std::log2(error(0.02) / error(0.01)) > 4.5);
  }
}

TEST_CASE("explicit: the tolerance is honoured on two orbits of a planet", "[solver][explicit]") {
  // After whole periods the planet is where it was, at a = 1, e = 0.3.
  const double e = 0.3, stop = 4 * std::acos(-1.0);
  const std::vector<double> start{1 - e, 0, 0, std::sqrt((1 + e) / (1 - e))};
  for (int p = 3; p <= 9; ++p) {
    const double tolerance = std::pow(10.0, -p);
    SmallSystem system = planet(tolerance);
    const Drive end = run(system, tolerance, start, stop);
    REQUIRE(end.reached);
    double worst = 0;
    for (int i = 0; i < 4; ++i) worst = std::max(worst, std::abs(end.y[i] - start[i]));
    INFO("p = " << p << ": " << end.steps << " steps, " << end.rejected << " rejected");
    CHECK(worst <= std::pow(10.0, 1.5 - p));
  }
}

TEST_CASE("explicit: the tolerance is honoured in every form of equations", "[solver][explicit]") {
  for (const Form& form : kForms)
    for (int p = 3; p <= 9; ++p) {
      const double tolerance = std::pow(10.0, -p);
      SmallSystem system = form.make();
      const Drive end = run(system, tolerance, form.start, 2);
      REQUIRE(end.reached);
      INFO(form.name << ", p = " << p << ": " << end.steps << " steps");
      CHECK(std::abs(end.y[0] - swinging(2)) <= std::pow(10.0, 1.5 - p) * swinging(2));
      // Six stages a step: one evaluation each, two where inputs move algebraic variables, some more for
      // Newton.
      if (p == 6) CHECK(end.work.evaluations <= 6 * form.evaluations * (end.steps + end.rejected) + 10);
    }
}
