#include <saddle/solver/newton/newton.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace saddle {

namespace {

constexpr double kGoodRate = 0.2;        // a stale matrix that contracts less is replaced
constexpr int kPatience = 8;             // iterations it may still take
constexpr double kSimilarMatrix = 0.01;  // relative change of every entry that still counts as none
constexpr double kSimilarAlpha = 0.4;    // relative change of alpha under which an old matrix is tried
constexpr int kSolvesWithoutReuse = 4;   // after an old matrix turned out bad
constexpr double kRunningAway =
    2;  // growth of updates from which on the iteration itself leaves for infinity
constexpr double kShortestStep = 1e-7;  // of a damped iteration
constexpr double kRounding = 64 * std::numeric_limits<double>::epsilon();

using Status = NewtonResult::Status;

}  // namespace

// Decides when to stop from the norms of successive updates. What is left after an update d is
// about rate / (1 - rate) |d|. The first update of a solve knows no rate of its own: with an old
// matrix the rate last seen with that matrix stands in for it; with a new one Newton's method is
// quadratic, and the factor in |next d| = factor |d|^2 seen last does. Both are trusted a little
// less with every solve that measured nothing, and no matrix is trusted beyond a least rate. A new
// matrix after an old one begins anew: its first update takes away what the old one has left.
void Newton::Contraction::begin(double accuracy) {
  accuracy_ = accuracy;
  previous_ = 0;
  rate_ = 1;
  updates_ = 0;
  newest_was_new_ = growing_ = false;
}

void Newton::Contraction::add(double norm, bool new_matrix, double alpha_mismatch) {
  growing_ = previous_ > 0 && norm > kRunningAway * previous_;
  updates_ = new_matrix && !newest_was_new_ ? 1 : updates_ + 1;
  newest_was_new_ = new_matrix;
  if (updates_ == 1) {
    rate_ = new_matrix ? quadratic_factor_ * norm : std::max(remembered_rate_, alpha_mismatch);
    if (!(rate_ < 1)) rate_ = 1;
    remembered_rate_ = new_matrix ? kUnknown : std::min(kForgetting * remembered_rate_, kUnknown);
    quadratic_factor_ *= kForgetting;
  } else {
    rate_ = previous_ > 0 ? norm / previous_ : 0;
    if (updates_ == 2 && first_was_new_)
      quadratic_factor_ = std::max(kLeastRate, previous_ > 0 ? kCaution * norm / (previous_ * previous_) : 0);
    remembered_rate_ = new_matrix ? kUnknown : std::max(kLeastRate, rate_);
  }
  if (updates_ == 1) first_was_new_ = new_matrix;
  previous_ = norm;
}

bool Newton::Contraction::converged() const {
  if (previous_ <= kTinyUpdate * accuracy_) return true;
  return rate_ < 1 && rate_ / (1 - rate_) * previous_ <= accuracy_;
}

bool Newton::Contraction::arrives_within(int iterations) const {
  return previous_ * std::pow(rate_, iterations) <= accuracy_;
}

bool Newton::Contraction::hopeless(int iterations_left) const {
  return updates_ >= 3 && (rate_ > 2 || !arrives_within(iterations_left));
}

Newton::Newton(System& system, double relative_tolerance, bool relative_to_peak, LinearMethod linear)
    : system_(system),
      pattern_(system.pattern()),
      lu_(pattern_, linear),
      weights_(system, relative_tolerance, relative_to_peak),
      rows_(system),
      evaluation_(pattern_),
      residual_(pattern_.size),
      update_(pattern_.size),
      trial_(pattern_.size),
      direction_(pattern_.size),
      row_sums_(pattern_.size),
      matrix_(pattern_.entries()),
      factored_(pattern_.entries()) {}

void Newton::evaluate(std::span<const double> y, NewtonPhase phase, Need need) {
  evaluation_.limited = false;
  const Point at{equation_.time, y, equation_.source_scale, equation_.gmin, phase};
  evaluation_timer_([&] { system_.evaluate(at, evaluation_, need); });
}

