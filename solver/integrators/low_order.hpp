// The formulas of one fixed order: backward Euler, trapezoidal rule, Gear-2.
#pragma once

#include <array>
#include <span>
#include <vector>

#include <saddle/solver/analyses/options.hpp>
#include <saddle/solver/integrators/step_controller.hpp>
#include <saddle/solver/integrators/step_formula.hpp>
#include <saddle/solver/integrators/step_history.hpp>
#include <saddle/solver/integrators/stepper.hpp>

namespace saddle {

// attempt = predict, solve, test_error; then accept, or attempt another length. A second-order
// formula needs a past: after a restart the first step is backward Euler, which also damps what
// a jump has set off. With fixed steps, whose error nobody controls, the first is the
// trapezoidal rule from the known slope, so that the order of the whole run is kept.
class LowOrderStepper final : public Stepper {
 public:
  LowOrderStepper(Newton& newton, Integrator integrator, const StepperSettings& settings);

  void restart(const PieceStart& start) override;

  double time() const override { return history_.time(); }
  std::span<const double> y() const override { return history_.point(0).y; }
  std::span<const double> q() const override { return history_.point(0).q; }
  std::span<const double> slope() const override { return history_.slope(); }
  double proposal() const override { return controller_.proposal(); }
  void propose(double step) override { controller_.begin(step); }
  int order() const override { return formula_.order; }
  bool has_past() const override { return history_.points() > 1; }

  StepOutcome attempt(double time, double input_time) override;
  std::span<const double> candidate() const override { return y_; }
  void accept(const StepOutcome& outcome) override;
  void shorten(const StepOutcome& outcome) override;
  Combination interpolate(double time) const override { return history_.parabola(time); }
  // Empty where the formula uses the slope: the trapezoidal rule.
  std::span<const double> rate_weights() const override { return {weights_.data(), weight_count_}; }

 private:
  StepFormula formula_for(double h) const;
  NewtonResult solve(double input_time);
  void test_error(StepOutcome& outcome, double time);

  Newton& newton_;
  Integrator integrator_;
  StepperSettings settings_;
  StepHistory history_;
  StepController controller_;
  StepFormula formula_;
  double time_ = 0;
  std::vector<double> y_, known_, error_;
  std::array<double, 3> weights_{};  // of the last accepted step
  std::size_t weight_count_ = 0;
};

}  // namespace saddle
