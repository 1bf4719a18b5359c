// Systems that contradict themselves are refused by every analysis, with the same words.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <saddle/solver/analyses/equilibrium.hpp>
#include <saddle/solver/analyses/modes.hpp>
#include <saddle/solver/analyses/operating_point.hpp>
#include <saddle/solver/analyses/sensitivity.hpp>
#include <saddle/solver/analyses/settle.hpp>
#include <saddle/solver/analyses/transient.hpp>
#include <saddle/solver/system/check.hpp>

#include "solver/small_system.hpp"

using namespace saddle;
using saddle::testing::SmallSystem;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

void decaying(const Point& at, SmallSystem::Out& out) {
  out.q(0) = at.y[0];
  out.C(0, 0) = 1;
  out.f(0) = at.y[0];
  out.G(0, 0) = 1;
}

// A system any part of whose description can be set.
class Described : public SmallSystem {
 public:
  Described() : SmallSystem({{"y"}}, decaying), shape(SmallSystem::pattern()) {}
  const std::vector<VariableKind>& kinds() const override { return units; }
  const std::vector<Variable>& variables() const override { return names; }
  const Pattern& pattern() const override { return shape; }
  void start(std::span<double> y) const override { y[0] = begin; }
  double longest_step() const override { return longest; }
  std::vector<VariableKind> units{{"value", "V", 1e-9}};
  std::vector<Variable> names{{"y"}};
  Pattern shape;
  double begin = 1, longest = kInfinity;
};

// All analyses refuse the system with the same words.
void all_refuse(System& system, const std::string& message) {
  const std::vector<double> y(system.size(), 1.0);
  CHECK_THROWS_WITH(transient(system, {.stop = 1}), message);
  CHECK_THROWS_WITH(settle(system, {.longest = 1}), message);
  CHECK_THROWS_WITH(operating_point(system), message);
  CHECK_THROWS_WITH(equilibrium(system), message);
  CHECK_THROWS_WITH(modes(system, 0, y), message);
  CHECK_THROWS_WITH(participation(system, 0, y, {-1, 0}), message);
  CHECK_THROWS_WITH(equilibrium_sensitivity(system, 0, y, {}), message);
  CHECK_THROWS_WITH(transient_sensitivity(system, {.run = {.stop = 1, .integrator = Integrator::bdf}}),
                    message);
  CHECK_THROWS_WITH(check_jacobian(system, 0, y), message);
}

}  // namespace

TEST_CASE("every analysis refuses a wrong description by name", "[solver][input]") {
  Described system;
  SECTION("absolute tolerances") {
    const auto [bad, text] =
        GENERATE(table<double, std::string>({{0.0, "0"}, {-1.0, "-1"}, {kNaN, "nan"}, {kInfinity, "inf"}}));
    system.units[0].absolute_tolerance = bad;
    all_refuse(system, "kinds: the absolute tolerance of 'value' must be > 0, got " + text);
  }
  SECTION("kinds") {
    system.names[0].kind = 1;
    all_refuse(system, "variables: 'y' has kind 1, but there are 1 kinds");
  }
  SECTION("number of variables") {
    system.names.push_back({"z"});
    all_refuse(system, "variables: the pattern has 1 columns, but there are 2 variables");
  }
  SECTION("rows of the pattern out of range") {
    system.shape.row = {1};
    all_refuse(system, "pattern: row 1 in column 0 is outside the matrix");
  }
  SECTION("rows of the pattern out of order") {
    system.names.push_back({"z"});
    system.shape.size = 2;
    system.shape.column_start = {0, 2, 4};
    system.shape.row = {1, 0, 0, 1};
    all_refuse(system, "pattern: rows in column 0 are not ascending");
  }
  SECTION("starts of columns") {
    system.shape.column_start = {0};
    all_refuse(system, "pattern: expected 2 column starts, got 1");
  }
  SECTION("longest step") {
    const auto [bad, text] = GENERATE(table<double, std::string>({{0.0, "0"}, {-1.0, "-1"}, {kNaN, "nan"}}));
    system.longest = bad;
    all_refuse(system, "longest_step: expected x > 0, got " + text);
  }
  SECTION("complementarity rows") {
    const Complementarity bad =
        GENERATE(Complementarity{1, 0}, Complementarity{0, -1}, Complementarity{-1, 0});
    system.complementarity_rows = {bad};
    all_refuse(system, "complementarities: the pattern has no entry (row " + std::to_string(bad.row) +
                           ", variable " + std::to_string(bad.variable) + ")");
  }
  SECTION("a complementarity row without the entry of its variable") {
    system.names.push_back({"z"});
    system.shape.size = 2;
    system.shape.column_start = {0, 1, 2};
    system.shape.row = {0, 1};
    system.complementarity_rows = {{0, 1}};
    all_refuse(system, "complementarities: the pattern has no entry (row 0, variable 1)");
  }
  SECTION("start values") {
    system.begin = kNaN;
    const char* const message = "start: expected finite values, but 'y' is nan";
    CHECK_THROWS_WITH(transient(system, {.stop = 1}), message);
    CHECK_THROWS_WITH(settle(system, {.longest = 1}), message);
    CHECK_THROWS_WITH(operating_point(system), message);
  }
}

