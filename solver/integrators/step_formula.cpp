#include <saddle/solver/integrators/step_formula.hpp>

namespace saddle {

// q(t0) = q1 - h q1' + h^2/2 q1'' - ..., hence q1' = (q1 - q0)/h + h/2 q''. With D2 = q''/2 the
// error term is h D2. L-stable: whatever is fast is gone after one step.
StepFormula backward_euler(double h) {
  return {.order = 1, .alpha = 1 / h, .newest = -1 / h, .error = h, .greatest_growth = 4};
}

// q1 = q0 + h/2 (q0' + q1') - h^3/12 q''', solved for q1' as SPICE does:
// q1' = 2/h (q1 - q0) - q0' + h^2/6 q'''. With D3 = q'''/6 the error term is h^2 D3. Rows without
// charge have q = q' = 0 throughout, so they hold at the new time and are not averaged.
// A-stable, not L-stable: components much faster than h alternate in sign and die slowly, and
// multipliers of index 2 alternate without dying at all.
StepFormula trapezoidal(double h) {
  return {.order = 2, .alpha = 2 / h, .newest = -2 / h, .slope = -1, .error = h * h, .greatest_growth = 3};
}

// The derivative at t1 of the parabola through the last three charges, with w = h/h_before:
//   q1' = [(1 + 2w)/(1 + w) q1 - (1 + w) q0 + w^2/(1 + w) q_before] / h + h (h + h_before)/6 q'''.
// With D3 = q'''/6 the error term is h (h + h_before) D3. L-stable at equal steps; zero-stable
// while each step is less than 1 + sqrt(2) times the one before.
StepFormula gear2(double h, double h_before) {
  const double w = h / h_before;
  return {.order = 2,
          .alpha = (1 + 2 * w) / ((1 + w) * h),
          .newest = -(1 + w) / h,
          .before = w * w / ((1 + w) * h),
          .error = h * (h + h_before),
          .greatest_growth = 2};
}

}  // namespace saddle
