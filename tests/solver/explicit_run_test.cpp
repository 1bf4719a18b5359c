// The explicit method inside whole runs: what it refuses, where it hands over, how it behaves at jumps,
// events and bounds.
#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

#include <saddle/solver/analyses/transient.hpp>

#include "solver/small_system.hpp"

using namespace saddle;
using namespace saddle::testing;

namespace saddle::testing {
long allocations_so_far();  // ladder_test.cpp counts them
}

namespace {

// Row i: y_i' = f_i, with what `more` adds.
SmallSystem ode(int size, SmallSystem::Equations more) {
  std::vector<Variable> variables;
  for (int i = 0; i < size; ++i) variables.push_back({"y" + std::to_string(i)});
  return SmallSystem(std::move(variables), [size, more](const Point& at, SmallSystem::Out& out) {
    for (int i = 0; i < size; ++i) {
      out.q(i) = at.y[i];
      out.C(i, i) = 1;
    }
    more(at, out);
  });
}

// y' = -rate (y - sin t): an input that is followed.
SmallSystem follower(double speed) {
  return ode(1, [speed](const Point& at, SmallSystem::Out& out) {
    out.f(0) = speed * (at.y[0] - std::sin(at.time));
    out.G(0, 0) = speed;
  });
}

TransientOptions explicit_run(double stop, std::vector<double> initial, double tolerance = 1e-6) {
  return {.stop = stop,
          .integrator = Integrator::explicit_rk,
          .relative_tolerance = tolerance,
          .initial = std::move(initial)};
}

// tau_i y_i' = sum of neighbours - 2 y_i, each with a time constant of its own; without a matrix of its size
// ever being formed by the explicit method.
class Relaxation : public System {
 public:
  explicit Relaxation(int size) {
    PatternBuilder builder(size);
    for (int i = 0; i + 1 < size; ++i) {
      builder.add(i, i + 1);
      builder.add(i + 1, i);
    }
    pattern_ = builder.build();
    for (int i = 0; i < size; ++i) variables_.push_back({"y" + std::to_string(i)});
  }
  const std::vector<VariableKind>& kinds() const override { return kinds_; }
  const std::vector<Variable>& variables() const override { return variables_; }
  const Pattern& pattern() const override { return pattern_; }
  void start(std::span<double> y) const override { std::fill(y.begin(), y.end(), 1.0); }
  void evaluate(const Point& at, Evaluation& out, Need need) override {
    const int n = size();
    for (int i = 0; i < n; ++i) {
      const double below = i > 0 ? at.y[i - 1] : 0, above = i + 1 < n ? at.y[i + 1] : 0;
      out.q[i] = tau(i) * at.y[i];
      out.f[i] = 2 * at.y[i] - below - above;
    }
    if (need == Need::residual) return;
    std::fill(out.C.begin(), out.C.end(), 0.0);
    for (int column = 0; column < n; ++column)
      for (int slot = pattern_.column_start[column]; slot < pattern_.column_start[column + 1]; ++slot) {
        const bool diagonal = pattern_.row[slot] == column;
        out.G[slot] = diagonal ? 2 : -1;
        if (diagonal) out.C[slot] = tau(column);
      }
  }

 private:
  static double tau(int i) { return 1 + 0.5 * std::sin(i); }
  std::vector<VariableKind> kinds_{{"value", "V", 1e-8}};
  std::vector<Variable> variables_;
  Pattern pattern_;
};

}  // namespace

TEST_CASE("explicit: a constraint on velocities is refused by name", "[solver][explicit]") {
  // x' = u, u' = lambda, 0 = u - 1: index 2.
  SmallSystem system({{"x"}, {"u"}, {"lambda", 0, true}}, [](const Point& at, SmallSystem::Out& out) {
    out.q(0) = at.y[0];
    out.q(1) = at.y[1];
    out.C(0, 0) = out.C(1, 1) = 1;
    out.f(0) = -at.y[1];
    out.G(0, 1) = -1;
    out.f(1) = -at.y[2];
    out.G(1, 2) = -1;
    out.f(2) = at.y[1] - 1;
    out.G(2, 1) = 1;
  });
  const auto refused = transient(system, explicit_run(1, {0, 1, 0}));
  REQUIRE(refused.failure);
  CHECK(refused.failure->kind == Failure::Kind::singular);
  CHECK(refused.failure->where == "lambda");
  CHECK_THAT(refused.failure->message,
             Catch::Contains("integrator") && Catch::Contains("'lambda'") && Catch::Contains("bdf or radau"));
  const auto chosen = transient(system, {.stop = 1, .initial = {0, 1, 0}});
  REQUIRE_FALSE(chosen.failure);
  CHECK(chosen.integrator != Integrator::explicit_rk);
  CHECK(chosen.final[0] == Approx(1).epsilon(1e-5));
}