NewtonCounts Newton::counts() const {
  return {.iterations = iterations_,
          .evaluations = evaluation_timer_.calls(),
          .evaluation_seconds = evaluation_timer_.seconds(),
          .factorization_seconds = factorization_timer_.seconds(),
          .solution_seconds = solution_timer_.seconds()};
}

const Evaluation& Newton::evaluate_plainly(double time, std::span<const double> y) {
  equation_ = {.time = time};
  evaluate(y, NewtonPhase::none, Need::residual);
  return evaluation_;
}

void Newton::form_residual() {
  const double* history = equation_.history.data();
  const double* q = evaluation_.q.data();
  const double* f = evaluation_.f.data();
  if (equation_.history.empty()) {
    for (int i = 0; i < pattern_.size; ++i) residual_[i] = equation_.alpha * q[i] + f[i];
  } else {
    for (int i = 0; i < pattern_.size; ++i) residual_[i] = equation_.alpha * q[i] + history[i] + f[i];
  }
  rows_.remember_residuals(residual_);
}

int Newton::row_not_finite() const {
  double sum = 0;
  for (const double r : residual_) sum += r * 0.0;  // NaN as soon as one is not finite
  if (sum == 0) return -1;
  const auto bad =
      std::find_if(residual_.begin(), residual_.end(), [](double r) { return !std::isfinite(r); });
  return static_cast<int>(bad - residual_.begin());
}

void Newton::form_matrix() {
  const double alpha = equation_.alpha;
  const double *C = evaluation_.C.data(), *G = evaluation_.G.data();
  double* J = matrix_.data();
  const int entries = pattern_.entries();
  for (int k = 0; k < entries; ++k) J[k] = alpha * C[k] + G[k];
}

void Newton::replace_rows(std::span<const double> y, const NewtonSettings& settings, bool matrix_is_new) {
  if (settings.choose_modes && matrix_is_new) rows_.choose_modes(y, matrix_);
  rows_.replace_in_residual(y, residual_);
  if (matrix_is_new) rows_.replace_in_matrix(matrix_);
}

bool Newton::matrix_is_similar(double relative_change) const {
  // Blocks let the comparison stop early without a branch per entry.
  constexpr int kBlock = 256;
  const int entries = pattern_.entries();
  for (int begin = 0; begin < entries; begin += kBlock) {
    const int end = std::min(begin + kBlock, entries);
    int different = 0;
    for (int k = begin; k < end; ++k)
      different += !(std::abs(matrix_[k] - factored_[k]) <= relative_change * std::abs(factored_[k]));
    if (different > 0) return false;
  }
  return true;
}

FactorResult Newton::factor(bool reuse_similar) {
  if (factored_is_valid_ && matrix_is_similar(reuse_similar ? kSimilarMatrix : 0.0)) {
    factored_alpha_ = equation_.alpha;
    return {};
  }
  const FactorResult result = factorization_timer_([&] { return lu_.factor(matrix_); });
  factored_is_valid_ = result.regular();
  factored_alpha_ = equation_.alpha;
  std::swap(matrix_, factored_);
  return result;
}

// The rate at which an old alpha alone lets the iteration contract.
double Newton::alpha_mismatch() const {
  const double sum = equation_.alpha + factored_alpha_;
  return sum > 0 ? std::abs(equation_.alpha - factored_alpha_) / sum : 0;
}

// A matrix factored at another alpha overshoots or falls short. Where alpha C dominates by
// alpha / factored alpha, where G dominates not at all: the factor between serves both.
bool Newton::find_update() {
  const double scale = -2 / (1 + (equation_.alpha == 0 ? 1.0 : equation_.alpha / factored_alpha_));
  for (int i = 0; i < pattern_.size; ++i) update_[i] = scale * residual_[i];
  return solution_timer_([&] { return lu_.solve(update_); });
}

