#include <saddle/solver/integrators/consistent_start.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace saddle {

namespace {

constexpr double kLongest = 1e-9;       // of the time span
constexpr double kShorter = 1e-2;       // each next length, if the motion is fast
constexpr int kLengths = 8;             // tried
constexpr double kNothingMoves = 1e-2;  // in units of the error weights
constexpr double kAccuracy = 1e-3;      // of Newton, as a fraction of the error weights
constexpr int kIterations = 100;

}  // namespace

ConsistentStart::ConsistentStart(Newton& newton, double time_span)
    : newton_(newton), longest_(kLongest * time_span) {
  for (std::vector<double>* each :
       {&first_, &second_, &start_, &known_, &step_charge_, &y_, &charge_, &slope_, &rate_})
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
    const double moved = distance_moved();
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
  const NewtonResult result = newton_.solve(equation, settings, second_);
  if (result.converged()) return result;
  std::copy(start_.begin(), start_.end(), second_.begin());
  return newton_.solve_damped(equation, settings, second_);
}

double ConsistentStart::distance_moved() {
  for (int i = 0; i < newton_.size(); ++i) rate_[i] = second_[i] - first_[i];
  return newton_.weights().differential_norm(rate_).value;
}

// A differential variable that did not jump keeps its value to the last digit.
void ConsistentStart::take_over(double input_time, double length, std::span<const double> before) {
  for (int i = 0; i < newton_.size(); ++i) {
    y_[i] = newton_.weights().is_differential(i) ? 2 * first_[i] - second_[i] : second_[i];
    const double jump = std::abs(y_[i] - before[i]) * newton_.weights().inverse(i);
    if (newton_.weights().is_differential(i) && jump <= kNothingMoves) y_[i] = before[i];
  }
  newton_.weights().refresh(y_);
  const Evaluation& at = newton_.evaluate_plainly(input_time, y_);
  std::copy_n(at.q.begin(), charge_.size(), charge_.begin());
  for (int i = 0; i < newton_.size(); ++i) slope_[i] = -at.f[i];
  newton_.replaced_rows().clear_rows(slope_);  // a row at its bound tells nothing about its charge
  find_first_step(length);
}

// (C / length + G) ydot = qdot / length: for a vanishing length, C ydot = qdot where there is charge.
void ConsistentStart::find_first_step(double length) {
  for (int i = 0; i < newton_.size(); ++i) rate_[i] = slope_[i] / length;
  newton_.solve_with_last_matrix(rate_);
  for (int i = 0; i < newton_.size(); ++i)
    if (!newton_.weights().is_differential(i)) rate_[i] = 0;
  const double fastest = newton_.weights().differential_norm(rate_).value;  // weights per second
  // Backward Euler errs by h^2/2 y''. With y'' ~ ydot^2 / |y| and weight ~ relative |y| this is
  // one weight when h ydot / weight = sqrt(2 / relative); half of that to be safe.
  first_step_ = fastest > 0 ? 0.5 * std::sqrt(2 / newton_.weights().relative()) / fastest
                            : std::numeric_limits<double>::infinity();
}

}  // namespace saddle
