#include <catch2/catch.hpp>

#include <cmath>

#include <saddle/solver/analyses/transient.hpp>

#include "small_system.hpp"

using namespace saddle;
using saddle::testing::SmallSystem;

namespace {

// Variables, equations and events from lambdas.
class EventSystem : public SmallSystem {
 public:
  using SmallSystem::SmallSystem;
  std::vector<Event> events() const override { return list; }
  void event_values(double time, std::span<const double> y, std::span<double> z) override {
    values(time, y, z);
  }
  EventResponse respond(double time, std::span<const int> events, std::vector<double>& y) override {
    moments.emplace_back(time, std::vector<int>(events.begin(), events.end()));
    return response(time, events, y);
  }
  std::vector<Event> list;
  std::function<void(double, std::span<const double>, std::span<double>)> values;
  std::function<EventResponse(double, std::span<const int>, std::vector<double>&)> response;
  std::vector<std::pair<double, std::vector<int>>> moments;
};

void falling(const Point& at, SmallSystem::Out& out) {  // height, velocity
  for (int i = 0; i < 2; ++i) {
    out.q(i) = at.y[i];
    out.C(i, i) = 1;
  }
  out.f(0) = -at.y[1];
  out.G(0, 1) = -1;
  out.f(1) = 9.81;
}

EventSystem bouncing_ball(double restitution) {
  EventSystem ball({{"height"}, {"velocity"}}, falling);
  ball.list = {{"impact", Event::Direction::falling}};
  ball.values = [](double, std::span<const double> y, std::span<double> z) { z[0] = y[0]; };
  ball.response = [restitution](double, std::span<const int>, std::vector<double>& y) {
    y[0] = 0;
    y[1] = -restitution * y[1];
    return EventResponse::restart;
  };
  return ball;
}

void oscillator(const Point& at, SmallSystem::Out& out) {  // x = cos t, v = -sin t
  for (int i = 0; i < 2; ++i) {
    out.q(i) = at.y[i];
    out.C(i, i) = 1;
  }
  out.f(0) = -at.y[1];
  out.G(0, 1) = -1;
  out.f(1) = at.y[0];
  out.G(1, 0) = 1;
}

}  // namespace

TEST_CASE("a bouncing ball hits the floor when the closed form says", "[solver][events]") {
  const auto integrator = GENERATE(Integrator::bdf, Integrator::trapezoidal);
  EventSystem ball = bouncing_ball(0.8);
  const auto result =
      transient(ball, {.stop = 2, .integrator = integrator, .relative_tolerance = 1e-8, .initial = {1, 0}});
  REQUIRE_FALSE(result.failure);
  double when = std::sqrt(2 / 9.81), speed = 9.81 * when;
  for (const auto& [time, which] : ball.moments) {
    CHECK(time == Approx(when).epsilon(1e-6));
    CHECK(which == std::vector<int>{0});
    speed *= 0.8;
    when += 2 * speed / 9.81;
  }
  CHECK(ball.moments.size() == 3);  // at 0.45, 1.17, 1.75 s
  CHECK(result.events.size() == ball.moments.size());
  CHECK(result.events.front().name == "impact");
}

TEST_CASE("a ball whose bounces pile up is reported as chattering", "[solver][events]") {
  EventSystem ball = bouncing_ball(0.5);
  const auto result = transient(ball, {.stop = 10, .initial = {1, 0}});
  REQUIRE(result.failure);
  CHECK(result.failure->kind == Failure::Kind::chattering);
  CHECK(result.failure->where == "impact");
  CHECK(result.failure->time == Approx(3 * std::sqrt(2 / 9.81)).epsilon(1e-3));  // sum of all flights
}

TEST_CASE("direction decides which changes of sign count", "[solver][events]") {
  EventSystem system({{"x"}, {"v"}}, oscillator);
  system.list = {{"up", Event::Direction::rising}, {"down", Event::Direction::falling}, {"any"}};
  system.values = [](double, std::span<const double> y, std::span<double> z) { z[0] = z[1] = z[2] = y[0]; };
  system.response = [](double, std::span<const int>, std::vector<double>&) { return EventResponse::nothing; };
  const auto result = transient(system, {.stop = 6, .relative_tolerance = 1e-9, .initial = {1, 0}});
  REQUIRE_FALSE(result.failure);
  REQUIRE(system.moments.size() == 2);
  CHECK(system.moments[0].first == Approx(M_PI / 2).epsilon(1e-7));
  CHECK(system.moments[0].second == std::vector<int>{1, 2});  // ascending
  CHECK(system.moments[1].first == Approx(3 * M_PI / 2).epsilon(1e-7));
  CHECK(system.moments[1].second == std::vector<int>{0, 2});
  CHECK(result.end == 6);
}

