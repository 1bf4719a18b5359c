#include <catch2/catch.hpp>

#include <cmath>
#include <numeric>

#include <saddle/solver/analyses/operating_point.hpp>
#include <saddle/solver/analyses/sensitivity.hpp>

#include "solver/parametric_system.hpp"

using namespace saddle;
using saddle::testing::ParametricSystem;

namespace {

using Numbers = ParametricSystem::Numbers;

// Parameters R, C, V: C v' = (V - v)/R.
ParametricSystem rc() {
  return ParametricSystem({{"v"}}, {2, 0.5, 3},
                          [](double, const Numbers& y, const Numbers& p, Numbers& q, Numbers& f) {
                            q[0] = p[1] * y[0];
                            f[0] = (y[0] - p[2]) / p[0];
                          });
}

// A driven junction with a charge that bends, a coil, and an algebraic reading of both.
ParametricSystem junction() {
  return ParametricSystem({{"v"}, {"i"}, {"power", 0, true}}, {1.0, 0.3, 0.7, 0.2, 0.5, 1.5},
                          [](double t, const Numbers& y, const Numbers& p, Numbers& q, Numbers& f) {
                            const auto drive = p[5] * std::sin(2 * t) + 0.8;
                            q[0] = p[0] * (y[0] + p[1] * y[0] * y[0] * y[0]) + 0.1 * std::exp(y[0]);
                            q[1] = 3.0 * p[2] * std::tanh(y[1] / 3.0);
                            q[2] = 0;
                            f[0] = p[3] * (std::exp(2.0 * y[0]) - 1.0) - y[1];
                            f[1] = y[0] + p[4] * y[1] - drive;
                            f[2] = y[2] - y[0] * y[1] * p[4];
                          });
}

// Ten nodes with resistors p[0..9], capacitors p[10..19], and bending conductances p[20..29] to ground.
ParametricSystem chain() {
  std::vector<Variable> nodes;
  std::vector<double> values;
  for (int i = 0; i < 10; ++i) nodes.push_back({"n" + std::to_string(i)});
  for (int i = 0; i < 30; ++i)
    values.push_back((i < 10 ? 0.5 : i < 20 ? 0.1 : 0.05) * (1 + 0.3 * std::sin(i)));
  return ParametricSystem(nodes, values,
                          [](double t, const Numbers& y, const Numbers& p, Numbers& q, Numbers& f) {
                            for (int i = 0; i < 10; ++i) {
                              q[i] = p[10 + i] * y[i];
                              f[i] = p[20 + i] * y[i] * y[i] * y[i];
                            }
                            for (int i = 0; i < 10; ++i) {
                              const auto current = ((i == 0 ? 1 + std::cos(t) : y[i - 1]) - y[i]) / p[i];
                              f[i] -= current;
                              if (i > 0) f[i - 1] += current;
                            }
                          });
}

// dg/dp of anything by central differences.
template <class Objective>
std::vector<double> differences(ParametricSystem& system, Objective g, double step = 1e-4) {
  const std::vector<double> p = system.p();
  std::vector<double> result;
  for (std::size_t k = 0; k < p.size(); ++k) {
    std::vector<double> moved = p;
    moved[k] = p[k] * (1 + step);
    system.set_parameters(moved);
    const double above = g();
    moved[k] = p[k] * (1 - step);
    system.set_parameters(moved);
    const double below = g();
    result.push_back((above - below) / (2 * step * p[k]));
  }
  system.set_parameters(p);
  return result;
}

double at_end(System& system, const TransientOptions& run, const ObjectiveGradient& w) {
  const TransientResult result = transient(system, run);
  INFO((result.failure ? result.failure->message : ""));
  REQUIRE_FALSE(result.failure);
  return std::inner_product(w.begin(), w.end(), result.final.begin(), 0.0);
}

}  // namespace

TEST_CASE("a rest point's sensitivities are those of the implicit function", "[solver][sensitivity]") {
  ParametricSystem system = junction();
  const ObjectiveGradient w{1, -2, 0.5};
  const auto rest = [&] { return operating_point(system, {.relative_tolerance = 1e-11}).y; };
  const std::vector<double> expected = differences(system, [&] {
    const std::vector<double> y = rest();
    return std::inner_product(w.begin(), w.end(), y.begin(), 0.0);
  });
  const auto method = GENERATE(SensitivityMethod::forward, SensitivityMethod::adjoint);
  const Sensitivities found =
      equilibrium_sensitivity(system, 0, rest(), std::vector<ObjectiveGradient>{w}, {}, method);
  REQUIRE_FALSE(found.failure);
  CHECK(found.method == method);
  REQUIRE(found.derivative.at(0).size() == 6);
  for (int k = 0; k < 6; ++k) CHECK(found.derivative[0][k] == Approx(expected[k]).epsilon(1e-6).margin(1e-9));
  CHECK(std::abs(expected[3]) > 0.1);
  CHECK(found.derivative[0][0] == Approx(0).margin(1e-14));  // charges do not move a rest point
}

