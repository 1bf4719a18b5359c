// From the name of an integrator to the object.
#pragma once

#include <memory>
#include <span>
#include <string>

#include <saddle/solver/analyses/options.hpp>
#include <saddle/solver/integrators/stepper.hpp>

namespace saddle {

struct IntegratorChoice {
  Integrator integrator = Integrator::bdf;
  std::string reason;  // a clause
};

// Where a motion begins that an integrator is to be chosen for.
struct MotionAhead {
  double time = 0, span = 0;  // [s]
  std::span<const double> y;
  bool fixed_steps = false;
};

// What `automatic` means for a system: by stiffness over the span, predicted fill, and tolerance.
IntegratorChoice choose_integrator(Integrator wanted, Newton& newton, const MotionAhead& ahead);
// The same without the explicit method.
IntegratorChoice choose_implicit(const Newton& newton);
// True where so many steps as stability asks for cost an explicit method more than going on with an implicit
// one.
bool stability_steps_are_many(const Newton& newton, double steps);

std::unique_ptr<Stepper> make_stepper(Integrator integrator, Newton& newton, const StepperSettings& settings);

}  // namespace saddle