TEST_CASE("an event can end the run", "[solver][events]") {
  EventSystem system({{"x"}, {"v"}}, oscillator);
  system.list = {{"zero"}};
  system.values = [](double, std::span<const double> y, std::span<double> z) { z[0] = y[0]; };
  system.response = [](double, std::span<const int>, std::vector<double>&) { return EventResponse::stop; };
  const auto result = transient(system, {.stop = 6, .relative_tolerance = 1e-9, .initial = {1, 0}});
  REQUIRE_FALSE(result.failure);
  CHECK(result.end == Approx(M_PI / 2).epsilon(1e-7));
  CHECK(result.final[0] == Approx(0).margin(1e-7));
  CHECK(result.waveforms.time.back() == result.end);
}

namespace {

// One tank drains into a second one that appears when the first is half empty.
class GrowingSystem : public System {
 public:
  GrowingSystem() { build(1); }
  const std::vector<VariableKind>& kinds() const override { return kinds_; }
  const std::vector<Variable>& variables() const override { return variables_; }
  const Pattern& pattern() const override { return pattern_; }
  void start(std::span<double> y) const override { std::fill(y.begin(), y.end(), 1.0); }
  void evaluate(const Point& at, Evaluation& out, Need) override {
    for (auto* each : {&out.q, &out.f, &out.C, &out.G}) each->assign(each->size(), 0.0);
    for (int i = 0; i < size(); ++i) {
      out.q[i] = at.y[i];
      out.C[pattern_.slot(i, i)] = 1;
    }
    out.f[0] = at.y[0];
    out.G[pattern_.slot(0, 0)] = 1;
    if (size() > 1) {
      out.f[1] = -at.y[0];
      out.G[pattern_.slot(1, 0)] = -1;
    }
  }
  std::vector<Event> events() const override {
    return size() == 1 ? std::vector<Event>{{"half empty", Event::Direction::falling}} : std::vector<Event>{};
  }
  void event_values(double, std::span<const double> y, std::span<double> z) override {
    if (!z.empty()) z[0] = y[0] - 0.5;
  }
  EventResponse respond(double, std::span<const int>, std::vector<double>& y) override {
    build(2);
    y.push_back(0);
    return EventResponse::restructured;
  }

 private:
  void build(int size) {
    variables_.assign(1, {"first"});
    if (size == 2) variables_.push_back({"second"});
    PatternBuilder builder(size);
    builder.add(1, 0);
    pattern_ = builder.build();
  }
  std::vector<VariableKind> kinds_{{"level", "m", 1e-10}};
  std::vector<Variable> variables_;
  Pattern pattern_;
};

}  // namespace

TEST_CASE("a change of structure is followed", "[solver][events]") {
  GrowingSystem system;
  const auto result = transient(system, {.stop = 3, .relative_tolerance = 1e-8, .initial = {1}});
  REQUIRE_FALSE(result.failure);
  REQUIRE(result.final.size() == 2);
  CHECK(result.final[0] == Approx(std::exp(-3)).epsilon(1e-6));
  CHECK(result.final[1] == Approx(0.5 - std::exp(-3)).epsilon(1e-6));
  REQUIRE(result.events.size() == 1);
  CHECK(result.events[0].time == Approx(std::log(2)).epsilon(1e-7));
}

TEST_CASE("equations that throw make the step smaller, then end the run with their words",
          "[solver][events]") {
  const bool forever = GENERATE(false, true);
  int thrown = 0;
  SmallSystem system({{"x"}}, [&](const Point& at, SmallSystem::Out& out) {
    if (at.y[0] > 1.5 && (forever || at.time < 1.2)) {
      ++thrown;
      throw std::domain_error("beyond the table");
    }
    out.q(0) = at.y[0];
    out.C(0, 0) = 1;
    out.f(0) = -1;  // x = t
  });
  const auto result = transient(system, {.stop = 3, .max_step = 1, .initial = {0}});
  if (!forever) {
    CHECK_FALSE(result.failure);
    return;
  }
  REQUIRE(result.failure);
  CHECK(thrown > 1);
  CHECK(result.failure->time == Approx(1.5).margin(1e-6));
  CHECK_THAT(result.failure->message, Catch::Contains("beyond the table"));
  CHECK(result.final[0] == Approx(1.5).margin(1e-6));
}