TEST_CASE("a variable at its bound stays there", "[solver][sensitivity]") {
  // x = p0 - l, 0 <= l complementary to p1 - x >= 0... : x follows p0 while the limit p1 is above it, else
  // p1.
  ParametricSystem system({{"x"}, {"l"}}, {1, 2},
                          [](double, const Numbers& y, const Numbers& p, Numbers& q, Numbers& f) {
                            q[0] = y[0];
                            q[1] = 0;
                            f[0] = y[0] - p[0] + y[1];
                            f[1] = p[1] - y[0];
                          });
  system.complementarity_rows = {{1, 1}};
  const std::vector<ObjectiveGradient> x_and_l{{1, 0}, {0, 1}};
  const auto method = GENERATE(SensitivityMethod::forward, SensitivityMethod::adjoint);
  const auto run = [&] {
    return transient_sensitivity(system, {.run = {.stop = 50, .integrator = Integrator::backward_euler},
                                          .objectives = x_and_l,
                                          .method = method});
  };
  const auto check = [&](const auto& found, double x0, double x1, double l0, double l1) {
    REQUIRE_FALSE(found.failure);
    CHECK(found.derivative[0][0] == Approx(x0).margin(1e-9));
    CHECK(found.derivative[0][1] == Approx(x1).margin(1e-9));
    CHECK(found.derivative[1][0] == Approx(l0).margin(1e-9));
    CHECK(found.derivative[1][1] == Approx(l1).margin(1e-9));
  };
  check(equilibrium_sensitivity(system, 0, std::vector<double>{1, 0}, x_and_l, {}, method), 1, 0, 0, 0);
  check(run(), 1, 0, 0, 0);
  system.set_parameters(std::vector<double>{5, 2});
  check(equilibrium_sensitivity(system, 0, std::vector<double>{2, 3}, x_and_l, {}, method), 0, 1, 1, -1);
  check(run(), 0, 1, 1, -1);
}

TEST_CASE("sensitivities of an RC circuit are its closed form", "[solver][sensitivity]") {
  ParametricSystem system = rc();
  const double R = 2, C = 0.5, V = 3, T = 1.2, decay = std::exp(-T / (R * C));
  const auto integrator = GENERATE(Integrator::backward_euler, Integrator::gear2);
  const auto method = GENERATE(SensitivityMethod::forward, SensitivityMethod::adjoint);
  const double tolerance = integrator == Integrator::gear2 ? 1e-8 : 1e-7;
  const TransientSensitivities found = transient_sensitivity(
      system,
      {.run = {.stop = T, .integrator = integrator, .relative_tolerance = tolerance, .initial = {0.5}},
       .objectives = {{1}},
       .method = method});
  REQUIRE_FALSE(found.failure);
  // v = V + (v0 - V) exp(-T/RC).
  const double slope = (0.5 - V) * decay * T / (R * C);
  const double accuracy = integrator == Integrator::gear2 ? 1e-4 : 2e-3;
  CHECK(found.derivative[0][0] == Approx(slope / R).epsilon(accuracy));
  CHECK(found.derivative[0][1] == Approx(slope / C).epsilon(accuracy));
  CHECK(found.derivative[0][2] == Approx(1 - decay).epsilon(accuracy));
}

TEST_CASE("sensitivities are exact for the discrete motion", "[solver][sensitivity]") {
  ParametricSystem system = junction();
  const bool given = GENERATE(false, true);
  const auto method = GENERATE(SensitivityMethod::forward, SensitivityMethod::adjoint);
  const int objective = GENERATE(0, 1, 2);
  ObjectiveGradient w(3, 0.0);
  w[objective] = 1;
  TransientOptions run{
      .stop = 2, .fixed_step = 0.1, .integrator = Integrator::backward_euler, .relative_tolerance = 1e-11};
  if (given) run.initial = {0.2, 0.4, 0.04};
  const std::vector<double> expected = differences(system, [&] { return at_end(system, run, w); });
  const TransientSensitivities found =
      transient_sensitivity(system, {.run = run, .objectives = {w}, .method = method});
  REQUIRE_FALSE(found.failure);
  CHECK(found.run.statistics.steps == 20);
  for (int k = 0; k < 6; ++k) CHECK(found.derivative[0][k] == Approx(expected[k]).epsilon(1e-5).margin(1e-7));
}

