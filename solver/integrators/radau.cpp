#include <saddle/solver/integrators/radau.hpp>

#include <algorithm>
#include <cmath>

namespace saddle {

namespace {

using namespace radau;

constexpr double kGoodRate = 3e-3;  // C and G that contract like this serve another step
constexpr double kAccuracy = 0.02;  // of the stages, as a fraction of the error weights
// Each step is held farther below the tolerance once there are many like steps, whose errors add up.
// The error of the run is as the estimate to the power 5/4.
constexpr double kManySteps = 30, kMostSteps = 10'000, kStrictnessPower = 0.8;
constexpr double kAlgebraicWeight = 0.1;  // of algebraic variables, in units of the estimate's tolerance
constexpr double kForeseeable = 3;   // step ratio up to which the predicted stages are near the true ones
constexpr double kUnforeseen = 0.3;  // miss of an algebraic variable, of its size
constexpr double kErrorOfUnforeseen = 16;
constexpr int kIterations = 7;
constexpr int kRounds = 3;        // of iterations that a fixed step has more
constexpr double kInside = 1e-6;  // of a step: inputs at its begin are looked at this far inside

// The error estimate falls as e ~ h^4, the error of a run as h^5 ~ e^(5/4) and that of one step as
// h^6 ~ e^(3/2): a bound between rtol^(4/5) and rtol^(2/3) on e holds the run to about rtol.
double tolerance_ratio(double relative) {
  return 0.1 * std::pow(relative, 0.7 - 1);
}

}  // namespace

RadauStepper::RadauStepper(Newton& newton, const StepperSettings& settings)
    : newton_(newton),
      settings_(settings),
      stages_(newton),
      history_(newton.size()),
      tolerance_ratio_(tolerance_ratio(newton.weights().relative())) {
  for (std::vector<double>* each : {&q_, &slope_, &early_, &late_, &error_, &charge_part_, &shifted_})
    each->resize(newton.size());
}

void RadauStepper::restart(const PieceStart& start) {
  history_.restart(start.time, start.y);
  std::copy_n(start.q.begin(), q_.size(), q_.begin());
  std::copy_n(start.charge_rate.begin(), slope_.size(), slope_.begin());
  controller_.begin(start.first_step);
  stages_.forget_rate();
  first_attempt_ = true;
  rejected_ = cautious_ = false;
  linearized_ = Linearized::not_yet;
  accumulation_.begin(start.time);
}

// The cubic through the last step's begin and stages, continued to c_i h beyond its end.
void RadauStepper::predict(double h) {
  const int size = newton_.size();
  const double* y = history_.point(0).y.data();
  if (history_.points() == 1) {
    for (int i = 0; i < kStages; ++i) std::copy_n(y, size, stages_.stage(i).begin());
    return;
  }
  const double* begin = history_.point(1).y.data();
  const double nodes[4] = {0, c[0], c[1], c[2]}, ratio = h / (time() - history_.point(1).time);
  double weight[kStages][4];
  for (int i = 0; i < kStages; ++i)
    for (int j = 0; j < 4; ++j) {
      weight[i][j] = 1;
      for (int k = 0; k < 4; ++k)
        if (k != j) weight[i][j] *= (1 + c[i] * ratio - nodes[k]) / (nodes[j] - nodes[k]);
    }
  double *y1 = stages_.stage(0).data(), *y2 = stages_.stage(1).data(), *y3 = stages_.stage(2).data();
  const double *early = early_.data(), *late = late_.data();
  for (int i = 0; i < size; ++i) {
    // The weights add up to 1: differences from y keep a resting variable exactly at rest.
    const double a = begin[i] - y[i], b = early[i] - y[i], d = late[i] - y[i];
    y1[i] = y[i] + weight[0][0] * a + weight[0][1] * b + weight[0][2] * d;
    y2[i] = y[i] + weight[1][0] * a + weight[1][1] * b + weight[1][2] * d;
    y3[i] = y[i] + weight[2][0] * a + weight[2][1] * b + weight[2][2] * d;
  }
}

StepOutcome RadauStepper::attempt(double time, double input_time) {
  time_ = time;
  if (first_attempt_) {
    newton_.weights().refresh(y());
    stages_.take_weights(kAlgebraicWeight / tolerance_ratio_);
    first_attempt_ = false;
  }
  const RadauStep step{this->time(), time - this->time(), input_time - this->time(), y(), q_};
  StepOutcome outcome;
  outcome.newton = solve(step);
  if (outcome.solved() && settings_.error_control) {
    test_error(outcome, step);
    test_foresight(outcome, step.h);
  }
  return outcome;
}

// The error test leaves algebraic variables out, and where they follow an input it sees nothing at all: a
// step may pass over a whole swing that would have switched a diode. So a step longer than the last one
// must have been foreseen in them.
void RadauStepper::test_foresight(StepOutcome& outcome, double h) const {
  const ErrorWeights::Norm& miss = stages_.first_update();
  if (!has_past() || miss.variable < 0 || newton_.weights().is_differential(miss.variable)) return;
  if (h <= 1.01 * (time() - history_.point(1).time)) return;
  const double relative = miss.value * newton_.weights().relative() * tolerance_ratio_ / kAlgebraicWeight;
  if (relative <= kUnforeseen || outcome.error > kErrorOfUnforeseen) return;
  outcome.error = kErrorOfUnforeseen;
  outcome.worst_variable = miss.variable;
}

// Halfway through the step C and G stand for all stages best, if the stages can be trusted; else they
// are taken at its begin, at the time of the first stage: inputs may jump before it.
void RadauStepper::linearize(const RadauStep& step, bool ahead) {
  if (ahead)
    stages_.linearize(step.time + c[1] * step.input_h, stages_.stage(1));
  else
    stages_.linearize(step.time + c[0] * step.input_h, step.y);
  linearized_ = ahead ? Linearized::ahead : Linearized::here;
}

NewtonResult RadauStepper::iterate(const RadauStep& step) {
  if (const FactorResult factored = stages_.factor_for(step.h); !factored.regular())
    return {NewtonResult::Status::singular, 0, factored.singular_column};
  const bool control = settings_.error_control;
  return stages_.solve(step, {.most = control ? std::min(kIterations, settings_.newton_iterations)
                                              : settings_.newton_iterations,
                              .accuracy = kAccuracy / strictness_,
                              .give_up_early = control});
}

// Tries C and G of an earlier step first where they have served well.
NewtonResult RadauStepper::solve(const RadauStep& step) {
  predict(step.h);
  const double foreseeable = has_past() ? kForeseeable * (time() - history_.point(1).time) : 0;
  const bool ahead = step.h <= foreseeable && !cautious_;
  if (linearized_ == Linearized::not_yet) linearize(step, ahead);
  NewtonResult result = iterate(step);
  if (!result.converged() && linearized_ == Linearized::earlier) {
    predict(step.h);
    linearize(step, ahead);
    result = iterate(step);
  }
  if (!settings_.error_control) return persist(step, result);
  if (!result.converged() && linearized_ == Linearized::ahead) {
    cautious_ = true;
    linearized_ = Linearized::not_yet;
  }
  return result;
}

// A fixed step cannot be shortened: C and G follow the iterate instead.
NewtonResult RadauStepper::persist(const RadauStep& step, NewtonResult result) {
  for (int round = 0; round < kRounds && !result.converged(); ++round) {
    const bool approaches = result.status == NewtonResult::Status::not_converged && stages_.rate() < 1;
    if (!approaches) predict(step.h);
    linearize(step, approaches);
    result = iterate(step);
  }
  return result;
}

void RadauStepper::test_error(StepOutcome& outcome, const RadauStep& step) {
  const int size = newton_.size();
  for (int i = 0; i < size; ++i) {
    double sum = 0;
    for (int j = 0; j < kStages; ++j) sum += radau::error[j] * (stages_.charge(j)[i] - q_[i]);
    charge_part_[i] = sum / step.h;
    error_[i] = slope_[i] + charge_part_[i];
  }
  stages_.solve_real(error_);
  const auto measure = [&] {
    const ErrorWeights::Norm norm = newton_.weights().differential_norm(error_);
    outcome.error = strictness_ * norm.value / tolerance_ratio_;
    outcome.worst_variable = norm.variable;
  };
  measure();
  if (outcome.error <= 1 || !(history_.points() == 1 || rejected_)) return;
  // A fast component that is not at rest yet is overestimated; one more filter damps it.
  for (int i = 0; i < size; ++i) shifted_[i] = step.y[i] + error_[i];
  const std::span<const double> f = stages_.f_at(step.time + kInside * step.input_h, shifted_);
  for (int i = 0; i < size; ++i) error_[i] = charge_part_[i] - f[i];
  stages_.solve_real(error_);
  measure();
}

void RadauStepper::accept(const StepOutcome& outcome) {
  const double h = time_ - time();
  const std::span<const double> before = y();
  stages_.end_slope(slope_);
  std::copy_n(stages_.charge(2).begin(), q_.size(), q_.begin());
  std::swap(early_, stages_.stage_storage(0));
  std::swap(late_, stages_.stage_storage(1));
  HermitePoint& point = history_.advance();
  point.time = time_;
  const std::span<const double> last = stages_.stage(2);
  for (std::size_t i = 0; i < q_.size(); ++i) {
    point.y[i] = last[i];
    point.rate[i] = (inverse[2][0] * (early_[i] - before[i]) + inverse[2][1] * (late_[i] - before[i]) +
                     inverse[2][2] * (last[i] - before[i])) /
                    h;
  }
  point.has_rate = true;
  first_attempt_ = true;
  rejected_ = cautious_ = false;
  accumulation_.add(time_, h);
  const double more = std::clamp(accumulation_.like_steps() / kManySteps, 1.0, kMostSteps / kManySteps);
  strictness_ = std::pow(more, kStrictnessPower);
  const bool served = stages_.rate() <= kGoodRate;
  linearized_ = served ? Linearized::earlier : Linearized::not_yet;
  controller_.accept(h, outcome.error, outcome.newton.iterations, kIterations, stages_.rate(), served);
}

void RadauStepper::shorten(const StepOutcome& outcome) {
  const double h = time_ - time();
  if (outcome.solved() && outcome.error == kErrorOfUnforeseen) {
    controller_.propose(std::max(h / 2, time() - history_.point(1).time));
    return;
  }
  if (outcome.solved()) {
    rejected_ = true;
    // C and G taken ahead belong to stages that are wrong: where the equations have corners, very wrong.
    if (linearized_ == Linearized::ahead) {
      linearized_ = Linearized::not_yet;
      cautious_ = true;
    }
    controller_.reject(h, outcome.error, outcome.newton.iterations, kIterations);
    return;
  }
  const bool slow = outcome.newton.status == NewtonResult::Status::not_converged;
  controller_.cut(h, slow ? stages_.foreseen_excess() : INFINITY,
                  kIterations - 1 - outcome.newton.iterations);
}

Combination RadauStepper::interpolate(double time) const {
  if (history_.points() > 2) return history_.at(time);
  Combination sum;
  sum.add(1, y());
  if (history_.points() == 1) return sum;
  const HermitePoint &begin = history_.point(1), &end = history_.point(0);
  const double at = (time - begin.time) / (end.time - begin.time);
  const double nodes[4] = {0, c[0], c[1], c[2]};
  const std::span<const double> values[4] = {begin.y, early_, late_, end.y};
  Combination cubic;
  for (int j = 0; j < 4; ++j) {
    double weight = 1;
    for (int k = 0; k < 4; ++k)
      if (k != j) weight *= (at - nodes[k]) / (nodes[j] - nodes[k]);
    cubic.add(weight, values[j]);
  }
  return cubic;
}

}  // namespace saddle
