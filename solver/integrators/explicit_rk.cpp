#include <saddle/solver/integrators/explicit_rk.hpp>

#include <algorithm>
#include <cmath>

namespace saddle {

namespace {

// Stability is what bounds a step where h |lambda| is near the end of the region, 3.3 on the real axis; or
// a third of the way, where the error estimate already sees little else than the fast part, while the motion
// is this much slower.
constexpr double kStabilityBound = 3.25, kNearBound = 1, kFarSlower = 5;
// The errors of many steps add up: each is held this much below the tolerance, and farther below once there
// are many like steps. On two orbits of a planet that makes the end err by 3 to 20 times the tolerance,
// where each step at the tolerance makes it 100 to 700.
constexpr double kStrictness = 25;
constexpr double kManySteps = 30, kMostSteps = 10'000;
constexpr int kIterations = 7;  // of a stage, before the step is cut

}  // namespace

ExplicitStepper::ExplicitStepper(Newton& newton, const StepperSettings& settings)
    : newton_(newton),
      settings_(settings),
      stages_(newton),
      strictness_(kStrictness),
      q_(newton.size()),
      work_(newton.size()),
      motion_(newton.size()),
      charge_there_(newton.size()) {
  if (settings.error_control) settings_.newton_iterations = std::min(settings.newton_iterations, kIterations);
  for (std::vector<double>& each : inside_) each.resize(newton.size());
}

void ExplicitStepper::restart(const PieceStart& start) {
  time_ = start.time;
  std::copy_n(start.q.begin(), q_.size(), q_.begin());
  newton_.weights().remember_peaks(start.y);
  newton_.weights().refresh(start.y);
  const bool regular = stages_.form().linearize(start.time, start.y).regular();
  stages_.begin(start.charge_rate);
  charge_.reset();
  if (regular && stages_.affine()) {
    std::copy_n(stages_.slope(0).begin(), work_.size(), work_.begin());
    stages_.form().solve(work_);
    motion_.restart(start.time, start.y, work_);
  } else {
    motion_.restart(start.time, start.y);
    remember_charge();
  }
  controller_.begin(start.first_step);
  accumulation_.begin(start.time);
  stiff_steps_ = not_stiff_steps_ = 0;
}

// The larger of both ends: a variable that passes through zero in a step has the size of the step.
void ExplicitStepper::take_weights() {
  const std::span<const double> begin = y(), end = stages_.end();
  for (std::size_t i = 0; i < work_.size(); ++i) work_[i] = std::max(std::abs(begin[i]), std::abs(end[i]));
  newton_.weights().refresh(work_);
}

StepOutcome ExplicitStepper::attempt(double time, double input_time) {
  attempted_ = time;
  input_h_ = input_time - time_;
  const double h = time - time_;
  StepOutcome outcome;
  if (!stages_.form().regular())
    if (const FactorResult factored = stages_.form().linearize(time_, y()); !factored.regular()) {
      outcome.newton = {NewtonResult::Status::singular, 0, factored.singular_column};
      return outcome;
    }
  outcome.newton = stages_.solve({time_, h, input_h_, y(), q_}, settings_.newton_iterations);
  if (!outcome.solved()) return outcome;
  take_weights();
  if (!settings_.error_control) return outcome;
  stages_.error(h, work_);
  const ErrorWeights::Norm norm = newton_.weights().differential_norm(work_);
  outcome.error = strictness_ * norm.value;
  outcome.worst_variable = norm.variable;
  return outcome;
}

void ExplicitStepper::accept(const StepOutcome& outcome) {
  const double h = attempted_ - time_;
  look_for_stiffness(h);
  if (!stages_.affine() && !charge_) remember_charge();
  stages_.go_on();
  time_ = attempted_;
  std::copy_n(stages_.end_charge().begin(), q_.size(), q_.begin());
  remember_point(stages_.end());
  newton_.weights().remember_peaks(y());
  inside_known_ = false;
  accumulation_.add(time_, h);
  strictness_ = kStrictness *
                std::sqrt(std::clamp(accumulation_.like_steps() / kManySteps, 1.0, kMostSteps / kManySteps));
  controller_.accept(h, outcome.error);
}

void ExplicitStepper::remember_point(std::span<const double> y) {
  HermitePoint& point = motion_.advance();
  point.time = time_;
  point.has_rate = !charge_;
  std::copy_n(y.begin(), point.y.size(), point.y.begin());
  if (point.has_rate) {
    std::copy_n(slope().begin(), point.rate.size(), point.rate.begin());
    stages_.form().solve(point.rate);
    return;
  }
  HermitePoint& charge = charge_->advance();
  charge.time = time_;
  charge.has_rate = true;
  std::copy(q_.begin(), q_.end(), charge.y.begin());
  std::copy_n(slope().begin(), charge.rate.size(), charge.rate.begin());
}

// From here on y is not affine in the charges, so these are interpolated themselves.
void ExplicitStepper::remember_charge() {
  charge_ = std::make_unique<HermiteHistory>(newton_.size());
  charge_->restart(time_, q_, slope());
}

// As in DOPRI5: fifteen such steps, not broken by six others in a row.
void ExplicitStepper::look_for_stiffness(double h) {
  if (!settings_.error_control || stiff()) return;
  const auto [reach, variation] = stages_.stiffness(h);
  if (reach > kStabilityBound || (reach > kNearBound && reach > kFarSlower * variation)) {
    not_stiff_steps_ = 0;
    ++stiff_steps_;
  } else if (++not_stiff_steps_ >= kNotStiffSteps) {
    stiff_steps_ = 0;
  }
}

void ExplicitStepper::shorten(const StepOutcome& outcome) {
  const double h = attempted_ - time_;
  if (outcome.solved())
    controller_.reject(h, outcome.error);
  else
    controller_.cut(h);
}

// What q has gained since the begin of the step; its slopes are still there, the first and the last swapped.
void ExplicitStepper::charge_inside(int point) const {
  const HermitePoint &begin = motion_.point(1), &end = motion_.point(0);
  const double h = end.time - begin.time, theta = kTheta[point];
  if (charge_ && charge_->points() > 2) {
    charge_->at(begin.time + theta * h).evaluate(charge_there_);
    const std::vector<double>& q = charge_->point(1).y;
    for (std::size_t r = 0; r < q.size(); ++r) charge_there_[r] -= q[r];
    return;
  }
  std::fill(charge_there_.begin(), charge_there_.end(), 0.0);
  const auto weight = dormand_prince::weights_inside(theta);
  constexpr int kLast = dormand_prince::kStages - 1;
  for (int j = 0; j <= kLast; ++j) {
    const std::span<const double> k = stages_.slope(j == 0 ? kLast : j == kLast ? 0 : j);
    for (std::size_t r = 0; r < k.size(); ++r) charge_there_[r] += h * weight[j] * k[r];
  }
}

void ExplicitStepper::find_inside() const {
  inside_known_ = true;
  const HermitePoint& begin = motion_.point(1);
  for (int point = 0; point < kInside; ++point) {
    std::vector<double>& y = inside_[point];
    charge_inside(point);
    std::copy(charge_there_.begin(), charge_there_.end(), y.begin());
    stages_.form().solve(y);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += begin.y[i];
    if (!charge_) continue;
    const std::vector<double>& q = charge_->point(1).y;
    for (std::size_t r = 0; r < q.size(); ++r) charge_there_[r] += q[r];
    stages_.find(begin.time + kTheta[point] * input_h_, charge_there_, y);
  }
}

Combination ExplicitStepper::interpolate(double time) const {
  Combination sum;
  if (motion_.points() == 1) {
    sum.add(1, y());
    return sum;
  }
  if (!charge_ && motion_.points() > 2) return motion_.at(time);
  if (!inside_known_) find_inside();
  const HermitePoint &begin = motion_.point(1), &end = motion_.point(0);
  const double h = end.time - begin.time;
  std::array<double, kInside + 3> at{};
  std::array<std::span<const double>, kInside + 3> value;
  int points = 0;
  const auto add = [&](double when, std::span<const double> y) {
    at[points] = when;
    value[points++] = y;
  };
  add(begin.time, begin.y);
  for (int k = 0; k < kInside; ++k) add(begin.time + kTheta[k] * h, inside_[k]);
  add(end.time, end.y);
  if (motion_.points() > 2) add(motion_.point(2).time, motion_.point(2).y);
  for (int j = 0; j < points; ++j) {
    double weight = 1;
    for (int k = 0; k < points; ++k)
      if (k != j) weight *= (time - at[k]) / (at[j] - at[k]);
    sum.add(weight, value[j]);
  }
  return sum;
}

}  // namespace saddle
