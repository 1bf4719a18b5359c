// One step of a motion, in its phases.
#pragma once

#include <span>
#include <vector>

#include <saddle/solver/analyses/options.hpp>
#include <saddle/solver/integrators/step_formula.hpp>
#include <saddle/solver/integrators/step_history.hpp>
#include <saddle/solver/newton/newton.hpp>

namespace saddle {

struct StepSettings {
  Integrator integrator = Integrator::trapezoidal;
  bool error_control = true;  // false: fixed steps
  int newton_iterations = 12;
};

struct StepOutcome {
  NewtonResult newton;
  double error = 0;         // of the step, in units of the tolerance; differential variables only
  int worst_variable = -1;  // where the error is largest
  StepFormula formula;
  bool solved() const { return newton.converged(); }
};

// attempt = predict, solve, test_error; then accept, or attempt another length. A second-order
// formula needs a past: after a restart the first step is backward Euler, which also damps what
// a jump has set off. With fixed steps, whose error nobody controls, the first is the
// trapezoidal rule from the known slope, so that the order of the whole run is kept.
class TimeStepper {
 public:
  TimeStepper(Newton& newton, const StepSettings& settings);

  void restart(double time, std::span<const double> y, std::span<const double> q,
               std::span<const double> slope);

  // Tries a step to `time`; inputs are taken at `input_time`, which differs at a jump only.
  StepOutcome attempt(double time, double input_time);
  std::span<const double> candidate() const { return y_; }  // the end of the attempt
  void accept();

  const StepHistory& history() const { return history_; }

 private:
  StepFormula formula_for(double h) const;
  NewtonResult solve(double input_time);
  void test_error(StepOutcome& outcome, double time);

  Newton& newton_;
  StepSettings settings_;
  StepHistory history_;
  StepFormula formula_;
  double time_ = 0;
  std::vector<double> y_, known_, error_;
};

}  // namespace saddle
