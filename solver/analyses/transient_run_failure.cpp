// What a run refuses, and how it says why it ends early.
#include <stdexcept>

#include <fmt/format.h>

#include <saddle/solver/analyses/transient_run.hpp>
#include <saddle/solver/integrators/charge_jump.hpp>
#include <saddle/solver/integrators/index_estimate.hpp>
#include <saddle/solver/newton/newton_message.hpp>

namespace saddle {

void TransientRun::require_consistent(std::span<const double> y, std::span<const double> q) const {
  const ConsistentStart& start = engine_->start;
  const auto jump = find_charge_jump(system_, engine_->newton, y, q, start.y(), start.charge());
  if (!jump) return;
  throw std::invalid_argument(fmt::format(
      "initial: the equations do not allow '{}' = {}: it would have to jump to {} at once; give consistent "
      "values of the differential variables, leave `initial` empty to begin at rest, or set correct_initial "
      "to begin where that jump leads",
      system_.variables()[jump->variable].name, value_with_unit(system_, jump->variable, jump->from),
      value_with_unit(system_, jump->variable, jump->to)));
}

void TransientRun::look_at_index() {
  const int variable = variable_of_high_index(engine_->newton, options_.start + breakpoints_.side(),
                                              engine_->start.y(), span_);
  if (variable < 0) return;
  high_index_ = fmt::format(
      "'{}' is of index 3 or more, where errors are not controlled and rounding is enlarged: give the "
      "equations in a form of index 2 or 1 (differentiate the constraint, keep both, add a multiplier)",
      system_.variables()[variable].name);
  result_.warnings.push_back(high_index_);
}

// False, and the failure is set, if the system broke a promise or an event function has no value.
bool TransientRun::promises_are_kept(double when) {
  if (result_.failure) return false;
  if (system_.fault()) {
    fail_at(when, *system_.fault(), "the system broke a promise");
  } else if (const int event = engine_->events.without_value(); event >= 0) {
    const std::string& name = engine_->events.event(event).name;
    const std::string why = system_.trouble() ? ": " + system_.trouble()->message : "";
    fail_at(when,
            {Failure::Kind::not_finite, name, 0, fmt::format("the event '{}' has no value{}", name, why)},
            "events cannot be watched");
  }
  return !result_.failure;
}

Failure TransientRun::cause_of(const NewtonResult& result, std::span<const double> y) const {
  if (system_.fault()) return *system_.fault();
  const bool may_have_no_value =
      result.status == NewtonResult::Status::not_finite || result.status == NewtonResult::Status::singular;
  if (may_have_no_value && system_.trouble()) return *system_.trouble();
  return describe(result, system_, engine_->newton, y);
}

namespace {

std::string advice(const Failure& cause) {
  switch (cause.kind) {
    case Failure::Kind::singular:
      return fmt::format("give '{}' an equation that contains it", cause.where);
    case Failure::Kind::not_finite:
      return fmt::format("see to it that it has a value there: {}", cause.where);
    case Failure::Kind::wrong_system:
      return "correct the system";
    case Failure::Kind::not_converged:
      return fmt::format(
          "try a larger relative_tolerance, the gear2 integrator, or gentler elements around {}; for "
          "equations of your own check_jacobian tells whether the Jacobian is theirs",
          cause.where);
    default:
      return fmt::format(
          "try a larger relative_tolerance, the gear2 integrator, or gentler elements around {}",
          cause.where);
  }
}

}  // namespace

void TransientRun::fail_at(double when, Failure cause, const std::string& what) {
  cause.time = when;
  const bool say_index = !high_index_.empty() && cause.kind != Failure::Kind::wrong_system;
  cause.message =
      fmt::format("the run stops at t = {:.6g} s: {}: {}; what was computed up to there is kept; {}", when,
                  what, cause.message, say_index ? high_index_ : advice(cause));
  if (cause.kind == Failure::Kind::not_converged) cause.kind = Failure::Kind::step_too_small;
  result_.failure = std::move(cause);
}

}  // namespace saddle
