// Equations and events that have no value, for a while or for ever.
#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <new>
#include <stdexcept>

#include <saddle/solver/analyses/equilibrium.hpp>
#include <saddle/solver/analyses/modes.hpp>
#include <saddle/solver/analyses/operating_point.hpp>
#include <saddle/solver/analyses/sensitivity.hpp>
#include <saddle/solver/analyses/settle.hpp>
#include <saddle/solver/analyses/transient.hpp>

#include "solver/event_system.hpp"
#include "solver/parametric_system.hpp"

using namespace saddle;
using saddle::testing::LambdaEvents;
using saddle::testing::ParametricSystem;
using saddle::testing::SmallSystem;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

void decaying(const Point& at, SmallSystem::Out& out) {
  out.q(0) = at.y[0];
  out.C(0, 0) = 1;
  out.f(0) = at.y[0];
  out.G(0, 0) = 1;
}

Integrator any_integrator() {
  return GENERATE(Integrator::bdf, Integrator::radau, Integrator::gear2, Integrator::trapezoidal,
                  Integrator::backward_euler);
}

void kept_until(const TransientResult& result, double time) {
  CHECK(result.end == Approx(time).margin(1e-3));
  CHECK(result.failure->time == result.end);
  CHECK(result.waveforms.time.size() > 2);
  CHECK(result.waveforms.time.back() == result.end);
  CHECK(result.final[0] == Approx(std::exp(-time)).margin(2e-3));
  CHECK_THAT(result.failure->message, Catch::Contains("what was computed up to there is kept"));
}

}  // namespace

TEST_CASE("a logarithm that a long step would take of a negative number is only a shorter step",
          "[solver][input]") {
  const auto integrator = any_integrator();
  const bool throws = GENERATE(false, true);
  SmallSystem system({{"y"}},
                     [throws](const Point& at, SmallSystem::Out& out) {  // y' = -1000 log y, to y = 1
                       if (throws && at.y[0] <= 0) throw std::domain_error("log of a negative number");
                       out.q(0) = at.y[0];
                       out.C(0, 0) = 1;
                       out.f(0) = 1e3 * std::log(at.y[0]);
                       out.G(0, 0) = 1e3 / at.y[0];
                     });
  const auto result =
      transient(system, {.stop = 1, .first_step = 0.1, .integrator = integrator, .initial = {1e-3}});
  REQUIRE_FALSE(result.failure);
  CHECK(result.final[0] == Approx(1).epsilon(1e-6));
}

TEST_CASE("equations without a value from some time on end the run there", "[solver][input]") {
  const auto integrator = any_integrator();
  TransientOptions options{.stop = 1, .integrator = integrator, .initial = {1}};
  SECTION("they throw") {
    SmallSystem system({{"y"}}, [](const Point& at, SmallSystem::Out& out) {
      if (at.time > 0.5) throw std::runtime_error("no fuel");
      decaying(at, out);
    });
    const auto result = transient(system, options);
    REQUIRE(result.failure);
    CHECK(result.failure->kind == Failure::Kind::not_finite);
    CHECK_THAT(result.failure->message, Catch::Contains("the equations threw: no fuel"));
    kept_until(result, 0.5);
  }
  SECTION("f is infinite") {
    SmallSystem system({{"y"}}, [](const Point& at, SmallSystem::Out& out) {
      decaying(at, out);
      if (at.time > 0.5) out.f(0) = std::numeric_limits<double>::infinity();
    });
    const auto result = transient(system, options);
    REQUIRE(result.failure);
    CHECK(result.failure->kind == Failure::Kind::not_finite);
    CHECK(result.failure->where == "equation of 'y'");
    kept_until(result, 0.5);
  }
  SECTION("q is NaN") {
    SmallSystem system({{"y"}}, [](const Point& at, SmallSystem::Out& out) {
      decaying(at, out);
      if (at.time > 0.5) out.q(0) = kNaN;
    });
    const auto result = transient(system, options);
    REQUIRE(result.failure);
    CHECK(result.failure->where == "equation of 'y'");
    kept_until(result, 0.5);
  }
  SECTION("nothing can be done with a fixed step") {
    SmallSystem system({{"y"}}, [](const Point& at, SmallSystem::Out& out) {
      decaying(at, out);
      if (at.time > 0.5) out.f(0) = kNaN;
    });
    options.fixed_step = 1.0 / 1024;
    const auto result = transient(system, options);
    REQUIRE(result.failure);
    kept_until(result, 0.5);
  }
}

