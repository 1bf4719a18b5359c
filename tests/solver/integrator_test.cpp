#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

#include <saddle/solver/analyses/transient.hpp>

#include "solver/small_system.hpp"

using namespace saddle;
using saddle::testing::SmallSystem;

namespace {

// y' = -y + cos t, y(0) = 1: y = (cos t + sin t)/2 + exp(-t)/2. A row of charge and an algebraic
// copy z = y^2 that must hold at the new time.
SmallSystem driven_relaxation() {
  return SmallSystem({{"y"}, {"z", 0, true}}, [](const Point& at, SmallSystem::Out& out) {
    out.q(0) = at.y[0];
    out.C(0, 0) = 1;
    out.f(0) = at.y[0] - std::cos(at.time);
    out.G(0, 0) = 1;
    out.f(1) = at.y[1] - at.y[0] * at.y[0];
    out.G(1, 0) = -2 * at.y[0];
    out.G(1, 1) = 1;
  });
}

double relaxation(double t) {
  return (std::cos(t) + std::sin(t) + std::exp(-t)) / 2;
}

// The logistic equation as a charge: q = ln y, q' = 1 - y, y(0) = 0.1:
// y = 1 / (1 + 9 exp(-t)). Nonlinear in q and linear in f.
SmallSystem logistic() {
  return SmallSystem({{"y"}}, [](const Point& at, SmallSystem::Out& out) {
    out.q(0) = std::log(at.y[0]);
    out.C(0, 0) = 1 / at.y[0];
    out.f(0) = at.y[0] - 1;
    out.G(0, 0) = 1;
  });
}

double logistic_curve(double t) {
  return 1 / (1 + 9 * std::exp(-t));
}

template <class Exact>
double largest_error(const Waveforms& waveforms, int signal, Exact exact) {
  double largest = 0;
  for (std::size_t k = 0; k < waveforms.time.size(); ++k)
    largest = std::max(largest, std::abs(waveforms.signals[signal].values[k] - exact(waveforms.time[k])));
  return largest;
}

// Also between the points, where a waveform is a straight line.
template <class Exact>
double largest_error_between(const Waveforms& waveforms, int signal, Exact exact) {
  double largest = 0;
  for (std::size_t k = 1; k < waveforms.time.size(); ++k) {
    const double middle = (waveforms.time[k - 1] + waveforms.time[k]) / 2;
    const double line = (waveforms.signals[signal].values[k - 1] + waveforms.signals[signal].values[k]) / 2;
    largest = std::max(largest, std::abs(line - exact(middle)));
  }
  return largest;
}

}  // namespace

TEST_CASE("fixed-step errors fall with the order of the formula", "[solver]") {
  // error = K h^p (1 + O(h)), so log2 of the ratio at h and h/2 is p + O(h); h = 1/100 leaves 0.05.
  const auto [integrator, order] = GENERATE(table<Integrator, double>(
      {{Integrator::backward_euler, 1.0}, {Integrator::trapezoidal, 2.0}, {Integrator::gear2, 2.0}}));
  const auto linear = [&, which = integrator](double h) {
    SmallSystem system = driven_relaxation();
    const auto result =
        transient(system, {.stop = 2, .fixed_step = h, .integrator = which, .initial = {1, 1}});
    REQUIRE_FALSE(result.failure);
    CHECK(result.statistics.steps == std::lround(2 / h));
    const auto& w = result.waveforms;
    for (std::size_t k = 0; k < w.time.size(); ++k)
      REQUIRE(w.signals[1].values[k] == Approx(std::pow(w.signals[0].values[k], 2)).epsilon(1e-6));
    return largest_error(w, 0, relaxation);
  };
  const auto nonlinear = [&, which = integrator](double h) {
    SmallSystem system = logistic();
    const auto result = transient(
        system,
        {.stop = 4, .fixed_step = h, .integrator = which, .relative_tolerance = 1e-8, .initial = {0.1}});
    REQUIRE_FALSE(result.failure);
    return largest_error(result.waveforms, 0, logistic_curve);
  };
  CHECK(std::log2(linear(0.02) / linear(0.01)) == Approx(order).margin(0.05));
  CHECK(std::log2(nonlinear(0.02) / nonlinear(0.01)) == Approx(order).margin(0.05));
}

