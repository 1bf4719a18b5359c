#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

#include <saddle/solver/analyses/transient.hpp>
#include <saddle/solver/integrators/radau.hpp>

#include "solver/drive.hpp"
#include "solver/small_system.hpp"
#include "solver/stiff_problems.hpp"

using namespace saddle;
using namespace saddle::testing;

namespace {

const auto radau_stepper = [](Newton& newton, const StepperSettings& settings) {
  return RadauStepper(newton, settings);
};

Drive run(System& system, double tolerance, std::vector<double> initial, double stop, double fixed_step = 0,
          const std::function<void(const RadauStepper&, double)>& observe = {}) {
  return drive<RadauStepper>(system, tolerance, std::move(initial), stop, radau_stepper, fixed_step, observe);
}

// x' = z, z = 3 cos(3 t) x as its own row: x = exp(sin 3t).
SmallSystem swing() {
  return SmallSystem(
      {{"x"}, {"z", 0, true}},
      [](const Point& at, SmallSystem::Out& out) {
        const double rate = 3 * std::cos(3 * at.time);
        out.q(0) = at.y[0];
        out.C(0, 0) = 1;
        out.f(0) = -at.y[1];
        out.G(0, 1) = -1;
        out.f(1) = at.y[1] - rate * at.y[0];
        out.G(1, 0) = -rate;
        out.G(1, 1) = 1;
      },
      1e-11);
}

double swinging(double t) {
  return std::exp(std::sin(3 * t));
}

// An index-1 DAE whose charges are nonlinear and mixed: q0 = x^3 + w x, q1 = x w, with w = exp(-t)
// for the exact solution x = 1 + sin(t)/2, and an algebraic z = x w that drives the second row.
SmallSystem mixed_charges() {
  const auto x = [](double t) { return 1 + std::sin(t) / 2; };
  return SmallSystem(
      {{"x"}, {"w"}, {"z", 0, true}},
      [x](const Point& at, SmallSystem::Out& out) {
        const double t = at.time, X = x(t), dX = std::cos(t) / 2, W = std::exp(-t);
        const double a = at.y[0], w = at.y[1], z = at.y[2];
        out.q(0) = a * a * a + w * a;
        out.C(0, 0) = 3 * a * a + w;
        out.C(0, 1) = a;
        out.f(0) = -(3 * X * X * dX + dX * W - X * W) + (a - X);
        out.G(0, 0) = 1;
        out.q(1) = a * w;
        out.C(1, 0) = w;
        out.C(1, 1) = a;
        out.f(1) = z - dX * W;  // d/dt (x w) = x' w - x w
        out.G(1, 2) = 1;
        out.f(2) = z - a * w;
        out.G(2, 0) = -w;
        out.G(2, 1) = -a;
        out.G(2, 2) = 1;
      },
      1e-11);
}

template <class P>
void honours_tolerance(double absolute, const std::vector<double>& reference, int compared, double scale) {
  for (int p = 3; p <= 9; ++p) {
    const double tolerance = std::pow(10.0, -p);
    StiffSystem<P> system(absolute * tolerance);
    const Drive end = run(system, tolerance, {P::kStart.begin(), P::kStart.end()}, P::kStop);
    REQUIRE(end.reached);
    double worst = 0;
    for (int i = 0; i < compared; ++i)
      worst =
          std::max(worst, std::abs(end.y[i] - reference[i]) / (scale > 0 ? scale : std::abs(reference[i])));
    INFO("p = " << p << ", " << end.steps << " steps");
    CHECK(worst <= std::pow(10.0, 1.5 - p));
  }
}

}  // namespace

