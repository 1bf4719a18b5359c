#include <saddle/solver/integrators/make_stepper.hpp>

#include <saddle/solver/integrators/bdf.hpp>
#include <saddle/solver/integrators/low_order.hpp>
#include <saddle/solver/integrators/radau.hpp>

namespace saddle {

IntegratorChoice choose_integrator(Integrator wanted, const System&, double) {
  if (wanted != Integrator::automatic) return {wanted, "as asked"};
  return {Integrator::bdf, "the default"};
}

std::unique_ptr<Stepper> make_stepper(Integrator integrator, System&, Newton& newton,
                                      const StepperSettings& settings) {
  if (integrator == Integrator::bdf) return std::make_unique<BdfStepper>(newton, settings);
  if (integrator == Integrator::radau) return std::make_unique<RadauStepper>(newton, settings);
  return std::make_unique<LowOrderStepper>(newton, integrator, settings);
}

}  // namespace saddle
