#include <catch2/catch.hpp>

#include <cmath>
#include <complex>

#include <saddle/solver/analyses/modes.hpp>

#include "solver/linear_system.hpp"
#include "solver/small_system.hpp"

using namespace saddle;
using namespace saddle::testing;

namespace {

using Complex = std::complex<double>;

Modes modes_at_zero(System& system, const ModesOptions& options = {}) {
  const auto found = modes(system, 0, std::vector<double>(system.size(), 0.0), options);
  REQUIRE(found);
  return *found;
}

double distance_to(const Modes& modes, Complex s) {
  double least = std::numeric_limits<double>::infinity();
  for (const Complex& each : modes.eigenvalues) least = std::min(least, std::abs(each - s));
  return least;
}

}  // namespace

TEST_CASE("modes of an RC ladder of any size are its closed form", "[solver][modes]") {
  const int n = GENERATE(10, 1000, 100000);
  const double R = 1e3, C = 1e-9;
  LinearSystem system = rc_ladder(n, R, C);
  const Modes found = modes_at_zero(system, {.most_shifts = n > 10000 ? 2 : 10});
  CHECK(found.complete == (n <= kLargestDenseModes));
  CHECK(found.stable);
  CHECK(found.slowest_time_constant == Approx(R * C / ladder_number(n, 1)).epsilon(1e-6));
  CHECK(found.least_damping_ratio == Approx(1).epsilon(1e-6));
  for (int j = 1; j <= 4; ++j)
    CHECK(found.eigenvalues.at(j - 1).real() == Approx(-ladder_number(n, j) / (R * C)).epsilon(1e-6));
  if (found.complete) CHECK(static_cast<int>(found.eigenvalues.size()) == n);
}

TEST_CASE("the ringing of an RLC ladder is found at its fast end", "[solver][modes]") {
  // All modes lose R/2L; the highest pitch has the least damping ratio, R/2L sqrt(LC / lambda_n).
  const int n = GENERATE(5, 500, 50000);
  const double R = 1, L = 1e-6, C = 1e-9;
  LinearSystem system = rlc_ladder(n, R, L, C);
  const Modes found = modes_at_zero(system, {.most_shifts = n > 10000 ? 2 : 10});
  CHECK(found.complete == (2 * n <= kLargestDenseModes));
  CHECK(found.stable);
  const double ratio = R / 2 / L * std::sqrt(L * C / ladder_number(n, n));
  // The fast end of a long ladder is crowded: pitches near the highest are as good as it.
  CHECK(found.least_damping_ratio > ratio * (1 - 1e-6));
  CHECK(found.least_damping_ratio < ratio * (n < kLargestDenseModes ? 1 + 1e-6 : 1.1));
  REQUIRE(found.least_damped());
  // Every eigenvalue is one of the closed form: lambda = -LC (s^2 + R/L s) is real and in (0, 4).
  for (const Complex& s : found.eigenvalues) {
    const Complex lambda = -L * C * (s * s + R / L * s);
    REQUIRE(std::abs(lambda.imag()) <= 1e-6 * std::abs(lambda));
    REQUIRE(lambda.real() > 0);
    REQUIRE(lambda.real() < 4);
  }
}

TEST_CASE("one mode that rings or grows is found in a large system of others", "[solver][modes]") {
  // A resonator s^2 + 2 d w s + w^2 = 0 beside an RC ladder with rates from 1.2e-6 to 4; d < 0 grows.
  const double w = GENERATE(1e-4, 0.03, 0.5, 1e3), d = GENERATE(0.01, -0.01);
  const int n = 1500;
  std::vector<Entry> c, g;
  for (int i = 0; i < n; ++i) {
    c.push_back({i, i, 1});
    g.push_back({i, i, i + 1 < n ? 2.0 : 1.0});
    if (i > 0) g.push_back({i, i - 1, -1});
    if (i + 1 < n) g.push_back({i, i + 1, -1});
  }
  c.push_back({n, n, 1});
  c.push_back({n + 1, n + 1, 1});
  g.push_back({n, n + 1, -w});
  g.push_back({n + 1, n, w});
  g.push_back({n + 1, n + 1, 2 * d * w});
  g.push_back({n, 0, 0.1 * w});  // driven by the ladder, which does not change the modes
  LinearSystem system(n + 2, c, g);
  const Modes found = modes_at_zero(system);
  CHECK_FALSE(found.complete);
  const Complex s(-d * w, w * std::sqrt(1 - d * d));
  CHECK(distance_to(found, s) < 1e-5 * w);
  CHECK(found.stable == (d > 0));
  CHECK(found.least_damping_ratio == Approx(d).epsilon(1e-4));
  const auto share = participation(system, 0, std::vector<double>(n + 2, 0.0), s);
  REQUIRE(share.size() == 2);
  CHECK(share[0].variable + share[1].variable == 2 * n + 1);
  CHECK(share[0].share == Approx(0.5).margin(0.01));
}

TEST_CASE("a large system with little charge has all its modes", "[solver][modes]") {
  // 5000 nodes in a chain of resistors; the ends hold charge: one capacitor each, C1 and C2, to ground, and
  // the chain of resistance 4999 between them; 1 ohm to ground at the left.
  const int n = 5000;
  std::vector<Entry> g, c{{0, 0, 2e-3}, {n - 1, n - 1, 1e-3}};
  for (int i = 0; i + 1 < n; ++i) {
    g.push_back({i, i, 1});
    g.push_back({i + 1, i + 1, 1});
    g.push_back({i, i + 1, -1});
    g.push_back({i + 1, i, -1});
  }
  g.push_back({0, 0, 1});
  LinearSystem system(n, c, g);
  const Modes found = modes_at_zero(system);
  CHECK(found.complete);
  REQUIRE(found.eigenvalues.size() == 2);
  // s^2 C1 C2 + s (C1 a + C2 (1 + a)) + a = 0 with a = 1/4999.
  const double a = 1.0 / (n - 1), p = 2e-3 * 1e-3, h = (2e-3 * a + 1e-3 * (1 + a)) / 2;
  const double root = std::sqrt(h * h - p * a);
  CHECK(found.eigenvalues[0].real() == Approx(-a / (h + root)).epsilon(1e-9));
  CHECK(found.eigenvalues[1].real() == Approx((-h - root) / p).epsilon(1e-9));
}

TEST_CASE("shares of a mode do not depend on units", "[solver][modes]") {
  // x' = -x, z' = -5 z + 1e9 x: the mode -1 moves x and z, but belongs to x.
  SmallSystem system({{"x"}, {"z"}}, [](const Point&, SmallSystem::Out& out) {
    out.C(0, 0) = out.C(1, 1) = out.G(0, 0) = 1;
    out.G(1, 1) = 5;
    out.G(1, 0) = -1e9;
  });
  const std::vector<double> y{0, 0};
  const auto slow = participation(system, 0, y, -1), fast = participation(system, 0, y, -5);
  REQUIRE(slow.size() == 1);
  CHECK(slow[0].variable == 0);
  REQUIRE(fast.size() == 1);
  CHECK(fast[0].variable == 1);
}

TEST_CASE("modes name a wrong option", "[solver][modes]") {
  LinearSystem system = rc_ladder(3, 1, 1);
  CHECK_THROWS_WITH(modes(system, 0, std::vector<double>(3), {.per_shift = 0}), Catch::Contains("per_shift"));
}