TEST_CASE("a Jacobian with a NaN is named by entry", "[solver][input]") {
  const bool in_C = GENERATE(false, true);
  SmallSystem system({{"y"}}, [in_C](const Point& at, SmallSystem::Out& out) {
    decaying(at, out);
    (in_C ? out.C(0, 0) : out.G(0, 0)) = kNaN;
  });
  const std::string what =
      std::string(in_C ? "C" : "G") + " of the equation of 'y' with respect to 'y' is not a finite number";
  const auto run = transient(system, {.stop = 1, .initial = {1}});
  REQUIRE(run.failure);
  CHECK(run.failure->kind == Failure::Kind::not_finite);
  CHECK_THAT(run.failure->message, Catch::Contains(what));
  const OperatingPoint point = operating_point(system);
  REQUIRE(point.failure);
  CHECK_THAT(point.failure->message, Catch::Contains(what));
  CHECK_FALSE(modes(system, 0, std::vector<double>{1}));
}

TEST_CASE("equations that always throw are a failure of every analysis, not an exception",
          "[solver][input]") {
  ParametricSystem system({{"y"}}, {1.0}, [](double, const auto&, const auto&, auto&, auto&) {
    throw std::runtime_error("not today");
  });
  const std::vector<double> y{1};
  const auto says_so = [](const std::optional<Failure>& failure) {
    REQUIRE(failure);
    CHECK(failure->kind == Failure::Kind::not_finite);
    CHECK_THAT(failure->message, Catch::Contains("not today"));
  };
  says_so(transient(system, {.stop = 1, .initial = y}).failure);
  says_so(transient(system, {.stop = 1}).failure);
  says_so(operating_point(system).failure);
  says_so(equilibrium(system).failure);
  says_so(settle(system, {.longest = 1}).failure);
  says_so(equilibrium_sensitivity(system, 0, y, std::vector<ObjectiveGradient>{{1}}).failure);
  says_so(transient_sensitivity(
              system, {.run = {.stop = 1, .integrator = Integrator::bdf, .initial = y}, .objectives = {{1}}})
              .failure);
  CHECK_FALSE(modes(system, 0, y));
  CHECK(participation(system, 0, y, {-1, 0}).empty());
}

TEST_CASE("lack of memory passes through", "[solver][input]") {
  SmallSystem system({{"y"}}, [](const Point&, SmallSystem::Out&) { throw std::bad_alloc(); });
  CHECK_THROWS_AS(transient(system, {.stop = 1, .initial = {1}}), std::bad_alloc);
  CHECK_THROWS_AS(operating_point(system), std::bad_alloc);
}

TEST_CASE("what callbacks throw passes through", "[solver][input]") {
  SmallSystem system({{"y"}}, decaying);
  CHECK_THROWS_WITH(
      transient(system, {.stop = 1,
                         .initial = {1},
                         .progress = [](double) -> bool { throw std::runtime_error("enough"); }}),
      "enough");
  CHECK_THROWS_WITH(
      transient(system, {.stop = 1,
                         .initial = {1},
                         .observe = [](const AcceptedStep&) -> bool { throw std::runtime_error("seen"); }}),
      "seen");
}

TEST_CASE("wrong parameter derivatives are a failure", "[solver][input]") {
  class Wrong : public ParametricSystem {
   public:
    Wrong(ParameterColumn column)
        : ParametricSystem({{"y"}}, {1.0},
                           [](double, const auto& y, const auto& p, auto& q, auto& f) {
                             q[0] = y[0];
                             f[0] = p[0] * y[0];
                           }),
          column_(std::move(column)) {}
    ParameterColumn parameter_derivative(const Point&, int) override { return column_; }

   private:
    ParameterColumn column_;
  };
  const ParameterColumn column = GENERATE(ParameterColumn{{1}, {0}, {1}}, ParameterColumn{{-1}, {0}, {1}},
                                          ParameterColumn{{0}, {}, {1}}, ParameterColumn{{0}, {0}, {kNaN}});
  Wrong system(column);
  const auto method = GENERATE(SensitivityMethod::forward, SensitivityMethod::adjoint);
  const std::vector<ObjectiveGradient> w{{1}};
  const auto rest = equilibrium_sensitivity(system, 0, std::vector<double>{1}, w, {}, method);
  REQUIRE(rest.failure);
  CHECK_THAT(rest.failure->message, Catch::Contains("parameter_derivative: expected a finite dq and df"));
  const auto motion = transient_sensitivity(
      system,
      {.run = {.stop = 1, .integrator = Integrator::bdf, .initial = {1}}, .objectives = w, .method = method});
  REQUIRE(motion.failure);
  CHECK_THAT(motion.failure->message, Catch::Contains("parameter_derivative: expected a finite dq and df"));
}