// No iterate can do better than |r_i| of the size of rounding in its own terms,
// eps (sum_k |J_ik y_k| + |alpha q_i| + |f_i| + |history_i|).
bool Newton::residual_is_rounding(std::span<const double> y) {
  for (int i = 0; i < pattern_.size; ++i) {
    row_sums_[i] = std::abs(equation_.alpha * evaluation_.q[i]) + std::abs(evaluation_.f[i]);
    if (!equation_.history.empty()) row_sums_[i] += std::abs(equation_.history[i]);
  }
  for (int column = 0; column < pattern_.size; ++column)
    for (int slot = pattern_.column_start[column]; slot < pattern_.column_start[column + 1]; ++slot)
      row_sums_[pattern_.row[slot]] += std::abs(factored_[slot] * y[column]);
  for (int i = 0; i < pattern_.size; ++i)
    if (std::abs(residual_[i]) > kRounding * row_sums_[i]) return false;
  return true;
}

// The last update moved y after the last evaluation: q and the complementarity rows' residuals
// follow it by their derivatives, which leaves an error of second order in the update.
void Newton::carry_charge_on() {
  double* q = evaluation_.q.data();
  const double* C = evaluation_.C.data();
  const int* row = pattern_.row.data();
  for (int column = 0; column < pattern_.size; ++column) {
    const double d = update_[column];
    for (int slot = pattern_.column_start[column]; slot < pattern_.column_start[column + 1]; ++slot)
      q[row[slot]] += C[slot] * d;
  }
  for (int k = 0; k < rows_.complementarities(); ++k) {
    double change = 0;
    for (const RowSlots::Entry& entry : rows_.entries(k))
      change += (equation_.alpha * C[entry.slot] + evaluation_.G[entry.slot]) * update_[entry.column];
    rows_.add_to_row_residual(k, change);
  }
}

bool Newton::old_matrix_may_serve() {
  if (solves_without_reuse_ > 0) {
    --solves_without_reuse_;
    return false;
  }
  return factored_is_valid_ && std::abs(equation_.alpha - factored_alpha_) <= kSimilarAlpha * factored_alpha_;
}

bool Newton::must_renew_matrix(const NewtonSettings& settings, int iteration, double rate) {
  if (!settings.reuse_factorization) return true;
  if (iteration == 1) return !old_matrix_may_serve();
  if (iteration == 2) return false;  // measures the rate
  if (rate <= kGoodRate && contraction_.arrives_within(kPatience)) return false;
  solves_without_reuse_ = kSolvesWithoutReuse;
  return true;
}

NewtonResult Newton::iterate(const NewtonSettings& settings, NewtonPhase phase, bool renew_matrix,
                             std::span<double> y) {
  ++iterations_;
  evaluate(y, phase, renew_matrix ? Need::jacobian : Need::residual);
  if (evaluation_.limited && !renew_matrix) {  // a tangent needs its own slope
    renew_matrix = true;
    evaluate(y, phase, Need::jacobian);
  }
  form_residual();
  if (const int row = row_not_finite(); row >= 0) return {Status::not_finite, 0, -1, row};
  if (renew_matrix) form_matrix();
  replace_rows(y, settings, renew_matrix);
  if (renew_matrix) {
    const FactorResult factored = factor(settings.reuse_factorization && phase == NewtonPhase::first);
    if (!factored.regular()) return {Status::singular, 0, factored.singular_column};
  }
  if (!find_update()) return {Status::not_converged};
  for (int i = 0; i < pattern_.size; ++i) y[i] += update_[i];
  return {};
}

