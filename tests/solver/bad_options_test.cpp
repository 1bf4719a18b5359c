// Options and values that make no sense are refused by name, before anything is computed.
#include <catch2/catch.hpp>

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

#include "solver/parametric_system.hpp"
#include "solver/small_system.hpp"

using namespace saddle;
using saddle::testing::ParametricSystem;
using saddle::testing::SmallSystem;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

SmallSystem decay() {
  return SmallSystem({{"y"}}, [](const Point& at, SmallSystem::Out& out) {
    out.q(0) = at.y[0];
    out.C(0, 0) = 1;
    out.f(0) = at.y[0];
    out.G(0, 0) = 1;
  });
}

std::string field(const std::optional<OptionError>& error) {
  return error ? error->field : "";
}

}  // namespace

TEST_CASE("every number in the transient's options is checked", "[solver][input]") {
  const TransientOptions good{.stop = 1, .initial = {1}};
  REQUIRE_FALSE(good.check());
  const auto refused = [&](auto change) {
    TransientOptions options = good;
    change(options);
    return field(options.check());
  };
  for (const double bad : {kNaN, kInfinity, -kInfinity, -1.0}) {
    INFO(bad);
    CHECK(refused([&](auto& o) { o.stop = bad; }) == "stop");
    CHECK(refused([&](auto& o) { o.max_step = bad; }) == "max_step");
    CHECK(refused([&](auto& o) { o.fixed_step = bad; }) == "fixed_step");
    CHECK(refused([&](auto& o) { o.first_step = bad; }) == "first_step");
    CHECK(refused([&](auto& o) { o.relative_tolerance = bad; }) == "relative_tolerance");
    CHECK(refused([&](auto& o) { o.output_times = {bad}; }) == "output_times");
    if (bad == -1) continue;
    CHECK(refused([&](auto& o) { o.start = bad; }) == "start");
    CHECK(refused([&](auto& o) { o.start_saving = bad; }) == "start_saving");
    CHECK(refused([&](auto& o) { o.initial = {bad}; }) == "initial");
  }
  CHECK(refused([](auto& o) { o.stop = 0; }) == "stop");
  CHECK(refused([](auto& o) { o.relative_tolerance = 0; }) == "relative_tolerance");
  CHECK(refused([](auto& o) { o.relative_tolerance = 1e-17; }) == "relative_tolerance");
  CHECK(refused([](auto& o) { o.max_steps = 0; }) == "max_steps");
  CHECK(refused([](auto& o) { o.max_steps = -1; }) == "max_steps");
  CHECK(refused([](auto& o) { o.newton_iterations = 2'000'000'000; }) == "newton_iterations");
  CHECK(refused([](auto& o) { o.highest_order = 0; }) == "highest_order");
  CHECK(refused([](auto& o) { o.highest_order = 6; }) == "highest_order");
  // Times that doubles cannot tell apart, or whose powers they cannot hold.
  CHECK(refused([](auto& o) { o.start = 1e17, o.stop = 1e17 + 16; }) == "stop");
  CHECK(refused([](auto& o) { o.stop = 1e-300; }) == "stop");
  CHECK(refused([](auto& o) { o.stop = 1e300; }) == "stop");
  CHECK(refused([](auto& o) { o.start = -1e308, o.stop = 1e308; }) == "stop");
  CHECK(refused([](auto& o) { o.max_step = 1e-17; }) == "max_step");
  CHECK(refused([](auto& o) { o.fixed_step = 1e-17; }) == "fixed_step");
}

TEST_CASE("options of a transient that contradict each other are refused", "[solver][input]") {
  SmallSystem system = decay();
  CHECK_THROWS_WITH(transient(system, {.stop = 1, .fixed_step = 2}),
                    "fixed_step: expected x <= stop - start");
  CHECK_THROWS_WITH(transient(system, {.stop = 1, .max_step = 0.1, .fixed_step = 0.2}),
                    "fixed_step: expected x <= max_step");
  CHECK_THROWS_WITH(transient(system, {.stop = 1, .relative_tolerance = 1e-17}),
                    "relative_tolerance: expected x >= 1e-14, as doubles have 16 digits");
  const char* const times = "output_times: expected values from start (and start_saving) to stop";
  CHECK_THROWS_WITH(transient(system, {.stop = 1, .output_times = {0.5, 1.5}}), times);
  CHECK_THROWS_WITH(transient(system, {.stop = 1, .output_times = {-0.5, 0.5}}), times);
  CHECK_THROWS_WITH(transient(system, {.stop = 1, .start_saving = 0.5, .output_times = {0.2, 0.7}}), times);
  CHECK_THROWS_WITH(transient(system, {.stop = 1, .output_times = {0.7, 0.2}}),
                    "output_times: expected finite and ascending values");
  CHECK_THROWS_WITH(transient(system, {.stop = 1, .keep_waveforms = false, .output_times = {0.2}}),
                    "output_times: expected none where keep_waveforms is false");
  CHECK_THROWS_WITH(transient(system, {.stop = 1, .save = {0, -1}}), "save: expected variables 0..0, got -1");
  CHECK_THROWS_WITH(transient(system, {.stop = 1, .initial = {1, 2}}), "initial: expected 1 values, got 2");
}

TEST_CASE("every output time is answered, at both ends and twice too", "[solver][input]") {
  SmallSystem system = decay();
  const auto result = transient(system, {.stop = 1, .initial = {1}, .output_times = {0, 0.25, 0.25, 1}});
  REQUIRE_FALSE(result.failure);
  CHECK(result.waveforms.time == std::vector<double>{0, 0.25, 0.25, 1});
}

TEST_CASE("every number in the other analyses' options is checked", "[solver][input]") {
  for (const double bad : {kNaN, kInfinity, -1.0, 0.0}) {
    INFO(bad);
    CHECK(field(SettleOptions{.longest = bad}.check()) == "longest");
    CHECK(field(SettleOptions{.longest = 1, .band = bad}.check()) == "band");
    CHECK(field(SettleOptions{.longest = 1, .absolute_band = {bad}}.check()) == "absolute_band");
    CHECK(field(SettleOptions{.longest = 1, .tolerance = bad}.check()) == "tolerance");
    CHECK(field(SettleOptions{.longest = 1, .relative_tolerance = bad}.check()) == "relative_tolerance");
    CHECK(field(OperatingPointOptions{.relative_tolerance = bad}.check()) == "relative_tolerance");
    CHECK(field(EquilibriumOptions{.relative_tolerance = bad}.check()) == "relative_tolerance");
    CHECK(field(TransientSensitivityOptions{.run = {.stop = bad, .integrator = Integrator::bdf}}.check()) ==
          "stop");
    if (bad != kInfinity) CHECK(field(SettleOptions{.longest = 1, .limit = bad}.check()) == "limit");
    if (bad != 0) CHECK(field(SettleOptions{.longest = 1, .first_horizon = bad}.check()) == "first_horizon");
    if (bad == 0 || bad == -1) continue;
    CHECK(field(SettleOptions{.start = bad, .longest = 1}.check()) == "start");
    CHECK(field(SettleOptions{.initial = {bad}, .longest = 1}.check()) == "initial");
    CHECK(field(OperatingPointOptions{.time = bad}.check()) == "time");
    CHECK(field(OperatingPointOptions{.held = {{0, bad}}}.check()) == "held");
    CHECK(field(OperatingPointOptions{.guess = {bad}}.check()) == "guess");
    CHECK(field(EquilibriumOptions{.time = bad}.check()) == "time");
    CHECK(field(EquilibriumOptions{.guess = {bad}}.check()) == "guess");
  }
  CHECK(field(SettleOptions{.longest = 1, .first_horizon = 2}.check()) == "first_horizon");
  CHECK(field(SettleOptions{.longest = 1, .first_horizon = 1e-200}.check()) == "first_horizon");
  CHECK(field(SettleOptions{.longest = 1, .max_steps = 0}.check()) == "max_steps");
  CHECK(field(SettleOptions{.start = 1e20, .longest = 1}.check()) == "longest");
  CHECK(field(SettleOptions{.longest = 1e200}.check()) == "longest");
  CHECK(field(OperatingPointOptions{.newton_iterations = 1}.check()) == "newton_iterations");
  CHECK(field(OperatingPointOptions{.newton_iterations = 2'000'000'000}.check()) == "newton_iterations");
  CHECK(field(EquilibriumOptions{.most_participants = -1}.check()) == "most_participants");
  CHECK(field(ModesOptions{.per_shift = 0}.check()) == "per_shift");
  CHECK(field(ModesOptions{.most_shifts = 1'000'000'000}.check()) == "most_shifts");
  CHECK(
      field(TransientSensitivityOptions{.run = {.stop = 1, .integrator = Integrator::bdf}, .memory_limit = 0}
                .check()) == "memory_limit");
}

TEST_CASE("points handed over are checked for size and for NaN", "[solver][input]") {
  SmallSystem system = decay();
  const std::vector<double> two{1, 2}, none{kNaN}, fine{1};
  CHECK_THROWS_WITH(operating_point(system, {.guess = two}), "guess: expected 1 values, got 2");
  CHECK_THROWS_WITH(equilibrium(system, {.guess = two}), "guess: expected 1 values, got 2");
  CHECK_THROWS_WITH(settle(system, {.initial = two, .longest = 1}), "initial: expected 1 values, got 2");
  CHECK_THROWS_WITH(settle(system, {.longest = 1, .absolute_band = {1, 1}}),
                    "absolute_band: expected 1 values, got 2");
  CHECK_THROWS_WITH(modes(system, 0, two), "y: expected 1 values, got 2");
  CHECK_THROWS_WITH(modes(system, 0, none), "y: expected finite values, but 'y' is nan");
  CHECK_THROWS_WITH(modes(system, kNaN, fine), "time: expected a finite number");
  CHECK_THROWS_WITH(participation(system, 0, two, {-1, 0}), "y: expected 1 values, got 2");
  CHECK_THROWS_WITH(check_jacobian(system, 0, two), "y: expected 1 values, got 2");
  CHECK_THROWS_WITH(check_jacobian(system, 0, fine, kNaN), "tolerance: expected x > 0");

  ParametricSystem with_parameter({{"y"}}, {1.0}, [](double, const auto& y, const auto& p, auto& q, auto& f) {
    q[0] = y[0];
    f[0] = p[0] * y[0];
  });
  const std::vector<ObjectiveGradient> gradient{{1}};
  CHECK_THROWS_WITH(equilibrium_sensitivity(with_parameter, 0, two, gradient), "y: expected 1 values, got 2");
  CHECK_THROWS_WITH(equilibrium_sensitivity(with_parameter, kNaN, fine, gradient),
                    "time: expected a finite number");
  CHECK_THROWS_WITH(equilibrium_sensitivity(with_parameter, 0, fine, std::vector<ObjectiveGradient>{{kNaN}}),
                    "objectives: expected finite values");
  CHECK_THROWS_WITH(equilibrium_sensitivity(with_parameter, 0, fine, gradient, std::vector<int>{1}),
                    "parameters: expected 0..0, got 1");
}