TEST_CASE("Radau: order 5 at fixed steps, with an algebraic variable and with nonlinear charges",
          "[solver]") {
  const auto ratio = [](auto error, double h) { return std::log2(error(h) / error(h / 2)); };
  const auto plain = [](double h) {
    SmallSystem system = swing();
    const Drive end = run(system, 1e-11, {1, 3}, 2, h);
    REQUIRE(end.reached);
    CHECK(end.y[1] == Approx(3 * std::cos(6.0) * end.y[0]).epsilon(1e-9));
    return std::abs(end.y[0] - swinging(2));
  };
  CHECK(ratio(plain, 0.05) == Approx(5).margin(0.25));
  const auto mixed = [](double h) {
    SmallSystem system = mixed_charges();
    const Drive end = run(system, 1e-10, {1, 1, 1}, 2, h);
    REQUIRE(end.reached);
    return std::max(std::abs(end.y[0] - 1 - std::sin(2.0) / 2), std::abs(end.y[1] - std::exp(-2.0)));
  };
  CHECK(ratio(mixed, 0.2) == Approx(5).margin(0.35));
}

TEST_CASE("Radau: dense output is of order 5 too", "[solver]") {
  const auto error = [](double h) {
    SmallSystem system = swing();
    double worst = 0;
    const Drive end = run(system, 1e-11, {1, 3}, 2, h, [&](const RadauStepper& stepper, double from) {
      if (from < 0.5) return;  // the first step has a cubic only
      for (const double at : {0.1, 0.35, 0.6, 0.85}) {
        const double t = from + at * (stepper.time() - from);
        worst = std::max(worst, std::abs(stepper.interpolate(t)(0) - swinging(t)));
      }
    });
    REQUIRE(end.reached);
    return worst;
  };
  CHECK(std::log2(error(0.1) / error(0.05)) > 4.6);
  CHECK(std::log2(error(0.05) / error(0.025)) > 4.6);
}

TEST_CASE("Radau: what is infinitely fast is gone after one step", "[solver]") {
  // y' = -1e9 y from y = 1 in steps of 1: the amplification is about 3/|h lambda| in the method, 0 in the
  // limit.
  SmallSystem system({{"y"}}, [](const Point& at, SmallSystem::Out& out) {
    out.q(0) = at.y[0];
    out.C(0, 0) = 1;
    out.f(0) = 1e9 * at.y[0];
    out.G(0, 0) = 1e9;
  });
  Newton newton(system, 1e-6);
  RadauStepper stepper(newton, {.error_control = false});
  const std::vector<double> one{1}, slope{-1e9};
  stepper.restart({0, one, one, slope, slope, 1});
  const StepOutcome outcome = stepper.attempt(1, 1);
  REQUIRE(outcome.solved());
  CHECK(std::abs(stepper.candidate()[0]) < 1e-8);
}

TEST_CASE("Radau: a closed network of nonlinear capacitors keeps its charge to rounding", "[solver]") {
  // Three nodes joined by conductors, each with q = v + v^3/3 to a floating shield whose sum counts.
  const double conductance[3] = {1, 2, 0.5};
  SmallSystem system({{"a"}, {"b"}, {"c"}}, [&](const Point& at, SmallSystem::Out& out) {
    for (int i = 0; i < 3; ++i) {
      const double v = at.y[i];
      out.q(i) = v + v * v * v / 3;
      out.C(i, i) = 1 + v * v;
    }
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3;
      const double current = conductance[i] * (at.y[i] - at.y[j] + std::sin(3 * at.time + i));
      out.f(i) += current;
      out.f(j) -= current;
      out.G(i, i) += conductance[i];
      out.G(i, j) -= conductance[i];
      out.G(j, j) += conductance[i];
      out.G(j, i) -= conductance[i];
    }
  });
  const std::vector<double> start{2, -1, 0.5};
  double total = 0, worst = 0;
  for (const double v : start) total += v + v * v * v / 3;
  const double tolerance = GENERATE(1e-3, 1e-6);
  const Drive end = run(system, tolerance, start, 1000, 0.1, [&](const RadauStepper& stepper, double) {
    worst = std::max(worst, std::abs(stepper.q()[0] + stepper.q()[1] + stepper.q()[2] - total));
  });
  REQUIRE(end.reached);
  CHECK(end.steps == 10'000);
  CHECK(worst < 1e-11);  // 1e4 steps, some roundings of 1e-15 each, at worst all of one sign
  // And the charges are those of the voltages.
  for (int i = 0; i < 3; ++i)
    CHECK(end.q[i] == Approx(end.y[i] + std::pow(end.y[i], 3) / 3).margin(10 * tolerance));
}

