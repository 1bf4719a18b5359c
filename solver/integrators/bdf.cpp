#include <saddle/solver/integrators/bdf.hpp>

#include <algorithm>
#include <cmath>

namespace saddle {

namespace {

constexpr double kNewtonAccuracy = 0.1;  // of what the error of a step may be
// The errors of many steps add up, so each is held below the tolerance: by kBaseStrictness at a relative
// tolerance of kBaseTolerance; farther below at smaller ones, since with h the error of a step falls
// as h^6 and that of the run as h^5 only; and farther below once there are more than kManySteps like
// steps. Never so far that rounding passes for an error.
constexpr double kBaseStrictness = 10, kBaseTolerance = 1e-3, kStepsPower = 1.0 / 6;
constexpr double kManySteps = 100, kMostStrictness = 1000, kRounding = 3e-12;
constexpr int kRejectionsBeforeLowering = 4;  // of the order
constexpr double kConcession = 4, kRecovery = 1.01, kNoise = 3;
constexpr double kNewtonCut = 0.25;
constexpr double kStartAccuracy = 1e-3;  // of the error weights
constexpr int kStartRounds = 4;          // of iterations, each with new C and G
constexpr double kWorthGrowing = 1.3, kWorthShrinking = 0.9;
constexpr double kGreatestGrowth = 2;
constexpr double kGreatestShrink = 0.25;
constexpr double kNegligible = 1e-10;
// What an estimate is multiplied by before it is believed: change of order must pay.
constexpr double kBiasLower = 2, kBiasSame = 2, kBiasHigher = 4;

double step_factor(double error, int order, double bias) {
  return std::pow(bias * std::max(error, kNegligible), -1.0 / (order + 1));
}

double most_strictness(double relative) {
  return std::clamp(relative / kRounding, 1.0, kMostStrictness);
}

double least_strictness(double relative) {
  const double wanted =
      kBaseStrictness * std::pow(kBaseTolerance / std::min(relative, kBaseTolerance), kStepsPower);
  return std::min(wanted, most_strictness(relative));
}

}  // namespace

BdfStepper::BdfStepper(Newton& newton, const StepperSettings& settings)
    : newton_(newton),
      settings_(settings),
      known_(newton.size()),
      predicted_(newton.size()),
      slope_(newton.size()),
      least_strictness_(least_strictness(newton.weights().relative())),
      most_strictness_(most_strictness(newton.weights().relative())),
      strictness_(least_strictness_),
      strictest_(most_strictness_),
      newton_accuracy_(settings.error_control ? kNewtonAccuracy / least_strictness_ : kNewtonAccuracy) {
  for (Point& each : ring_) {
    each.y.resize(newton.size());
    each.q.resize(newton.size());
  }
  settings_.highest_order = std::clamp(settings_.highest_order, 1, kHighestOrder);
  const bool direct = newton.linear_solver().used() == LinearMethod::direct;  // Radau's matrices need it
  if (!settings_.error_control && settings_.highest_order > 1 && direct)
    starter_ = std::make_unique<RadauStages>(newton);
}

void BdfStepper::restart(const PieceStart& start) {
  points_ = 1;
  Point &first = point(0), &before = point(1);
  first.time = start.time;
  std::copy_n(start.y.begin(), first.y.size(), first.y.begin());
  std::copy_n(start.q.begin(), first.q.size(), first.q.begin());
  before.time = start.time - start.first_step;
  for (std::size_t i = 0; i < first.y.size(); ++i)
    before.y[i] = start.y[i] - start.first_step * start.rate[i];
  std::copy_n(start.charge_rate.begin(), slope_.size(), slope_.begin());
  newton_.weights().remember_peaks(first.y);
  newton_.weights().refresh(first.y);
  coupled_ = newton_.charge_is_coupled();
  order_ = 1;
  accepted_order_ = 0;
  step_ = start.first_step;
  steps_since_change_ = 0;
  rejections_ = 0;
  beginning_ = true;
  accumulation_.begin(start.time);
}

std::span<const double> BdfStepper::slope() const {
  return slope_;
}

// Lagrange's form of the polynomial through the points of ages 0 to order.
Combination BdfStepper::extrapolation(double time, int order) const {
  Combination sum;
  for (int j = 0; j <= order; ++j) {
    double weight = 1;
    for (int i = 0; i <= order; ++i)
      if (i != j) weight *= (time - point(i).time) / (point(j).time - point(i).time);
    sum.add(weight, point(j).y);
  }
  return sum;
}

// c_j is the derivative at t_n of the Lagrange polynomial that is 1 at t_{n-j}. The point t_{n-j}
// has age j - 1 until the step is accepted. The weights add up to zero: what is constant has no rate.
void BdfStepper::find_formula(double time, int order) {
  double sum = 0;
  for (int j = 1; j <= order; ++j) {
    const double tj = point(j - 1).time;
    double weight = 1 / (tj - time);
    for (int i = 1; i <= order; ++i)
      if (i != j) weight *= (time - point(i - 1).time) / (tj - point(i - 1).time);
    weights_[j] = weight;
    sum += weight;
  }
  weights_[0] = -sum;
  Combination history;
  for (int j = 1; j <= order; ++j) history.add(weights_[j], point(j - 1).q);
  history.evaluate(known_);
}

StepOutcome BdfStepper::attempt_start(double time, double input_time) {
  const RadauStep step{this->time(), time - this->time(), input_time - this->time(), y(), q()};
  const StageIteration iteration{
      .most = settings_.newton_iterations, .accuracy = kStartAccuracy, .give_up_early = false};
  starter_->take_weights(1);
  StepOutcome outcome;
  for (int round = 0; round < kStartRounds; ++round) {
    const bool first = round == 0;
    for (int i = 0; i < radau::kStages && first; ++i)
      std::copy(y().begin(), y().end(), starter_->stage(i).begin());
    starter_->linearize(step.time + radau::c[first ? 0 : 1] * step.input_h, first ? y() : starter_->stage(1));
    const FactorResult factored = starter_->factor_for(step.h);
    if (!factored.regular()) {
      outcome.newton = {NewtonResult::Status::singular, 0, factored.singular_column};
      return outcome;
    }
    outcome.newton = starter_->solve(step, iteration);
    if (outcome.newton.status != NewtonResult::Status::not_converged) break;
  }
  next().time = time;
  std::copy_n(starter_->stage(2).begin(), next().y.size(), next().y.begin());
  return outcome;
}

StepOutcome BdfStepper::attempt(double time, double input_time) {
  started_ = starter_ && points_ < settings_.highest_order;
  if (started_) return attempt_start(time, input_time);
  StepOutcome outcome;
  attempted_order_ = order_;
  Point& to = next();
  to.time = time;
  extrapolation(time, order_).evaluate(predicted_);
  find_formula(time, order_);
  std::copy(predicted_.begin(), predicted_.end(), to.y.begin());
  const NewtonSettings settings{.max_iterations = settings_.newton_iterations,
                                .accuracy = newton_accuracy_,
                                .choose_modes = false,
                                .follow_iterate = false,
                                .reuse_factorization = true};
  outcome.newton =
      newton_.solve({.time = input_time, .alpha = weights_[0], .history = known_}, settings, to.y);
  if (!outcome.solved() || !settings_.error_control) return outcome;
  for (std::size_t i = 0; i < predicted_.size(); ++i) predicted_[i] = to.y[i] - predicted_[i];
  const ErrorWeights::Norm norm = measure(predicted_);
  // The first extrapolation follows the tangent, a line through the start taken twice.
  const double farthest = points_ == 1 ? time - point(0).time : time - point(order_).time;
  outcome.error = strictness_ * norm.value / (weights_[0] * farthest);
  outcome.worst_variable = norm.variable;
  return outcome;
}

void BdfStepper::accept(const StepOutcome& outcome) {
  Point& to = next();
  const double h = to.time - time();
  std::copy_n(started_ ? starter_->charge(2).begin() : newton_.charge().begin(), to.q.size(), to.q.begin());
  if (started_)
    starter_->end_slope(slope_);
  else
    for (std::size_t i = 0; i < slope_.size(); ++i) slope_[i] = weights_[0] * to.q[i] + known_[i];
  newest_ = (newest_ + kPoints - 1) % kPoints;
  points_ = std::min(points_ + 1, kPoints - 1);
  accepted_order_ = attempted_order_;
  accepted_weights_ = weights_;
  newton_.weights().remember_peaks(y());
  newton_.weights().refresh(y());
  ++steps_since_change_;
  accumulation_.add(to.time, h);
  if (settings_.error_control)
    choose_next(h, outcome.error);
  else
    order_ = std::min(points_, settings_.highest_order);
  rejections_ = 0;
  const double wanted = std::clamp(kBaseStrictness * accumulation_.like_steps() / kManySteps,
                                   least_strictness_, most_strictness_);
  strictest_ = std::min(kRecovery * strictest_, most_strictness_);
  strictness_ = std::min(wanted, strictest_);
  if (settings_.error_control) newton_accuracy_ = kNewtonAccuracy / wanted;
}

// prod_{j<=m} (t_0 - t_j) / alpha_m times the divided difference of order m + 1 over ages 0 to m + 1.
double BdfStepper::error_of_order(int order) {
  double scale = strictness_, alpha = 0;
  for (int j = 1; j <= order; ++j) {
    scale *= point(0).time - point(j).time;
    alpha += 1 / (point(0).time - point(j).time);
  }
  scale /= alpha;
  Combination difference;
  for (int j = 0; j <= order + 1; ++j) {
    double weight = scale;
    for (int i = 0; i <= order + 1; ++i)
      if (i != j) weight /= point(j).time - point(i).time;
    difference.add(weight, point(j).y);
  }
  difference.evaluate(predicted_);
  return measure(predicted_).value;
}

ErrorWeights::Norm BdfStepper::measure(std::span<double> error) {
  if (coupled_) newton_.keep_charged_part(error);
  return newton_.weights().differential_norm(error);
}

void BdfStepper::change_to(int order, double step) {
  if (order == order_ && step == step_) return;
  order_ = order;
  step_ = step;
  steps_since_change_ = 0;
}

void BdfStepper::choose_next(double h, double error) {
  if (rejections_ > 0) {  // do not grow again at once
    beginning_ = false;
    change_to(order_, h * std::clamp(step_factor(error, order_, kBiasSame), kGreatestShrink, 1.0));
    return;
  }
  if (beginning_) return raise_while_beginning(h, error);
  if (steps_since_change_ > order_) return choose_order(h, error);
  const double factor = step_factor(error, order_, kBiasSame);
  if (factor >= kWorthShrinking) return change_to(order_, h);
  // Differences that do not fall with their order are noise, or an instability of the high order.
  const double lower = order_ > 1 ? error_of_order(order_ - 1) : INFINITY;
  if (lower <= error)
    return change_to(order_ - 1,
                     h * std::clamp(step_factor(lower, order_ - 1, kBiasLower), kGreatestShrink, 1.0));
  step_ = h * std::max(factor, kGreatestShrink);  // no reason to think about the order later
}

void BdfStepper::raise_while_beginning(double h, double error) {
  const double factor = step_factor(error, order_, kBiasSame);
  const bool pays = order_ == 1 || points_ < order_ + 1 || error_of_order(order_ - 1) >= error;
  const int past = points_;  // extrapolation of degree k needs k + 1 points
  if (!pays || factor < kWorthGrowing) {
    beginning_ = false;
    return change_to(order_, h * std::clamp(factor, 0.5, 1.0));
  }
  const int order = std::min({order_ + 1, past - 1, settings_.highest_order});
  change_to(std::max(order, order_), h * std::min(factor, kGreatestGrowth));
  if (order_ == settings_.highest_order) beginning_ = false;
}

void BdfStepper::choose_order(double h, double error) {
  int best = order_;
  double factor = step_factor(error, order_, kBiasSame);
  if (order_ > 1) {
    const double lower = step_factor(error_of_order(order_ - 1), order_ - 1, kBiasLower);
    if (lower > factor) {
      best = order_ - 1;
      factor = lower;
    }
  }
  if (order_ < settings_.highest_order && points_ >= order_ + 3) {
    const double higher = step_factor(error_of_order(order_ + 1), order_ + 1, kBiasHigher);
    if (higher > factor) {
      best = order_ + 1;
      factor = higher;
    }
  }
  if (factor >= 1 && factor < kWorthGrowing) {
    steps_since_change_ = 0;  // ask again later
    return change_to(best == order_ + 1 ? order_ : best, h);
  }
  change_to(best, h * std::clamp(factor, kGreatestShrink, kGreatestGrowth));
}

void BdfStepper::shorten(const StepOutcome& outcome) {
  const double h = next().time - time();
  beginning_ = false;
  ++rejections_;
  if (!outcome.solved()) return change_to(order_, h * kNewtonCut);
  const bool noise = rejections_ >= 2 && strictness_ > 1 &&
                     outcome.error > kNoise * rejected_error_ * std::pow(h / rejected_step_, order_ + 1);
  rejected_error_ = outcome.error;
  rejected_step_ = h;
  if (noise) return concede(h);
  double factor = step_factor(outcome.error, order_, kBiasSame);
  int order = order_;
  if (rejections_ >= 2) factor = std::min(factor, kGreatestShrink);
  // A lower order sees little of a shorter step while its past is wide.
  if (rejections_ >= kRejectionsBeforeLowering) order = std::max(1, order_ - 1);
  change_to(order, h * std::clamp(factor, kGreatestShrink, 0.9));
}

// An estimate that does not fall with the step is noise: charges are rounded, and a short step divides
// that by its length, so a shorter one would make it worse.
void BdfStepper::concede(double h) {
  strictest_ = std::max(1.0, strictness_ / kConcession);
  strictness_ = strictest_;
  change_to(order_, h);
}

Combination BdfStepper::interpolate(double time) const {
  return extrapolation(time, accepted_order_);
}

}  // namespace saddle
