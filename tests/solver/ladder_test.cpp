// Networks that grow: size, allocation and charge.
#include <catch2/catch.hpp>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <new>
#include <numbers>

#include <saddle/solver/analyses/transient.hpp>

using namespace saddle;

namespace {

std::atomic<long> allocations{0};

// A ladder of resistors R = 1 and capacitors C = 1 to ground: node i has
// d/dt v_i = v_{i-1} - 2 v_i + v_{i+1}. The left end is driven, or open as the right end is.
class Ladder : public System {
 public:
  Ladder(int size, bool driven) : driven_(driven) {
    PatternBuilder builder(size);
    for (int i = 0; i + 1 < size; ++i) {
      builder.add(i, i + 1);
      builder.add(i + 1, i);
    }
    pattern_ = builder.build();
    for (int i = 0; i < size; ++i) variables_.push_back({"v" + std::to_string(i)});
    diagonal_.resize(size);
    below_.resize(size);
    above_.resize(size);
    for (int i = 0; i < size; ++i) {
      diagonal_[i] = pattern_.slot(i, i);
      below_[i] = pattern_.slot(i + 1, i);
      above_[i] = pattern_.slot(i, i + 1);
    }
  }

  const std::vector<VariableKind>& kinds() const override { return kinds_; }
  const std::vector<Variable>& variables() const override { return variables_; }
  const Pattern& pattern() const override { return pattern_; }
  void start(std::span<double> y) const override { std::fill(y.begin(), y.end(), 0.0); }

  void evaluate(const Point& at, Evaluation& out, Need need) override {
    const int size = pattern_.size;
    for (int i = 0; i < size; ++i) {
      const double left = i > 0 ? at.y[i - 1] : driven_ ? std::sin(at.time) : at.y[0];
      const double right = i + 1 < size ? at.y[i + 1] : at.y[i];
      out.q[i] = at.y[i];
      out.f[i] = 2 * at.y[i] - left - right;
    }
    if (need == Need::residual) return;
    std::fill(out.C.begin(), out.C.end(), 0.0);
    for (int i = 0; i < size; ++i) {
      const int neighbours = (i > 0 || driven_) + (i + 1 < size);
      out.C[diagonal_[i]] = 1;
      out.G[diagonal_[i]] = neighbours;
      out.G[below_[i]] = -1;
      out.G[above_[i]] = -1;
    }
  }

 private:
  bool driven_;
  Pattern pattern_;
  std::vector<VariableKind> kinds_{{"voltage", "V", 1e-6}};
  std::vector<Variable> variables_;
  std::vector<int> diagonal_, below_, above_;
};

}  // namespace

// The plain forms; those for arrays end here too.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size > 0 ? size : 1);
}
void* operator new(std::size_t size) {
  if (void* memory = operator new(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}

namespace saddle::testing {
long allocations_so_far() {
  return allocations;
}
}  // namespace saddle::testing

TEST_CASE("an open ladder relaxes mode by mode and conserves charge", "[solver]") {
  // With open ends v_i = cos(k pi (i + 1/2)/n) is a mode of rate 2 - 2 cos(k pi/n). The total
  // charge, the sum of all v, stays what it was: every current enters one node and leaves
  // another, in any step of any formula.
  const int n = 30, k = 3;
  Ladder system(n, false);
  std::vector<double> initial(n);
  for (int i = 0; i < n; ++i) initial[i] = 1 + std::cos(k * std::numbers::pi * (i + 0.5) / n);
  const double rate = 2 - 2 * std::cos(k * std::numbers::pi / n), stop = 3 / rate;
  const auto integrator = GENERATE(Integrator::backward_euler, Integrator::trapezoidal, Integrator::gear2);
  const bool fixed = GENERATE(false, true);
  const auto result = transient(
      system,
      {.stop = stop, .fixed_step = fixed ? stop / 20000 : 0, .integrator = integrator, .initial = initial});
  REQUIRE_FALSE(result.failure);
  const Waveforms& w = result.waveforms;
  for (std::size_t point = 0; point < w.time.size(); ++point) {
    double total = 0;
    for (int i = 0; i < n; ++i) total += w.signals[i].values[point];
    // n roundings of size 1e-16 a step, added over all steps at worst.
    REQUIRE(total == Approx(n).margin(1e-15 * n * static_cast<double>(result.statistics.steps + 100)));
  }
  const double margin = integrator == Integrator::backward_euler && !fixed ? 2e-2 : 2e-3;
  for (int i = 0; i < n; ++i)
    CHECK(result.final[i] == Approx(1 + (initial[i] - 1) * std::exp(-rate * stop)).margin(margin));
}

TEST_CASE("charge is conserved to rounding over 100,000 steps of every method", "[solver]") {
  // As above, at fixed steps. Each step may round the sum of 8 charges near 1 by 8 half units of 1.1e-16; no
  // more than that may add up.
  const int n = 8, steps = 100'000;
  Ladder system(n, false);
  std::vector<double> initial(n);
  for (int i = 0; i < n; ++i) initial[i] = 1 + std::cos(std::numbers::pi * (i + 0.5) / n);
  const auto integrator = GENERATE(Integrator::backward_euler, Integrator::trapezoidal, Integrator::gear2,
                                   Integrator::bdf, Integrator::radau, Integrator::explicit_rk);
  const auto result = transient(system, {.stop = 1000,
                                         .fixed_step = 1000.0 / steps,
                                         .integrator = integrator,
                                         .initial = initial,
                                         .keep_waveforms = false});
  REQUIRE_FALSE(result.failure);
  CHECK(result.statistics.steps == steps);
  double total = 0;
  for (const double v : result.final) total += v;
  UNSCOPED_INFO(name_of(integrator) << " misses " << total - n);
  CHECK(total == Approx(n).epsilon(0).margin(n * 1.1e-16 * steps));
}

TEST_CASE("the loop does not allocate", "[solver]") {
  // Ten times as many steps, only the growth of what is kept may allocate: 64 points at a time into
  // vectors that double, one signal, some twenty of them.
  Ladder system(50, true);
  const auto count = [&](double step) {
    const long before = allocations;
    const auto result = transient(system, {.stop = 20, .fixed_step = step, .save = {49}});
    REQUIRE_FALSE(result.failure);
    CHECK(result.statistics.steps == std::lround(20 / step));
    return allocations - before;
  };
  const long few = count(0.1), many = count(0.01);
  CHECK(many - few < 30);
  const auto with_control = [&](double tolerance) {
    const long before = allocations;
    const auto result = transient(
        system,
        {.stop = 20, .integrator = Integrator::trapezoidal, .relative_tolerance = tolerance, .save = {49}});
    REQUIRE_FALSE(result.failure);
    return std::pair(allocations - before, result.statistics.steps);
  };
  const auto coarse = with_control(1e-3), fine = with_control(1e-7);
  CHECK(fine.second > 2 * coarse.second);
  CHECK(fine.first - coarse.first < 30);
}

TEST_CASE("a ladder of any size runs, with two iterations a step and few factorizations", "[solver]") {
  // Every step of a linear system: two iterations, one evaluation each; matrices only when the step changes.
  for (const int size : {10, 1000, 100000}) {
    Ladder system(size, true);
    const auto result = transient(system, {.stop = 1, .relative_tolerance = 1e-4, .save = {0}});
    REQUIRE_FALSE(result.failure);
    CHECK(result.statistics.newton_iterations <=
          2 * (result.statistics.steps + result.statistics.rejected_steps) + 20);
    CHECK(result.statistics.factorizations < result.statistics.steps);
  }
}
