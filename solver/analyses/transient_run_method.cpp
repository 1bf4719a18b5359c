// The method of a run, and the change of it where stiffness begins.
#include <saddle/solver/analyses/transient_run.hpp>

#include <vector>

#include <fmt/format.h>

#include <saddle/solver/integrators/make_stepper.hpp>

namespace saddle {

void TransientRun::use(Integrator integrator) {
  result_.integrator = integrator;
  engine_->stepper = make_stepper(integrator, engine_->newton,
                                  {!fixed(), options_.newton_iterations, options_.highest_order});
}

void TransientRun::choose_method(std::span<const double> y) {
  engine_->newton.weights().refresh(y);
  const IntegratorChoice choice =
      choose_integrator(options_.integrator, engine_->newton, {options_.start, span_, y, fixed()});
  result_.choice = fmt::format("{}: {}", name_of(choice.integrator), choice.reason);
  use(choice.integrator);
}

bool TransientRun::may_change_method() const {
  return options_.integrator == Integrator::automatic && result_.integrator == Integrator::explicit_rk;
}

// Where an explicit method began to take its steps for the sake of stability.
void TransientRun::look_for_stiffness() {
  if (!stepper().stiff()) return;
  if (!may_change_method()) {
    if (!stiff_since_) stiff_since_ = time();
    return;
  }
  const double steps = (options_.stop - time()) / stepper().proposal();
  if (!stability_steps_are_many(engine_->newton, steps)) return;
  const std::vector<double> y(stepper().y().begin(), stepper().y().end()),
      q(stepper().q().begin(), stepper().q().end());
  const double now = time();
  change_method(now, "stability began to bind");
  restart(now, y, q, false);
}

void TransientRun::change_method(double when, const std::string& what_happened) {
  const IntegratorChoice choice = choose_implicit(engine_->newton);
  result_.choice = fmt::format("{} until t = {:.3g} s, where {}; then {}: {}", name_of(result_.integrator),
                               when, what_happened, name_of(choice.integrator), choice.reason);
  add_work_of_stepper();
  use(choice.integrator);
}

}  // namespace saddle
