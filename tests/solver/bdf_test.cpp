// Backward differentiation formulas: their orders at fixed steps, and what the error test must see.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include <saddle/solver/analyses/transient.hpp>

#include "solver/small_system.hpp"

using namespace saddle;
using saddle::testing::SmallSystem;

namespace {

TransientOptions fixed(int order, double step, double stop, std::vector<double> initial) {
  return {.stop = stop,
          .fixed_step = step,
          .integrator = Integrator::bdf,
          .highest_order = order,
          .relative_tolerance = 1e-12,
          .initial = std::move(initial)};
}

// Of variable 0, over the run.
template <class Exact>
double largest_error(const Waveforms& waveforms, Exact exact) {
  double largest = 0;
  for (std::size_t k = 0; k < waveforms.time.size(); ++k)
    largest = std::max(largest, std::abs(waveforms.signals[0].values[k] - exact(waveforms.time[k])));
  return largest;
}

}  // namespace

TEST_CASE("BDF: order k at fixed steps, with an algebraic variable and with nonlinear charges", "[solver]") {
  // error = K h^k (1 + c h): log2 of the ratio at h and h/2 is k + 0.7 c h. The steps are as long as they can
  // be with 0.7 c h below 0.15, so that errors stay far above what Newton leaves, a tenth of the tolerance
  // 1e-12.
  const int order = GENERATE(1, 2, 3, 4, 5);
  const double h = order <= 2 ? 0.0125 : order <= 3 ? 0.025 : 0.05;

  // y' = -y + cos t: y = (cos t + sin t + exp(-t)) / 2, and z = y^2 beside it.
  const auto linear = [&](double step) {
    SmallSystem system(
        {{"y"}, {"z", 0, true}},
        [](const Point& at, SmallSystem::Out& out) {
          out.q(0) = at.y[0];
          out.C(0, 0) = 1;
          out.f(0) = at.y[0] - std::cos(at.time);
          out.G(0, 0) = 1;
          out.f(1) = at.y[1] - at.y[0] * at.y[0];
          out.G(1, 0) = -2 * at.y[0];
          out.G(1, 1) = 1;
        },
        1e-13);
    const auto run = transient(system, fixed(order, step, 2, {1, 1}));
    REQUIRE_FALSE(run.failure);
    CHECK(run.statistics.steps == std::lround(2 / step));
    return largest_error(run.waveforms,
                         [](double t) { return (std::cos(t) + std::sin(t) + std::exp(-t)) / 2; });
  };
  // q = ln y, q' = 1 - y, y(0) = 0.1: y = 1 / (1 + 9 exp(-t)).
  const auto nonlinear = [&](double step) {
    SmallSystem system(
        {{"y"}},
        [](const Point& at, SmallSystem::Out& out) {
          out.q(0) = std::log(at.y[0]);
          out.C(0, 0) = 1 / at.y[0];
          out.f(0) = at.y[0] - 1;
          out.G(0, 0) = 1;
        },
        1e-13);
    const auto run = transient(system, fixed(order, step, 4, {0.1}));
    REQUIRE_FALSE(run.failure);
    return largest_error(run.waveforms, [](double t) { return 1 / (1 + 9 * std::exp(-t)); });
  };
  CHECK(std::log2(linear(h) / linear(h / 2)) == Approx(order).margin(0.15));
  CHECK(std::log2(nonlinear(h) / nonlinear(h / 2)) == Approx(order).margin(0.15));
}

TEST_CASE("BDF: combinations that hold no charge do not hold up the steps", "[solver]") {
  // A capacitor between two nodes that resistors and a steep diode-like conductance tie down: the sum of the
  // two voltages is algebraic, and its rounding, 1e-16 against conductances of 1e-9, must not pass for an
  // error.
  //   c (a - b)' + g (a - sin t) + i(a) = 0,   -c (a - b)' + g b + i(b) = 0,   i(v) = 1e-3 (exp(10 v) - 1)
  SmallSystem system({{"a"}, {"b"}}, [](const Point& at, SmallSystem::Out& out) {
    const double a = at.y[0], b = at.y[1], c = 1, g = 1e-3;
    out.q(0) = c * (a - b);
    out.q(1) = -c * (a - b);
    out.C(0, 0) = out.C(1, 1) = c;
    out.C(0, 1) = out.C(1, 0) = -c;
    out.f(0) = g * (a - std::sin(at.time)) + 1e-3 * (std::exp(10 * a) - 1);
    out.f(1) = g * b + 1e-3 * (std::exp(10 * b) - 1);
    out.G(0, 0) = g + 1e-2 * std::exp(10 * a);
    out.G(1, 1) = g + 1e-2 * std::exp(10 * b);
  });
  const auto run = [&](double tolerance) {
    return transient(system, {.stop = 20,
                              .integrator = Integrator::bdf,
                              .relative_tolerance = tolerance,
                              .initial = {0, 0},
                              .correct_initial = true});
  };
  const TransientResult loose = run(1e-9), tight = run(1e-11);
  REQUIRE_FALSE(loose.failure);
  REQUIRE_FALSE(tight.failure);
  CHECK(loose.final[0] == Approx(tight.final[0]).margin(1e-7));
  // Order 5 asks for 100^(1/6) = 2.2 times as many steps; noise would ask for a hundred times as many.
  CHECK(tight.statistics.steps < 5 * loose.statistics.steps);
}