TEST_CASE("Radau: HIRES to the tolerance", "[solver]") {
  honours_tolerance<Hires>(1e-4, {Hires::kEnd.begin(), Hires::kEnd.end()}, 8, 0);
}

TEST_CASE("Radau: the stiff Van der Pol oscillator to the tolerance", "[solver]") {
  honours_tolerance<VanDerPol>(1e-3, {VanDerPol::kEnd.begin(), VanDerPol::kEnd.end()}, 2, 0);
}

TEST_CASE("Radau: Robertson's reactions to the tolerance", "[solver]") {
  honours_tolerance<Robertson>(1e-8, {Robertson::kEnd.begin(), Robertson::kEnd.end()}, 3, 0);
}

TEST_CASE("Radau: the stabilised pendulum to the tolerance", "[solver]") {
  honours_tolerance<Pendulum>(1, {Pendulum::kEnd.begin(), Pendulum::kEnd.end()}, 4, Pendulum::kLength);
}

TEST_CASE("Radau: values that are not finite are told by their row, and avoided by shorter steps",
          "[solver]") {
  // y' = 2 sqrt(1 - y) from y = 0 reaches y = 1 with zero slope at t = 1; beyond 1 the root is NaN.
  SmallSystem system({{"y"}, {"z", 0, true}}, [](const Point& at, SmallSystem::Out& out) {
    out.q(0) = at.y[0];
    out.C(0, 0) = 1;
    out.f(0) = -at.y[1];
    out.G(0, 1) = -1;
    out.f(1) = at.y[1] - 2 * std::sqrt(1 - at.y[0]);
    out.G(1, 0) = 1 / std::sqrt(1 - at.y[0]);
    out.G(1, 1) = 1;
  });
  Newton newton(system, 1e-6);
  RadauStepper stepper(newton, {});
  const std::vector<double> y{0, 2}, q{0, 0}, slope{2, 0};
  stepper.restart({0, y, q, slope, slope, 0.5});
  const StepOutcome far = stepper.attempt(5, 5);
  CHECK(far.newton.status == NewtonResult::Status::not_finite);
  CHECK(far.newton.row == 1);
  stepper.shorten(far);
  CHECK(stepper.proposal() < 5);
  const Drive end = run(system, 1e-6, y, 0.9);
  REQUIRE(end.reached);
  CHECK(end.y[0] == Approx(1 - 0.01).epsilon(1e-5));
}

TEST_CASE("Radau: jumps, held rows and complementarity through a whole run", "[solver]") {
  // A mass falls on a floor: 0 <= x _|_ force; here as tau x' = -1 with x >= 0, from x = 1: rests at t = 1.
  SmallSystem system({{"x"}}, [](const Point& at, SmallSystem::Out& out) {
    out.q(0) = at.y[0];
    out.C(0, 0) = 1;
    out.f(0) = at.time < 2 ? 1 : -1;  // pushed down, after t = 2 up
  });
  system.complementarity_rows = {{0, 0}};
  system.jumps = {2};
  const auto result = transient(system, {.stop = 3, .integrator = Integrator::radau, .initial = {1}});
  if (result.failure) UNSCOPED_INFO(result.failure->message);
  REQUIRE_FALSE(result.failure);
  CHECK(result.final[0] == Approx(1).margin(1e-5));
  const auto& time = result.waveforms.time;
  for (std::size_t k = 0; k < time.size(); ++k) {
    const double exact = std::max({0.0, 1 - time[k], time[k] - 2});
    CHECK(result.waveforms.signals[0].values[k] == Approx(exact).margin(1e-5));
  }
}