TEST_CASE("the tolerance is honoured with variable steps", "[solver]") {
  // Each step adds at most the tolerance (the variables are of size 1) and errors decay with rate
  // 1, so the error of the run is at most the tolerance times the steps per unit of time. Those are
  // 1/h with h^3/12 |y'''| = tolerance for the trapezoidal rule and 2/9 instead of 1/12 for
  // Gear-2; |y'''| <= 1 here, so 1/h <= 0.6 tolerance^(-1/3).
  const auto bound = [](double tolerance) { return std::pow(tolerance, 2.0 / 3); };
  const auto integrator = GENERATE(Integrator::trapezoidal, Integrator::gear2);
  const double tolerance = GENERATE(1e-3, 1e-4, 1e-6);
  SmallSystem linear = driven_relaxation();
  const auto a = transient(
      linear, {.stop = 10, .integrator = integrator, .relative_tolerance = tolerance, .initial = {1, 1}});
  REQUIRE_FALSE(a.failure);
  CHECK(largest_error(a.waveforms, 0, relaxation) < bound(tolerance));
  CHECK(largest_error_between(a.waveforms, 0, relaxation) < bound(tolerance));

  SmallSystem nonlinear = logistic();
  const auto b = transient(
      nonlinear, {.stop = 10, .integrator = integrator, .relative_tolerance = tolerance, .initial = {0.1}});
  REQUIRE_FALSE(b.failure);
  CHECK(largest_error(b.waveforms, 0, logistic_curve) < bound(tolerance));
  CHECK(largest_error_between(b.waveforms, 0, logistic_curve) < bound(tolerance));
  // Steps of second order: a tolerance ten times tighter costs 10^(1/3) times as many.
  CHECK(a.statistics.steps < 60 + 12 * std::pow(tolerance, -1.0 / 3));
}

TEST_CASE("variable-step errors fall with the tolerance", "[solver]") {
  const auto integrator = GENERATE(Integrator::backward_euler, Integrator::trapezoidal, Integrator::gear2);
  const auto error = [&](double tolerance) {
    SmallSystem system = driven_relaxation();
    const auto result = transient(system, {.stop = 5,
                                           .max_step = 5,
                                           .integrator = integrator,
                                           .relative_tolerance = tolerance,
                                           .initial = {1, 1}});
    REQUIRE_FALSE(result.failure);
    return largest_error(result.waveforms, 0, relaxation);
  };
  // Local error tol per step of length ~ tol^(1/(p+1)): the global error is ~ tol^(p/(p+1)).
  const double p = integrator == Integrator::backward_euler ? 1 : 2;
  const double slope = std::log10(error(1e-4) / error(1e-6)) / 2;
  CHECK(slope == Approx(p / (p + 1)).margin(0.12));
}

TEST_CASE("a stiff component does not ring and does not hold the step down", "[solver]") {
  // y' = -1e6 (y - cos t) from y(0) = 2: after some microseconds y = cos t + sin(t)/1e6. Steps are 1e5
  // times longer than the fast time constant then, where the trapezoidal rule multiplies
  // what is left of the start by -1 each step; the tolerance bounds that.
  const auto integrator = GENERATE(Integrator::trapezoidal, Integrator::gear2);
  SmallSystem system({{"y"}}, [](const Point& at, SmallSystem::Out& out) {
    out.q(0) = at.y[0];
    out.C(0, 0) = 1;
    out.f(0) = 1e6 * (at.y[0] - std::cos(at.time));
    out.G(0, 0) = 1e6;
  });
  const auto result =
      transient(system, {.stop = 10, .integrator = integrator, .relative_tolerance = 1e-4, .initial = {2}});
  REQUIRE_FALSE(result.failure);
  const Waveforms& w = result.waveforms;
  for (std::size_t k = 0; k < w.time.size(); ++k)
    if (w.time[k] > 1e-4) CHECK(w.signals[0].values[k] == Approx(std::cos(w.time[k])).margin(1e-3));
  // 50 steps of stop/50, some 20 to grow there, and 1/0.1 for each of ten fast time constants.
  CHECK(result.statistics.steps < 200);
}