TEST_CASE("explicit: charges that depend on each other are refused", "[solver][explicit]") {
  // A capacitor between two nodes, each with a conductor to ground: C has rank 1 and no zero column.
  SmallSystem system({{"a"}, {"b"}}, [](const Point& at, SmallSystem::Out& out) {
    out.q(0) = at.y[0] - at.y[1];
    out.q(1) = -out.q(0);
    out.C(0, 0) = out.C(1, 1) = 1;
    out.C(0, 1) = out.C(1, 0) = -1;
    out.f(0) = at.y[0] - 1;
    out.f(1) = at.y[1];
    out.G(0, 0) = out.G(1, 1) = 1;
  });
  const auto refused = transient(system, explicit_run(1, {1, 0}));
  REQUIRE(refused.failure);
  CHECK_THAT(refused.failure->message, Catch::Contains("integrator") && Catch::Contains("'a'"));
}

TEST_CASE("automatic: explicit until stability binds, then implicit", "[solver][explicit]") {
  // The rate of return grows from 1 to 1e5 on the way: y' = -k(t) (y - sin t) with ln k = 12 t / 10.
  SmallSystem system = ode(1, [](const Point& at, SmallSystem::Out& out) {
    const double k = std::exp(1.2 * at.time);
    out.f(0) = k * (at.y[0] - std::sin(at.time));
    out.G(0, 0) = k;
  });
  const auto result = transient(system, {.stop = 10, .relative_tolerance = 1e-4, .initial = {0}});
  REQUIRE_FALSE(result.failure);
  INFO(result.choice);
  CHECK(result.integrator != Integrator::explicit_rk);
  CHECK_THAT(result.choice, Catch::StartsWith("Dormand-Prince until t = ") && Catch::Contains("stability"));
  CHECK(result.final[0] == Approx(std::sin(10)).margin(1e-3));
  CHECK(result.statistics.steps < 1000);

  const auto forced = transient(system, explicit_run(10, {0}, 1e-4));
  REQUIRE_FALSE(forced.failure);
  CHECK(forced.integrator == Integrator::explicit_rk);
  CHECK_THAT(forced.choice, Catch::Contains("stability, not accuracy"));
  CHECK(forced.statistics.steps > 5000);
}

TEST_CASE("automatic: what is slow is followed explicitly, what is stiff never", "[solver][explicit]") {
  SmallSystem slow = follower(3), fast = follower(1e6);
  const auto gently = transient(slow, {.stop = 10, .initial = {0}});
  REQUIRE_FALSE(gently.failure);
  CHECK(gently.integrator == Integrator::explicit_rk);
  CHECK_THAT(gently.choice, Catch::Contains("not stiff"));
  const auto stiffly = transient(fast, {.stop = 10, .initial = {0}});
  REQUIRE_FALSE(stiffly.failure);
  CHECK((stiffly.integrator == Integrator::bdf || stiffly.integrator == Integrator::radau));
  CHECK_THAT(stiffly.choice, Catch::Contains("stiff"));
}

TEST_CASE("explicit: values that are not finite shorten the step, then end the run", "[solver][explicit]") {
  // y' = 2 sqrt(1 - y) arrives at y = 1 when t = 1, with no slope; y' = 1/(2 sqrt(1 - t)) goes on to NaN.
  SmallSystem arrives = ode(1, [](const Point& at, SmallSystem::Out& out) {
    out.f(0) = -2 * std::sqrt(1 - at.y[0]);
    out.G(0, 0) = 1 / std::sqrt(1 - at.y[0]);
  });
  const auto fine = transient(arrives, explicit_run(0.99, {0}));
  REQUIRE_FALSE(fine.failure);
  CHECK(fine.final[0] == Approx(1 - 1e-4).margin(1e-6));
  SmallSystem leaves =
      ode(1, [](const Point& at, SmallSystem::Out& out) { out.f(0) = -1 / (2 * std::sqrt(1 - at.time)); });
  const auto ended = transient(leaves, explicit_run(2, {0}));
  REQUIRE(ended.failure);
  CHECK(ended.failure->kind == Failure::Kind::not_finite);
  CHECK(ended.failure->time == Approx(1).margin(1e-6));
  CHECK_THAT(ended.failure->message, Catch::Contains("y0"));
}

