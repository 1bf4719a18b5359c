#include <saddle/solver/integrators/low_order.hpp>

namespace saddle {

namespace {

constexpr double kNewtonAccuracy = 0.03;  // of the error weights

}  // namespace

LowOrderStepper::LowOrderStepper(Newton& newton, Integrator integrator, const StepperSettings& settings)
    : newton_(newton),
      integrator_(integrator),
      settings_(settings),
      history_(newton.size()),
      y_(newton.size()),
      known_(newton.size()),
      error_(newton.size()) {}

void LowOrderStepper::restart(const PieceStart& start) {
  history_.restart(start.time, start.y, start.q, start.charge_rate);
  newton_.weights().remember_peaks(start.y);
  newton_.weights().refresh(start.y);
  controller_.begin(start.first_step);
}

StepFormula LowOrderStepper::formula_for(double h) const {
  const bool first = history_.points() == 1;
  if (integrator_ == Integrator::backward_euler || (first && settings_.error_control))
    return backward_euler(h);
  if (integrator_ == Integrator::trapezoidal || first) return trapezoidal(h);
  return gear2(h, history_.step(0));
}

StepOutcome LowOrderStepper::attempt(double time, double input_time) {
  time_ = time;
  StepOutcome outcome;
  formula_ = formula_for(time - history_.time());
  history_.predict(time, y_);
  outcome.newton = solve(input_time);
  if (!outcome.solved()) return outcome;
  newton_.weights().refresh(y_);
  if (settings_.error_control) test_error(outcome, time);
  return outcome;
}

NewtonResult LowOrderStepper::solve(double input_time) {
  history_.known_part(formula_, known_);
  const NewtonSettings settings{.max_iterations = settings_.newton_iterations,
                                .accuracy = kNewtonAccuracy,
                                .choose_modes = false,
                                .follow_iterate = false,
                                .reuse_factorization = true};
  return newton_.solve({.time = input_time, .alpha = formula_.alpha, .history = known_}, settings, y_);
}

// The formula misses the rate of charge by error_. To first order y misses by J^-1 error_.
void LowOrderStepper::test_error(StepOutcome& outcome, double time) {
  history_.rate_error(formula_, time, newton_.charge(), error_);
  newton_.solve_with_last_matrix(error_);
  const ErrorWeights::Norm norm = newton_.weights().differential_norm(error_);
  outcome.error = norm.value;
  outcome.worst_variable = norm.variable;
}

void LowOrderStepper::accept(const StepOutcome& outcome) {
  const double h = time_ - time();
  history_.accept(time_, y_, newton_.charge(), formula_);
  weights_ = {formula_.alpha, formula_.newest, formula_.before};
  weight_count_ = formula_.slope != 0 ? 0 : formula_.before != 0 ? 3 : 2;
  newton_.weights().remember_peaks(y_);
  controller_.accept(h, outcome.error, formula_.order, formula_.greatest_growth);
}

void LowOrderStepper::shorten(const StepOutcome& outcome) {
  const double h = time_ - time();
  if (outcome.solved())
    controller_.reject(h, outcome.error, formula_.order);
  else
    controller_.cut(h);
}

}  // namespace saddle
