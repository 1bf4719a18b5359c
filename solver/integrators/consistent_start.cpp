#include <saddle/solver/integrators/consistent_start.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace saddle {

namespace {

constexpr double kLongest = 1e-9;      // of the time span
constexpr double kShorter = 1e-2;      // each next length, if the motion is fast
constexpr int kLengths = 8;            // tried
constexpr double kNothingMoves = 0.3;  // in units of the error weights
constexpr double kImpulse = 1;         // the same: moved in no time
// In units of the error weights, below what the strictest method takes for an error:
constexpr double kAccuracy = 1e-5;  // of Newton
constexpr double kNoJump = 1e-4;    // a difference that is none
constexpr int kIterations = 100;

}  // namespace

ConsistentStart::ConsistentStart(Newton& newton, double time_span)
    : newton_(newton), longest_(kLongest * time_span) {
  for (std::vector<double>* each :
       {&first_, &second_, &start_, &known_, &step_charge_, &y_, &charge_, &slope_, &rate_, &f_})
    each->resize(newton.size());
}

NewtonResult ConsistentStart::find(double input_time, std::span<const double> y, std::span<const double> q,
                                   bool choose_modes) {
  NewtonResult best;
  best.status = NewtonResult::Status::not_converged;
  double length = longest_;
  for (int k = 0; k < kLengths; ++k, length *= kShorter) {
    const NewtonResult result = settle(input_time, length, y, q, choose_modes);
    if (!result.converged()) {
      if (best.converged()) break;
      best = result;
      continue;
    }
    best = result;
    const double moved = distance(first_, second_);
    take_over(input_time, length, y);
    if (moved <= kNothingMoves) break;
  }
  return best;
}

NewtonResult ConsistentStart::settle(double input_time, double length, std::span<const double> y,
                                     std::span<const double> q, bool choose_modes) {
  std::copy_n(y.begin(), second_.size(), second_.begin());
  std::copy_n(q.begin(), step_charge_.size(), step_charge_.begin());
  const NewtonResult result = vanishing_step(input_time, length, choose_modes);
  if (!result.converged()) return result;
  std::copy(second_.begin(), second_.end(), first_.begin());
  std::copy_n(newton_.charge().begin(), step_charge_.size(), step_charge_.begin());
  return vanishing_step(input_time, length, choose_modes);
}

// alpha (q(y) - step_charge_) + f(y) = 0, from second_ to second_.
NewtonResult ConsistentStart::vanishing_step(double input_time, double length, bool choose_modes) {
  const double alpha = 1 / length;
  for (int i = 0; i < newton_.size(); ++i) known_[i] = -alpha * step_charge_[i];
  const ImplicitEquation equation{.time = input_time, .alpha = alpha, .history = known_};
  const NewtonSettings settings{
      .max_iterations = kIterations, .accuracy = kAccuracy, .choose_modes = choose_modes};
  std::copy(second_.begin(), second_.end(), start_.begin());
  NewtonResult result = newton_.solve(equation, settings, second_);
  if (!result.converged()) {
    std::copy(start_.begin(), start_.end(), second_.begin());
    result = newton_.solve_damped(equation, settings, second_);
  }
  // The multiplier of an impulse grows from 0 to jump / length: against that first update any other is small,
  // and Newton stops too early. From where it stopped it sees what is left.
  if (result.converged() && distance(start_, second_) > kImpulse)
    result = newton_.solve(equation, settings, second_);
  return result;
}

double ConsistentStart::distance(std::span<const double> from, std::span<const double> to) {
  for (int i = 0; i < newton_.size(); ++i) rate_[i] = to[i] - from[i];
  return newton_.weights().differential_norm(rate_).value;
}