TEST_CASE("explicit: full order again after every jump", "[solver][explicit]") {
  // y' = s(t) - y under a square wave s = +-1 of half period 1.
  SmallSystem system = ode(1, [](const Point& at, SmallSystem::Out& out) {
    const double level = static_cast<long>(std::floor(at.time)) % 2 == 0 ? 1 : -1;
    out.f(0) = at.y[0] - level;
    out.G(0, 0) = 1;
  });
  for (int k = 1; k <= 20; ++k) system.jumps.push_back(k);
  const auto result = transient(system, explicit_run(20, {0}));
  REQUIRE_FALSE(result.failure);
  double exact = 0;
  for (int k = 0; k < 20; ++k) {
    const double level = k % 2 == 0 ? 1 : -1;
    exact = level + (exact - level) * std::exp(-1);
  }
  CHECK(result.final[0] == Approx(exact).margin(1e-6));
  CHECK(result.statistics.steps < 20 * 22);
}

TEST_CASE("explicit: a bound is reached and left at the right moment", "[solver][explicit]") {
  // x' = -1, after t = 2 +1, with x >= 0, from x = 1; z = 2 x rides along as an algebraic variable.
  SmallSystem system({{"x"}, {"z", 0, true}}, [](const Point& at, SmallSystem::Out& out) {
    out.q(0) = at.y[0];
    out.C(0, 0) = 1;
    out.f(0) = at.time - 2 < 0 ? 1 : -(at.time - 2);  // pushed down, then up more and more
    out.f(1) = at.y[1] - 2 * at.y[0];
    out.G(1, 0) = -2;
    out.G(1, 1) = 1;
  });
  system.complementarity_rows = {{0, 0}};
  system.jumps = {2};
  const auto result = transient(system, explicit_run(3, {1, 2}));
  if (result.failure) UNSCOPED_INFO(result.failure->message);
  REQUIRE_FALSE(result.failure);
  const auto& time = result.waveforms.time;
  for (std::size_t k = 0; k < time.size(); ++k) {
    const double t = time[k], exact = t < 1 ? 1 - t : t < 2 ? 0 : (t - 2) * (t - 2) / 2;
    CHECK(result.waveforms.signals[0].values[k] == Approx(exact).margin(1e-5));
    CHECK(result.waveforms.signals[1].values[k] == Approx(2 * exact).margin(2e-5));
  }
}

TEST_CASE("explicit: ten, a thousand, a hundred thousand unknowns", "[solver][explicit]") {
  for (const int size : {10, 1000, 100'000}) {
    Relaxation system(size);
    std::vector<double> start(size, 1.0);
    TransientOptions options = explicit_run(5, start, 1e-5);
    options.save = {0};
    const auto result = transient(system, options);
    REQUIRE_FALSE(result.failure);
    options.integrator = Integrator::radau;
    const auto witness = transient(system, options);
    for (int i = 0; i < 10; ++i) CHECK(result.final[i] == Approx(witness.final[i]).margin(1e-4));
    CHECK(result.statistics.factorizations < 10);  // of the consistent start alone
    CHECK(result.statistics.evaluations <
          8 * (result.statistics.steps + result.statistics.rejected_steps) + 50);
  }
}

TEST_CASE("explicit: the loop does not allocate", "[solver][explicit]") {
  Relaxation system(50);
  const auto count = [&](double step) {
    const long before = allocations_so_far();
    const auto result = transient(system, {.stop = 20,
                                           .fixed_step = step,
                                           .integrator = Integrator::explicit_rk,
                                           .initial = std::vector<double>(50, 1.0),
                                           .save = {49}});
    REQUIRE_FALSE(result.failure);
    CHECK(result.statistics.steps == std::lround(20 / step));
    return allocations_so_far() - before;
  };
  const long few = count(0.1), many = count(0.01);
  CHECK(many - few < 30);  // the waveform grows, as in the test of the other methods
}