namespace {

// z is marked algebraic, yet the first equation integrates y + z.
void hidden_charge(const Point& at, SmallSystem::Out& out) {
  out.q(0) = at.y[0] + at.y[1];
  out.C(0, 0) = out.C(0, 1) = 1;
  out.f(0) = at.y[0];
  out.G(0, 0) = 1;
  out.f(1) = at.y[1] - at.y[0];
  out.G(1, 1) = 1;
  out.G(1, 0) = -1;
}

}  // namespace

TEST_CASE("a variable marked algebraic that is integrated is a contradiction", "[solver][input]") {
  SmallSystem system({{"y"}, {"z", 0, true}}, hidden_charge);
  const char* const message =
      "variables: 'z' is marked algebraic, but C of the equation of 'y' with respect to it is 1";
  CHECK_THROWS_WITH(transient(system, {.stop = 1, .initial = {1, 1}}), message);
  CHECK_THROWS_WITH(operating_point(system), message);
}

TEST_CASE("an algebraic variable that is not marked costs steps, not correctness", "[solver][input]") {
  SmallSystem system({{"y"}, {"z"}}, [](const Point& at, SmallSystem::Out& out) {
    decaying(at, out);
    out.f(1) = at.y[1] - 2 * at.y[0];
    out.G(1, 1) = 1;
    out.G(1, 0) = -2;
  });
  const auto result = transient(system, {.stop = 1, .initial = {1, 77}});  // 77 is only a guess
  REQUIRE_FALSE(result.failure);
  CHECK(result.waveforms.signals[1].values.front() == Approx(2).epsilon(1e-9));
  CHECK(result.final[1] == Approx(2 * std::exp(-1)).epsilon(1e-4));
}

namespace {

// Leaves one of its arrays in the size that was asked for.
class Resizing : public SmallSystem {
 public:
  explicit Resizing(int array, int change)
      : SmallSystem({{"y"}, {"z"}}, nullptr), array_(array), change_(change) {}
  void evaluate(const Point& at, Evaluation& out, Need) override {
    out.q = {at.y[0], at.y[1], 0};  // assigning whole vectors is allowed
    out.f = {at.y[0], at.y[1], 0};
    out.C = {1, 0, 0, 1, 0};
    out.G = {1, 0, 0, 1, 0};
    std::vector<double>* const arrays[] = {&out.q, &out.f, &out.C, &out.G};
    if (at.time >= from) arrays[array_]->resize(arrays[array_]->size() + change_);
  }
  double from = 0;

 private:
  int array_, change_;
};

}  // namespace

