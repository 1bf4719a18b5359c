#include <saddle/solver/integrators/make_stepper.hpp>

#include <fmt/format.h>

#include <saddle/solver/integrators/bdf.hpp>
#include <saddle/solver/integrators/explicit_rk.hpp>
#include <saddle/solver/integrators/low_order.hpp>
#include <saddle/solver/integrators/radau.hpp>
#include <saddle/solver/integrators/spectral_radius.hpp>

namespace saddle {

namespace {

constexpr double kStabilityReach = 3.3;  // h |lambda| on the real axis, of Dormand-Prince

// Steps that stability alone asks for, up to which the explicit method is the better choice: where factors
// stay sparse, and where they fill.
constexpr double kFewSteps = 300;
constexpr double kManySteps = 5000;

constexpr double kTight = 1e-5;      // relative tolerance from which Radau wins
constexpr double kCheapFlops = 2e4;  // of a factorization
constexpr int kSmall = 50;           // unknowns, where no fill was predicted

bool factors_fill(const Newton& newton) {
  return newton.linear_solver().used() == LinearMethod::iterative;
}

}  // namespace

bool stability_steps_are_many(const Newton& newton, double steps) {
  return steps > (factors_fill(newton) ? kManySteps : kFewSteps);
}

IntegratorChoice choose_implicit(const Newton& newton) {
  const double relative = newton.weights().relative();
  const FillPrediction& fill = newton.linear_solver().predicted();
  const bool cheap = newton.size() <= kSmall || (fill.known && fill.flops > 0 && fill.flops <= kCheapFlops);
  if (relative <= kTight && cheap && !factors_fill(newton))
    return {Integrator::radau, fmt::format("a tolerance of {:.0e} and cheap factors", relative)};
  if (relative > kTight) return {Integrator::bdf, fmt::format("a loose tolerance of {:.0e}", relative)};
  return {Integrator::bdf, fmt::format("one matrix a step for {} unknowns", newton.size())};
}

IntegratorChoice choose_integrator(Integrator wanted, Newton& newton, const MotionAhead& ahead) {
  if (wanted != Integrator::automatic) return {wanted, "as asked"};
  if (ahead.fixed_steps) return {Integrator::bdf, "steps of fixed length, whatever the stiffness"};
  IntegratorChoice implicit = choose_implicit(newton);
  ExplicitForm form(newton);
  if (!form.linearize(ahead.time, ahead.y).regular()) {
    implicit.reason += "; the equations do not give the rates at once";
    return implicit;
  }
  const double fastest = spectral_radius(newton, form), steps = fastest * ahead.span / kStabilityReach;
  if (!(steps >= 0) || stability_steps_are_many(newton, steps)) {
    implicit.reason += fmt::format("; stiff: an explicit method would need {:.2g} steps to be stable", steps);
    return implicit;
  }
  return {Integrator::explicit_rk, fmt::format("not stiff: stability asks for {:.2g} steps{}", steps,
                                               factors_fill(newton) ? ", and factors would fill" : "")};
}

std::unique_ptr<Stepper> make_stepper(Integrator integrator, Newton& newton,
                                      const StepperSettings& settings) {
  if (integrator == Integrator::bdf) return std::make_unique<BdfStepper>(newton, settings);
  if (integrator == Integrator::radau) return std::make_unique<RadauStepper>(newton, settings);
  if (integrator == Integrator::explicit_rk) return std::make_unique<ExplicitStepper>(newton, settings);
  return std::make_unique<LowOrderStepper>(newton, integrator, settings);
}

}  // namespace saddle