TEST_CASE("charges carry the sensitivity over a jump of an input", "[solver][sensitivity]") {
  // v = p1 (1 - exp(-(t - 1)/p0)) from t = 1 on.
  ParametricSystem system({{"v"}}, {2, 3},
                          [](double t, const Numbers& y, const Numbers& p, Numbers& q, Numbers& f) {
                            q[0] = y[0] * p[0];
                            f[0] = y[0] - (t < 1 ? 0.0 : p[1]);
                          });
  system.jumps = {1};
  const auto method = GENERATE(SensitivityMethod::forward, SensitivityMethod::adjoint);
  const TransientSensitivities found = transient_sensitivity(
      system, {.run = {.stop = 3, .integrator = Integrator::gear2, .relative_tolerance = 1e-8},
               .objectives = {{1}},
               .method = method});
  REQUIRE_FALSE(found.failure);
  CHECK(found.derivative[0][1] == Approx(1 - std::exp(-1)).epsilon(1e-4));
  CHECK(found.derivative[0][0] == Approx(-3 * 2 / 4.0 * std::exp(-1)).epsilon(1e-4));
}

TEST_CASE("thirty parameters take one backward sweep", "[solver][sensitivity]") {
  ParametricSystem system = chain();
  ObjectiveGradient w(10, 0.0);
  w[9] = 1;
  w[4] = -0.5;
  const TransientOptions run{
      .stop = 1.5, .fixed_step = 0.05, .integrator = Integrator::backward_euler, .relative_tolerance = 1e-11};
  const TransientSensitivities adjoint = transient_sensitivity(system, {.run = run, .objectives = {w}});
  REQUIRE_FALSE(adjoint.failure);
  CHECK(adjoint.method == SensitivityMethod::adjoint);
  const TransientSensitivities forward =
      transient_sensitivity(system, {.run = run, .objectives = {w}, .method = SensitivityMethod::forward});
  REQUIRE_FALSE(forward.failure);
  const std::vector<double> expected = differences(system, [&] { return at_end(system, run, w); });
  for (int k = 0; k < 30; ++k) {
    CHECK(adjoint.derivative[0][k] == Approx(forward.derivative[0][k]).epsilon(1e-10).margin(1e-12));
    CHECK(adjoint.derivative[0][k] == Approx(expected[k]).epsilon(1e-4).margin(1e-6));
  }
  // The formula with two points of the past agrees both ways too.
  TransientOptions gear = run;
  gear.fixed_step = 0;
  gear.integrator = Integrator::gear2;
  gear.relative_tolerance = 1e-6;
  const auto both = [&](SensitivityMethod method) {
    return transient_sensitivity(system,
                                 {.run = gear, .objectives = {w}, .parameters = {3, 17}, .method = method});
  };
  const auto a = both(SensitivityMethod::adjoint), b = both(SensitivityMethod::forward);
  for (int k = 0; k < 2; ++k)
    CHECK(a.derivative.at(0).at(k) == Approx(b.derivative.at(0).at(k)).epsilon(1e-10));
}

TEST_CASE("sensitivities say what they cannot do", "[solver][sensitivity]") {
  ParametricSystem system = rc();
  const TransientOptions run{.stop = 1, .integrator = Integrator::gear2, .initial = {0}};
  for (const Integrator one_step : {Integrator::trapezoidal, Integrator::radau, Integrator::explicit_rk})
    CHECK_THROWS_WITH(
        transient_sensitivity(system, {.run = {.stop = 1, .integrator = one_step}, .objectives = {{1}}}),
        Catch::Contains("integrator"));
  const TransientSensitivities chosen =
      transient_sensitivity(system, {.run = {.stop = 1, .initial = {0}}, .objectives = {{1}}});
  CHECK_FALSE(chosen.failure);
  CHECK(chosen.run.integrator == Integrator::bdf);
  CHECK_THROWS_WITH(transient_sensitivity(system, {.run = run, .objectives = {{1, 2}}}),
                    Catch::Contains("objectives"));
  CHECK_THROWS_WITH(transient_sensitivity(system, {.run = run, .objectives = {{1}}, .parameters = {7}}),
                    Catch::Contains("parameters"));
  const TransientSensitivities full =
      transient_sensitivity(system, {.run = run, .objectives = {{1}}, .memory_limit = 1000});
  REQUIRE(full.failure);
  CHECK_THAT(full.failure->message, Catch::Contains("memory_limit"));
  ParametricSystem floating({{"v"}}, {1},
                            [](double, const Numbers&, const Numbers& p, Numbers& q, Numbers& f) {
                              q[0] = 0;
                              f[0] = p[0] - 1.0;
                            });
  const Sensitivities singular =
      equilibrium_sensitivity(floating, 0, std::vector<double>{0}, std::vector<ObjectiveGradient>{{1}});
  REQUIRE(singular.failure);
  CHECK(singular.failure->kind == Failure::Kind::singular);
  CHECK(singular.failure->where == "v");
}