TEST_CASE("arrays that evaluate leaves in another size are named", "[solver][input]") {
  const int array = GENERATE(0, 1, 2, 3), change = GENERATE(-1, 1, -2);
  Resizing system(array, change);
  const int right = array < 2 ? 3 : 5;
  const std::string message = std::string("evaluate: expected ") + std::to_string(right) + " values in " +
                              "qfCG"[array] + ", one for each " +
                              (array < 2 ? "variable" : "entry of the pattern") + " and one more; got " +
                              std::to_string(right + change);
  const std::vector<double> y{1, 1};
  CHECK_THROWS_WITH(transient(system, {.stop = 1, .initial = y}), message);
  CHECK_THROWS_WITH(transient(system, {.stop = 1}), message);
  CHECK_THROWS_WITH(operating_point(system), message);
  CHECK_THROWS_WITH(equilibrium(system), message);
  CHECK_THROWS_WITH(modes(system, 0, y), message);
  CHECK_THROWS_WITH(settle(system, {.longest = 1}), message);
  CHECK_THROWS_WITH(check_jacobian(system, 0, y), "check_jacobian: " + message);

  system.from = 0.5;  // later: the run ends, and what was computed is kept
  const auto result = transient(system, {.stop = 1, .initial = y});
  REQUIRE(result.failure);
  CHECK(result.failure->kind == Failure::Kind::wrong_system);
  CHECK_THAT(result.failure->message, Catch::Contains(message));
  CHECK(result.end == Approx(0.5).margin(1e-3));
  CHECK(result.waveforms.time.size() > 2);
}

TEST_CASE("where Newton fails, a wrong Jacobian is suspected", "[solver][input]") {
  SmallSystem system({{"y"}}, [](const Point& at, SmallSystem::Out& out) {
    decaying(at, out);
    out.f(0) = 1e6 * (at.y[0] * at.y[0] * at.y[0] - 2);
    out.G(0, 0) = -3e6;  // of the wrong sign
  });
  const auto run = transient(system, {.stop = 1, .fixed_step = 0.1, .initial = {1}});
  REQUIRE(run.failure);
  CHECK_THAT(run.failure->message, Catch::Contains("check_jacobian tells"));
  const OperatingPoint point = operating_point(system);
  REQUIRE(point.failure);
  CHECK_THAT(point.failure->message, Catch::Contains("check_jacobian tells"));
}

TEST_CASE("check_jacobian finds what is wrong and what is missing", "[solver][input]") {
  // A chain f_i = y_i^2 - y_{i+1} of any length: two groups of columns.
  class Chain : public System {
   public:
    explicit Chain(int size) : size_(size) {
      PatternBuilder builder(size);
      for (int i = 0; i < size; ++i) {
        variables_.push_back({"y" + std::to_string(i), 0, true});
        builder.add(i, i);
        if (i + 1 < size) builder.add(i, i + 1);
      }
      pattern_ = builder.build();
    }
    const std::vector<VariableKind>& kinds() const override { return kinds_; }
    const std::vector<Variable>& variables() const override { return variables_; }
    const Pattern& pattern() const override { return pattern_; }
    void start(std::span<double> y) const override { std::fill(y.begin(), y.end(), 1.0); }
    void evaluate(const Point& at, Evaluation& out, Need) override {
      ++evaluations;
      for (auto* each : {&out.q, &out.f, &out.C, &out.G}) each->assign(each->size(), 0.0);
      for (int i = 0; i < size_; ++i) {
        out.f[i] = at.y[i] * at.y[i];
        out.G[pattern_.slot(i, i)] = i == wrong ? 3 : 2 * at.y[i];
        if (i + 1 < size_) {
          out.f[i] -= at.y[i + 1];
          out.G[pattern_.slot(i, i + 1)] = -1;
        }
      }
      if (missing >= 0) out.f[0] += 5 * at.y[missing];
    }
    int wrong = -1, missing = -1;
    long evaluations = 0;

   private:
    int size_;
    std::vector<VariableKind> kinds_{{"value", "V", 1e-9}};
    std::vector<Variable> variables_;
    Pattern pattern_;
  };

  Chain chain(20'000);
  const std::vector<double> y(20'000, 1.0);
  CHECK(check_jacobian(chain, 0, y).empty());
  CHECK(chain.evaluations < 20);
  chain.wrong = 777;
  chain.missing = 12'345;
  chain.evaluations = 0;
  const auto faults = check_jacobian(chain, 0, y);
  CHECK(chain.evaluations < 300);
  REQUIRE(faults.size() == 2);
  CHECK(describe(faults[0], chain) ==
        "G of the equation of 'y777' with respect to 'y777': 2 by differences, 3 stated");
  CHECK(faults[1].row == 0);
  CHECK(faults[1].column == 12'345);
  CHECK_FALSE(faults[1].in_pattern);
  CHECK(faults[1].found == Approx(5).epsilon(1e-6));
}
