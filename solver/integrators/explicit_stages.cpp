#include <saddle/solver/integrators/explicit_stages.hpp>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <utility>

namespace saddle {

namespace {

using namespace dormand_prince;
using Status = NewtonResult::Status;

constexpr double kAccuracy = 1e-3;  // of a stage, as a fraction of the error weights
constexpr int kWorthRenewing = 3;   // more iterations than this: C and G are taken anew
constexpr double kRounding = 64 * std::numeric_limits<double>::epsilon();
// A difference of stages that is more than their own errors, which are rounding where y is affine in Q.
constexpr double kVisible = 3 * kAccuracy, kVisibleIfAffine = 1e-6;
constexpr int kIterationsInside = 5;  // for a point between steps

// out = base + h (w_0 k_0 + ... + w_{N-1} k_{N-1}) in one pass.
template <std::size_t... I>
void add_slopes(std::index_sequence<I...>, std::span<const double> base, double h, const double* weight,
                const std::array<std::vector<double>, kStages>& k, std::span<double> out) {
  const double w[] = {h * weight[I]...};
  const double* slope[] = {k[I].data()...};
  const double* from = base.data();
  double* to = out.data();
  for (std::size_t r = 0; r < k[0].size(); ++r) to[r] = from[r] + ((w[I] * slope[I][r]) + ...);
}

void stage_charge(int stage, std::span<const double> base, double h,
                  const std::array<std::vector<double>, kStages>& k, std::span<double> out) {
  const double* weight = a[stage];
  switch (stage) {
    case 1:
      return add_slopes(std::make_index_sequence<1>(), base, h, weight, k, out);
    case 2:
      return add_slopes(std::make_index_sequence<2>(), base, h, weight, k, out);
    case 3:
      return add_slopes(std::make_index_sequence<3>(), base, h, weight, k, out);
    case 4:
      return add_slopes(std::make_index_sequence<4>(), base, h, weight, k, out);
    case 5:
      return add_slopes(std::make_index_sequence<5>(), base, h, weight, k, out);
    default:
      return add_slopes(std::make_index_sequence<6>(), base, h, weight, k, out);
  }
}

}  // namespace

ExplicitStages::ExplicitStages(Newton& newton) : newton_(newton), form_(newton) {
  for (std::vector<double>& each : k_) each.resize(newton.size());
  for (std::vector<double>* each : {&y_, &target_, &before_, &update_, &late_y_}) each->resize(newton.size());
}

void ExplicitStages::begin(std::span<const double> charge_rate) {
  for (std::size_t r = 0; r < y_.size(); ++r)
    k_[0][r] = form_.row(static_cast<int>(r)) == ExplicitForm::Row::charge ? charge_rate[r] : 0;
  affine_ = form_.affine();
}

bool ExplicitStages::evaluate(double time, std::span<const double> y) {
  evaluation_timer_(
      [&] { newton_.system().evaluate({.time = time, .y = y}, newton_.evaluation(), Need::residual); });
  const Evaluation& at = newton_.evaluation();
  double check = 0;  // NaN as soon as one is not finite
  for (std::size_t r = 0; r < y_.size(); ++r) check += (at.q[r] + at.f[r]) * 0.0;
  return check == 0;
}

int ExplicitStages::row_not_finite() const {
  const Evaluation& at = newton_.evaluation();
  for (std::size_t r = 0; r < y_.size(); ++r)
    if (!std::isfinite(at.q[r]) || !std::isfinite(at.f[r])) return static_cast<int>(r);
  return -1;
}

// update_ = J^-1 of what the rows miss at y, just evaluated. False: they miss nothing but rounding.
bool ExplicitStages::form_correction(std::span<const double> Q, std::span<const double> y) {
  const Evaluation& at = newton_.evaluation();
  int missed = 0;
  for (std::size_t r = 0; r < y_.size(); ++r) {
    const bool charge = form_.row(static_cast<int>(r)) == ExplicitForm::Row::charge;
    update_[r] = charge ? Q[r] - at.q[r] : -at.f[r];
    const double size = charge ? std::abs(Q[r]) + std::abs(at.q[r]) : 0;
    missed += std::abs(update_[r]) > kRounding * size;
  }
  newton_.replaced_rows().for_each([&](int row, int variable, double value) {
    missed -= update_[row] != 0;
    update_[row] = value - y[variable];
    missed += update_[row] != 0;
  });
  if (missed == 0) return false;
  form_.solve(update_);
  return true;
}

NewtonResult ExplicitStages::find_stage(double time, int most_iterations) {
  NewtonResult result;
  double before = 0;
  for (int iteration = 1; iteration <= most_iterations; ++iteration) {
    result.iterations = iteration;
    ++iterations_;
    if (!evaluate(time, y_)) return {Status::not_finite, iteration, -1, row_not_finite()};
    if (!form_correction(target_, y_)) return result;
    ErrorWeights::Norm norm = newton_.weights().norm(update_);
    const double rate = iteration > 1 ? norm.value / before : 0;
    if (norm.value * std::pow(std::min(rate, 1.0), kWorthRenewing) > kAccuracy) {
      if (const FactorResult factored = form_.linearize(time, y_); !factored.regular())
        return {Status::singular, iteration, factored.singular_column};
      form_correction(target_, y_);
      norm = newton_.weights().norm(update_);
    }
    result.variable = norm.variable;
    if (!std::isfinite(norm.value)) {
      result.status = Status::not_finite;
      return result;
    }
    for (std::size_t i = 0; i < y_.size(); ++i) y_[i] += update_[i];
    if (norm.value <= kAccuracy) return result;
    affine_ = false;
    before = norm.value;
  }
  result.status = Status::not_converged;
  return result;
}

void ExplicitStages::take_slope(int i) {
  const Evaluation& at = newton_.evaluation();
  for (std::size_t r = 0; r < y_.size(); ++r)
    k_[i][r] = form_.row(static_cast<int>(r)) == ExplicitForm::Row::charge ? -at.f[r] : 0;
}

NewtonResult ExplicitStages::solve(const ExplicitStep& step, int most_iterations) {
  std::copy_n(step.y.begin(), y_.size(), y_.begin());
  std::copy_n(step.q.begin(), target_.size(), target_.begin());
  NewtonResult result;
  int iterations = 0;
  for (int i = 1; i < kStages; ++i) {
    if (i == kStages - 1) std::copy(y_.begin(), y_.end(), late_y_.begin());
    std::swap(target_, before_);
    stage_charge(i, step.q, step.h, k_, target_);
    for (std::size_t r = 0; r < y_.size(); ++r) update_[r] = target_[r] - before_[r];
    form_.solve(update_);
    for (std::size_t r = 0; r < y_.size(); ++r) y_[r] += update_[r];
    result = find_stage(step.time + c[i] * step.input_h, most_iterations);
    iterations += result.iterations;
    if (!result.converged()) return result;
    take_slope(i);
  }
  result.iterations = iterations;
  for (std::size_t r = 0; r < y_.size(); ++r)
    if (form_.row(static_cast<int>(r)) != ExplicitForm::Row::charge) target_[r] = newton_.evaluation().q[r];
  keep_row_residuals();
  return result;
}

// r = d/dt q + f at the end. Of a row at its bound d/dt q is C d/dt y with the rates of all others.
void ExplicitStages::keep_row_residuals() {
  ReplacedRows& rows = newton_.replaced_rows();
  if (rows.complementarities() == 0) return;
  const Evaluation& at = newton_.evaluation();
  std::copy(k_.back().begin(), k_.back().end(), update_.begin());
  form_.solve(update_);
  for (int k = 0; k < rows.complementarities(); ++k) {
    double r = 0;
    if (rows.modes()[k] == RowMode::bound) {
      r = at.f[rows.complementarity(k).row];
      for (const RowSlots::Entry& entry : rows.entries(k)) r += at.C[entry.slot] * update_[entry.column];
    }
    rows.set_row_residual(k, r);
  }
}

void ExplicitStages::error(double h, std::span<double> out) {
  std::fill(out.begin(), out.end(), 0.0);
  add_slopes(std::make_index_sequence<kStages>(), out, h, dormand_prince::error.data(), k_, out);
  form_.solve(out);
}

// The size of d/dt y that belongs to k_late + sign k_early, over differential variables.
double ExplicitStages::size_of_rates(double sign, int late, int early) {
  for (std::size_t r = 0; r < y_.size(); ++r) update_[r] = k_[late][r] + sign * k_[early][r];
  form_.solve(update_);
  double sum = 0;
  for (std::size_t i = 0; i < y_.size(); ++i) {
    const int variable = static_cast<int>(i);
    const double rate =
        newton_.weights().is_differential(variable) ? update_[i] * newton_.weights().inverse(variable) : 0;
    sum += rate * rate;
  }
  return std::sqrt(sum);
}

// The slopes and the values of the two stages at the end differ by what the equations make of each other:
// k_7 - k_6 ~ (d/dt q)' dy (Hairer, Wanner, Solving Ordinary Differential Equations II, IV.2).
Stiffness ExplicitStages::stiffness(double h) {
  const ErrorWeights& weights = newton_.weights();
  double values = 0;
  for (std::size_t i = 0; i < y_.size(); ++i) {
    const int variable = static_cast<int>(i);
    const double value =
        weights.is_differential(variable) ? (y_[i] - late_y_[i]) * weights.inverse(variable) : 0;
    values += value * value;
  }
  const double visible = affine_ ? kVisibleIfAffine : kVisible;
  if (values <= visible * visible) return {};
  constexpr int kEnd = kStages - 1;
  const double mean = size_of_rates(1, kEnd, 0) / 2;
  return {h * size_of_rates(-1, kEnd, kEnd - 1) / std::sqrt(values),
          mean > 0 ? size_of_rates(-1, kEnd, 0) / mean : 0};
}

bool ExplicitStages::find(double time, std::span<const double> Q, std::span<double> y) {
  try {
    for (int iteration = 0; iteration < kIterationsInside; ++iteration) {
      if (!evaluate(time, y)) return false;
      if (!form_correction(Q, y)) return true;
      const double norm = newton_.weights().norm(update_).value;
      if (!std::isfinite(norm)) return false;
      for (std::size_t i = 0; i < y_.size(); ++i) y[i] += update_[i];
      if (norm <= kAccuracy) return true;
    }
  } catch (const std::exception&) {
    return false;  // the equations have no values there
  }
  return false;
}

StepperWork ExplicitStages::work() const {
  return {.newton_iterations = 0,
          .evaluations = evaluation_timer_.calls() + form_.evaluations(),
          .factorizations = form_.diagonal() ? 0 : form_.factorizations(),
          .evaluation_seconds = evaluation_timer_.seconds(),
          .factorization_seconds = form_.factorization_seconds(),
          .solution_seconds = form_.solution_seconds()};
}

}  // namespace saddle