TEST_CASE("events without a value end the run by name", "[solver][input]") {
  LambdaEvents system({{"y"}}, decaying);
  system.list = {{"first"}, {"low", Event::Direction::falling}};
  system.response = [](double, std::vector<double>&) { return EventResponse::nothing; };
  SECTION("event_values is not overridden") {
    const auto result = transient(system, {.stop = 1, .initial = {1}});
    REQUIRE(result.failure);
    CHECK_THAT(result.failure->message,
               Catch::Contains("event_values: a system with events must override it"));
  }
  SECTION("NaN") {
    system.values = [](double time, std::span<const double> y, std::span<double> z) {
      z[0] = 1;
      z[1] = time > 0.5 ? kNaN : y[0];
    };
    const auto result = transient(system, {.stop = 1, .initial = {1}});
    REQUIRE(result.failure);
    CHECK(result.failure->where == "low");
    CHECK_THAT(result.failure->message, Catch::Contains("the event 'low' has no value"));
    CHECK(result.waveforms.time.size() > 2);
  }
  SECTION("an exception") {
    system.values = [](double time, std::span<const double>, std::span<double> z) {
      if (time > 0.5) throw std::runtime_error("lost contact");
      z[0] = z[1] = 1;
    };
    const auto result = transient(system, {.stop = 1, .initial = {1}});
    REQUIRE(result.failure);
    CHECK_THAT(result.failure->message, Catch::Contains("event_values threw: lost contact"));
  }
}

TEST_CASE("responses that cannot be followed end the run", "[solver][input]") {
  LambdaEvents system({{"y"}}, decaying);
  system.list = {{"half"}};
  system.values = [](double, std::span<const double> y, std::span<double> z) { z[0] = y[0] - 0.5; };
  const auto ends_with = [&](const std::string& words) {
    const auto result = transient(system, {.stop = 3, .initial = {1}});
    REQUIRE(result.failure);
    CHECK(result.failure->kind == Failure::Kind::wrong_system);
    CHECK_THAT(result.failure->message, Catch::Contains(words));
    CHECK(result.failure->time == Approx(std::log(2)).epsilon(1e-4));
    CHECK(result.waveforms.time.size() > 2);
    CHECK(result.waveforms.time.back() == Approx(std::log(2)).epsilon(1e-4));
  };
  SECTION("wrong size") {
    system.response = [](double, std::vector<double>& y) { return y.push_back(1), EventResponse::restart; };
    ends_with("respond: left 2 values for 1 variables");
  }
  SECTION("NaN") {
    system.response = [](double, std::vector<double>& y) { return y[0] = kNaN, EventResponse::restart; };
    ends_with("respond: left 'y' at nan");
  }
  SECTION("an exception") {
    system.response = [](double, std::vector<double>&) -> EventResponse {
      throw std::runtime_error("stuck");
    };
    ends_with("respond threw: stuck");
  }
}

TEST_CASE("a next jump that does not come later ends the run", "[solver][input]") {
  LambdaEvents system({{"y"}}, decaying);
  const auto [wrong, words] = GENERATE(table<int, std::string>({{0, "next_jump: expected a time later than"},
                                                                {1, "next_jump: expected a time later than"},
                                                                {2, "next_jump: expected a time later than"},
                                                                {3, "next_jump threw: no schedule"}}));
  const double from = GENERATE(0.0, 0.5);
  system.jump = [wrong = wrong, from](double after) -> double {
    if (after < from) return from;
    if (wrong == 0) return after;
    if (wrong == 1) return kNaN;
    if (wrong == 2) return -1;
    throw std::runtime_error("no schedule");
  };
  const auto result = transient(system, {.stop = 1, .initial = {1}});
  REQUIRE(result.failure);
  CHECK(result.failure->kind == Failure::Kind::wrong_system);
  CHECK(result.failure->where == "next_jump");
  CHECK(result.failure->time == from);
  CHECK_THAT(result.failure->message, Catch::Contains(words));
}
