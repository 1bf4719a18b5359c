#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <utility>

#include <saddle/solver/analyses/transient.hpp>

#include "solver/small_system.hpp"

using namespace saddle;
using saddle::testing::SmallSystem;

namespace {

constexpr double kMass = 2, kLength = 1.5, kGravity = 9.81;

// Planar pendulum in maximal coordinates, stabilised index 2 (Gear, Gupta, Leimkuhler):
//   y = (x, z, vx, vz, lambda, mu),  g = (x^2 + z^2 - l^2)/2,  J = (x, z)
//   x' = v - J^T mu        m v' = (0, -m G) - J^T lambda       g = 0      J v = 0
// Rows 0..3 have the charges x and m v, rows 4 and 5 are the constraint and its derivative.
SmallSystem pendulum() {
  return SmallSystem({{"x"}, {"z"}, {"vx"}, {"vz"}, {"lambda", 0, true}, {"mu", 0, true}},
                     [](const Point& at, SmallSystem::Out& out) {
                       const auto y = at.y;
                       for (int i = 0; i < 2; ++i) {
                         const int x = i, v = 2 + i, lambda = 4, mu = 5;
                         out.q(x) = y[x];
                         out.C(x, x) = 1;
                         out.f(x) = -y[v] + y[x] * y[mu];
                         out.G(x, v) = -1;
                         out.G(x, x) = y[mu];
                         out.G(x, mu) = y[x];
                         out.q(v) = kMass * y[v];
                         out.C(v, v) = kMass;
                         out.f(v) = y[x] * y[lambda] + (i == 1 ? kMass * kGravity : 0);
                         out.G(v, x) = y[lambda];
                         out.G(v, lambda) = y[x];
                         out.f(4) += y[x] * y[x] / 2;
                         out.G(4, x) = y[x];
                         out.f(5) += y[x] * y[v];
                         out.G(5, x) = y[v];
                         out.G(5, v) = y[x];
                       }
                       out.f(4) -= kLength * kLength / 2;
                     });
}

// phi'' = -(G/l) sin phi by the classical Runge-Kutta method; phi is measured from straight down.
// With steps of 1e-4 its error over the run is about 1e-14.
std::pair<double, double> reference(double phi, double omega, double stop) {
  const int steps = static_cast<int>(std::ceil(stop / 1e-4));
  const double h = stop / steps;
  const auto acceleration = [](double angle) { return -kGravity / kLength * std::sin(angle); };
  for (int k = 0; k < steps; ++k) {
    const double a1 = acceleration(phi), v1 = omega;
    const double a2 = acceleration(phi + h / 2 * v1), v2 = omega + h / 2 * a1;
    const double a3 = acceleration(phi + h / 2 * v2), v3 = omega + h / 2 * a2;
    const double a4 = acceleration(phi + h * v3), v4 = omega + h * a3;
    phi += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
    omega += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return {phi, omega};
}

// m l phi'^2 + m G cos phi is the rod's pull; in the direction of J^T it is l lambda.
double multiplier(double phi, double omega) {
  return kMass * omega * omega + kMass * kGravity * std::cos(phi) / kLength;
}

}  // namespace

// Gear-2 is what index 2 needs: its multipliers are second-order accurate as the positions are. The
// trapezoidal rule, in the form q1' = 2 (q1 - q0)/h - q0', leaves an error of q0' in the
// multiplier of the next step with the opposite sign and the same size, for ever: positions are
// fine, multipliers ring undamped.
TEST_CASE("the pendulum in stabilised index-2 form swings as the angle's equation does", "[solver]") {
  const double phi0 = 2.0, stop = 5, tolerance = GENERATE(1e-4, 1e-6);
  SmallSystem system = pendulum();
  const auto result =
      transient(system, {.stop = stop,
                         .integrator = Integrator::gear2,
                         .relative_tolerance = tolerance,
                         // lambda and mu are left to the consistent start
                         .initial = {kLength * std::sin(phi0), -kLength * std::cos(phi0), 0, 0, 0, 0}});
  REQUIRE_FALSE(result.failure);
  const Waveforms& w = result.waveforms;
  const double lambda0 = multiplier(phi0, 0);
  CHECK(w.signals[4].values.front() == Approx(lambda0).epsilon(1e-5));

  // On the constraint and its derivative at every point, which are rows that hold at the new time;
  // in between, points lie on parabolas through them.
  const std::vector<double>& y = result.final;
  CHECK(std::abs(y[0] * y[0] + y[1] * y[1] - kLength * kLength) / 2 < 1e-9);
  CHECK(std::abs(y[0] * y[2] + y[1] * y[3]) < 1e-9);
  // mu takes up what the truncation error would do to g in a step: tolerance / h, h ~ tolerance^(1/3).
  CHECK(std::abs(y[5]) < 5 * std::pow(tolerance, 2.0 / 3));

  // Local errors of size tolerance, some tolerance^(-1/3) steps for each radian, grow about
  // linearly in time (the period depends on the energy): 20 times the sum of one second.
  const double allowed = 20 * std::pow(tolerance, 2.0 / 3);
  const auto [phi, omega] = reference(phi0, 0, stop);
  CHECK(y[0] == Approx(kLength * std::sin(phi)).margin(allowed));
  CHECK(y[1] == Approx(-kLength * std::cos(phi)).margin(allowed));
  CHECK(y[4] == Approx(multiplier(phi, omega)).margin(30 * allowed));

  const auto energy = [](double z, double vx, double vz) {
    return kMass * (vx * vx + vz * vz) / 2 + kMass * kGravity * z;
  };
  const double energy0 = energy(-kLength * std::cos(phi0), 0, 0), scale = 2 * kMass * kGravity * kLength;
  for (std::size_t k = 0; k < w.time.size(); ++k) {
    const auto at = [&](int i) { return w.signals[i].values[k]; };
    CHECK(energy(at(1), at(2), at(3)) == Approx(energy0).margin(allowed * scale));
  }
}

TEST_CASE("the pendulum's error falls as h^2 with fixed steps, multiplier included", "[solver]") {
  const double phi0 = 1.0, stop = 2;
  const auto [phi, omega] = reference(phi0, 0, stop);
  const auto errors = [&, phi = phi, omega = omega](double h) {
    SmallSystem system = pendulum();
    const auto result =
        transient(system, {.stop = stop,
                           .fixed_step = h,
                           .integrator = Integrator::gear2,
                           .relative_tolerance = 1e-8,
                           .initial = {kLength * std::sin(phi0), -kLength * std::cos(phi0), 0, 0, 0, 0}});
    REQUIRE_FALSE(result.failure);
    return std::pair(std::abs(result.final[0] - kLength * std::sin(phi)),
                     std::abs(result.final[4] - multiplier(phi, omega)));
  };
  const auto coarse = errors(2e-3), fine = errors(1e-3);
  CHECK(std::log2(coarse.first / fine.first) == Approx(2).margin(0.1));
  CHECK(std::log2(coarse.second / fine.second) == Approx(2).margin(0.1));
}
