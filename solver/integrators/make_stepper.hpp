// From the name of an integrator to the object.
#pragma once

#include <memory>
#include <string>

#include <saddle/solver/analyses/options.hpp>
#include <saddle/solver/integrators/stepper.hpp>

namespace saddle {

struct IntegratorChoice {
  Integrator integrator = Integrator::bdf;
  std::string reason;  // a clause
};

// What `automatic` means for a system of that size at that tolerance.
IntegratorChoice choose_integrator(Integrator wanted, const System& system, double relative_tolerance);

std::unique_ptr<Stepper> make_stepper(Integrator integrator, System& system, Newton& newton,
                                      const StepperSettings& settings);

}  // namespace saddle