// If no differential variable jumped, they keep their values to the last digit. All or none: a gain of
// a thousand would make much of what little one of them differs from the rest.
void ConsistentStart::take_over(double input_time, double length, std::span<const double> before) {
  const ErrorWeights& weights = newton_.weights();
  double jump = 0;
  for (int i = 0; i < newton_.size(); ++i) {
    y_[i] = weights.is_differential(i) ? 2 * first_[i] - second_[i] : second_[i];
    if (weights.is_differential(i)) jump = std::max(jump, std::abs(y_[i] - before[i]) * weights.inverse(i));
  }
  if (jump <= kNoJump)
    for (int i = 0; i < newton_.size(); ++i)
      if (weights.is_differential(i)) y_[i] = before[i];
  newton_.weights().refresh(y_);
  const Evaluation& at = newton_.evaluate_plainly(input_time, y_);
  std::copy_n(at.q.begin(), charge_.size(), charge_.begin());
  for (int i = 0; i < newton_.size(); ++i) slope_[i] = -(f_[i] = at.f[i]);
  newton_.replaced_rows().clear_rows(slope_);  // a row at its bound tells nothing about its charge
  find_rate(input_time, length);
  find_first_step();
}

// (C / length + G) ydot = qdot / length: for a vanishing length, C ydot = qdot where there is charge.
// Where there is none, an error in the algebraic equations returns divided by the length: where C is
// singular although no column of it is zero, it hides in the rates of differential variables. Solving
//
//     (C / length + G) ydot = C ydot / length - df/dt
//
// after it keeps the rates of charge, has none of that error, and lets the rest follow the inputs.
void ConsistentStart::find_rate(double input_time, double length) {
  for (int i = 0; i < newton_.size(); ++i) rate_[i] = slope_[i] / length;
  newton_.solve_with_last_matrix(rate_);
  const Evaluation& later = newton_.evaluate_plainly(input_time + longest_, y_);
  // Where the inputs have no value so soon, they are taken to stand still.
  for (int i = 0; i < newton_.size(); ++i)
    known_[i] = std::isfinite(later.f[i]) ? -(later.f[i] - f_[i]) / longest_ : 0;
  const Pattern& pattern = newton_.system().pattern();
  for (int column = 0; column < pattern.size; ++column)
    for (int slot = pattern.column_start[column]; slot < pattern.column_start[column + 1]; ++slot)
      known_[pattern.row[slot]] += later.C[slot] * rate_[column] / length;
  std::copy(known_.begin(), known_.end(), rate_.begin());
  newton_.solve_with_last_matrix(rate_);
  for (int i = 0; i < newton_.size(); ++i)
    if (!newton_.weights().is_differential(i)) rate_[i] = 0;
}

bool ConsistentStart::find_without_matrix(double input_time, std::span<const double> y, ExplicitForm& form) {
  if (newton_.replaced_rows().complementarities() > 0) return false;
  if (!form.linearize(input_time, y).regular() || !form.affine()) return false;
  const Evaluation& at = newton_.evaluation();
  for (int i = 0; i < newton_.size(); ++i)
    if (!std::isfinite(at.q[i]) || !std::isfinite(at.f[i])) return false;
  std::copy_n(y.begin(), y_.size(), y_.begin());
  std::copy_n(at.q.begin(), charge_.size(), charge_.begin());
  for (int i = 0; i < newton_.size(); ++i) rate_[i] = slope_[i] = -at.f[i];
  form.solve(rate_);
  newton_.weights().refresh(y_);
  find_first_step();
  return true;
}

void ConsistentStart::find_first_step() {
  const double fastest = newton_.weights().differential_norm(rate_).value;  // weights per second
  // Backward Euler errs by h^2/2 y''. With y'' ~ ydot^2 / |y| and weight ~ relative |y| this is
  // one weight when h ydot / weight = sqrt(2 / relative); half of that to be safe.
  first_step_ = fastest > 0 ? 0.5 * std::sqrt(2 / newton_.weights().relative()) / fastest
                            : std::numeric_limits<double>::infinity();
}

}  // namespace saddle