NewtonResult Newton::solve(const ImplicitEquation& equation, const NewtonSettings& settings,
                           std::span<double> y) {
  equation_ = equation;
  contraction_.begin(settings.accuracy);
  NewtonResult result;
  for (int iteration = 1; iteration <= settings.max_iterations; ++iteration) {
    if (settings.follow_iterate) weights_.refresh(y);
    const NewtonPhase phase = iteration == 1 ? NewtonPhase::first : NewtonPhase::next;
    const bool renew = must_renew_matrix(settings, iteration, contraction_.rate());
    const int worst = result.variable;
    result = iterate(settings, phase, renew, y);
    result.iterations = iteration;
    const bool ran_away = contraction_.growing();
    if (result.status == Status::not_finite && ran_away) return {Status::not_converged, iteration, worst};
    if (!result.converged()) return result;
    const ErrorWeights::Norm norm = weights_.norm(update_);
    result.variable = norm.variable;
    if (!std::isfinite(norm.value)) {
      result.status = ran_away ? Status::not_converged : Status::not_finite;
      return result;
    }
    contraction_.add(norm.value, renew, alpha_mismatch());
    if (evaluation_.limited) continue;
    const bool hopeless =
        settings.reuse_factorization && renew && contraction_.hopeless(settings.max_iterations - iteration);
    const bool stands_still = hopeless || (iteration >= 3 && contraction_.rate() > 0.5);
    if (contraction_.converged() || (stands_still && residual_is_rounding(y))) {
      carry_charge_on();
      return result;
    }
    if (hopeless) break;
  }
  result.status = Status::not_converged;
  return result;
}

// Halves the length until the simplified correction, left in update_, is shorter than the
// direction; the point reached is trial_. Nothing if no length serves.
std::optional<double> Newton::search_along_direction(double& length, std::span<const double> y, double norm,
                                                     double accuracy) {
  for (; length >= kShortestStep; length /= 2) {
    for (int i = 0; i < pattern_.size; ++i) trial_[i] = y[i] + length * direction_[i];
    evaluate(trial_, NewtonPhase::none, Need::residual);
    form_residual();
    if (row_not_finite() >= 0) continue;
    rows_.replace_in_residual(trial_, residual_);
    if (!find_update()) continue;
    const double corrected = weights_.norm(update_).value;
    if (corrected <= (1 - length / 4) * norm || norm <= accuracy) return corrected;
  }
  return std::nullopt;
}

NewtonResult Newton::solve_damped(const ImplicitEquation& equation, const NewtonSettings& settings,
                                  std::span<double> y) {
  equation_ = equation;
  double length = 1;
  NewtonResult result;
  for (int iteration = 1; iteration <= settings.max_iterations; ++iteration) {
    weights_.refresh(y);
    std::copy(y.begin(), y.end(), trial_.begin());
    result = iterate(settings, NewtonPhase::none, true, trial_);
    result.iterations = iteration;
    if (!result.converged()) return result;
    const ErrorWeights::Norm norm = weights_.norm(update_);
    result.variable = norm.variable;
    if (!std::isfinite(norm.value)) {
      result.status = Status::not_finite;
      return result;
    }
    std::swap(direction_, update_);
    length = std::min(1.0, 4 * length);
    const std::optional<double> corrected = search_along_direction(length, y, norm.value, settings.accuracy);
    if (!corrected) break;
    std::copy(trial_.begin(), trial_.end(), y.begin());
    if (length == 1 && *corrected <= settings.accuracy) {
      evaluate(y, NewtonPhase::none, Need::jacobian);
      return result;
    }
  }
  result.status = Status::not_converged;
  return result;
}

void Newton::keep_charged_part(std::span<double> v) {
  std::fill(trial_.begin(), trial_.end(), 0.0);
  const double* C = evaluation_.C.data();
  for (int column = 0; column < pattern_.size; ++column) {
    const double x = factored_alpha_ * v[column];
    for (int slot = pattern_.column_start[column]; slot < pattern_.column_start[column + 1]; ++slot)
      trial_[pattern_.row[slot]] += C[slot] * x;
  }
  std::copy(trial_.begin(), trial_.end(), v.begin());
  solve_with_last_matrix(v);
}

bool Newton::charge_is_coupled() const {
  std::vector<char> taken(pattern_.size, 0);
  for (int column = 0; column < pattern_.size; ++column) {
    int entries = 0;
    for (int slot = pattern_.column_start[column]; slot < pattern_.column_start[column + 1]; ++slot) {
      if (evaluation_.C[slot] == 0) continue;
      if (++entries > 1 || std::exchange(taken[pattern_.row[slot]], 1)) return true;
    }
  }
  return false;
}

void Newton::solve_with_last_matrix(std::span<double> b) {
  rows_.clear_rows(b);
  solution_timer_([&] { return lu_.solve(b); });
}

}  // namespace saddle
