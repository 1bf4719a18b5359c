#include <saddle/solver/integrators/radau_stages.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace saddle {

namespace {

using namespace radau;
using Status = NewtonResult::Status;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kSameStep = 1e-9;    // relative difference of steps that rounding of times leaves
constexpr double kDivergence = 0.99;  // a rate this large counts as none
constexpr double kForgetting = 0.8;   // power of the rate that the next step may still rely on
// Before a rate is measured in a step none below kLeastRate is believed, unless the steps before looked
// linear: then the equations are looked at again.
constexpr double kLeastRate = 1e-2, kLinearRate = 1e-6;
constexpr double kHeld = 1e-9;  // residual of equations that hold, of their terms
// Two updates tell a rate only if they point the same way: the second may be the first one of a part of the
// solution that contracts slowly.
constexpr double kLeastRateOfTwo = 0.1;
constexpr double kRounding = 16 * kEpsilon;
constexpr double kStagnation = 0.3;  // ratio of updates that may be rounding

}  // namespace

RadauStages::RadauStages(Newton& newton)
    : newton_(newton),
      system_(newton.system()),
      pattern_(system_.pattern()),
      linear_(pattern_),
      real_lu_(newton.linear_solver().analysis()),
      complex_lu_(real_lu_.analysis()),
      real_matrix_(pattern_.entries()),
      complex_matrix_(pattern_.entries()),
      inverse_weight_(pattern_.size),
      real_(pattern_.size),
      complex_(pattern_.size) {
  for (auto* each : {&q_, &f_})
    for (std::vector<double>& vector : *each) vector.resize(pattern_.size + 1);  // as in an Evaluation
  for (auto* each : {&Y_, &Cw_})
    for (std::vector<double>& vector : *each) vector.resize(pattern_.size);
}

void RadauStages::evaluate(double time, std::span<const double> y, Need need) {
  evaluation_timer_([&] { system_.evaluate({.time = time, .y = y}, newton_.evaluation(), need); });
}

std::span<const double> RadauStages::f_at(double time, std::span<const double> y) {
  evaluate(time, y, Need::residual);
  return newton_.evaluation().f;
}

void RadauStages::linearize(double time, std::span<const double> y) {
  matrix_step_ = 0;
  evaluation_timer_([&] { system_.evaluate({.time = time, .y = y}, linear_, Need::jacobian); });
  if (newton_.replaced_rows().complementarities() == 0) return;
  // Whoever watches the complementarity rows reads the size of their entries there.
  newton_.evaluation().C = linear_.C;
  newton_.evaluation().G = linear_.G;
}

FactorResult RadauStages::factor_for(double h) {
  if (std::abs(h - matrix_step_) <= kSameStep * h) return {};
  matrix_step_ = 0;
  const double real = gamma / h;
  const std::complex<double> pair(alpha / h, beta / h);
  const double *C = linear_.C.data(), *G = linear_.G.data();
  for (int k = 0; k < pattern_.entries(); ++k) {
    real_matrix_[k] = real * C[k] + G[k];
    complex_matrix_[k] = {pair.real() * C[k] + G[k], pair.imag() * C[k]};
  }
  newton_.replaced_rows().replace_in_matrix(std::span(real_matrix_));
  newton_.replaced_rows().replace_in_matrix(std::span(complex_matrix_));
  const FactorResult result = factor_timer_([&] {
    const FactorResult first = real_lu_.factor(real_matrix_);
    return first.regular() ? complex_lu_.factor(complex_matrix_) : first;
  });
  if (result.regular()) matrix_step_ = h;
  return result;
}

// An algebraic variable is not integrated: its error does not last. Those of index 2 (multipliers) are
// differences of others over the step and answer to their errors enlarged by 1/h.
void RadauStages::take_weights(double algebraic) {
  const ErrorWeights& weights = newton_.weights();
  for (int i = 0; i < pattern_.size; ++i)
    inverse_weight_[i] = weights.inverse(i) * (weights.is_differential(i) ? 1 : algebraic);
}

// The right sides -T^-1 R; the row of a residual that is not finite, or -1.
int RadauStages::form_right_sides() {
  const double over = 1 / step_.h;
  const double *q0 = step_.q.data(), *q1 = q_[0].data(), *q2 = q_[1].data(), *q3 = q_[2].data();
  const double *f1 = f_[0].data(), *f2 = f_[1].data(), *f3 = f_[2].data();
  double check = 0;  // NaN as soon as one is not finite
  for (int i = 0; i < pattern_.size; ++i) {
    const double z1 = (q1[i] - q0[i]) * over, z2 = (q2[i] - q0[i]) * over, z3 = (q3[i] - q0[i]) * over;
    const auto z = [&](int k) { return T_inverse[k][0] * z1 + T_inverse[k][1] * z2 + T_inverse[k][2] * z3; };
    const auto f = [&](int k) {
      return T_inverse[k][0] * f1[i] + T_inverse[k][1] * f2[i] + T_inverse[k][2] * f3[i];
    };
    const double a = z(1), b = z(2);
    real_[i] = -(gamma * z(0) + f(0));
    complex_[i] = {-(alpha * a - beta * b + f(1)), -(beta * a + alpha * b + f(2))};
    check += (real_[i] + complex_[i].real() + complex_[i].imag()) * 0.0;
  }
  if (check == 0) return -1;
  for (int i = 0; i < pattern_.size; ++i)
    if (!std::isfinite(real_[i]) || !std::isfinite(std::abs(complex_[i]))) return i;
  return -1;
}

void RadauStages::replace_in_right_sides() {
  newton_.replaced_rows().for_each([&](int row, int variable, double value) {
    const double r[kStages] = {Y_[0][variable] - value, Y_[1][variable] - value, Y_[2][variable] - value};
    const auto w = [&](int k) {
      return T_inverse[k][0] * r[0] + T_inverse[k][1] * r[1] + T_inverse[k][2] * r[2];
    };
    real_[row] = -w(0);
    complex_[row] = {-w(1), -w(2)};
  });
}

// Y += T W; the largest update of any stage in units of the weights, infinite if one is not finite.
double RadauStages::update() {
  double *y1 = Y_[0].data(), *y2 = Y_[1].data(), *y3 = Y_[2].data();
  double largest = 0, check = 0;
  int worst = -1;
  for (int i = 0; i < pattern_.size; ++i) {
    const double w1 = real_[i], w2 = complex_[i].real(), w3 = complex_[i].imag();
    const double d1 = T[0][0] * w1 + T[0][1] * w2 + T[0][2] * w3;
    const double d2 = T[1][0] * w1 + T[1][1] * w2 + T[1][2] * w3;
    const double d3 = w1 + w2;
    y1[i] += d1;
    y2[i] += d2;
    y3[i] += d3;
    const double d = std::max({std::abs(d1), std::abs(d2), std::abs(d3)}) * inverse_weight_[i];
    check += (d1 + d2 + d3) * 0.0;
    if (d > largest) {
      largest = d;
      worst = i;
    }
  }
  worst_variable_ = worst;
  return check == 0 ? largest : std::numeric_limits<double>::infinity();
}

NewtonResult RadauStages::solve(const RadauStep& step, const StageIteration& settings) {
  step_ = step;
  NewtonResult result;
  double before = 0, ratio_before = 0;
  double measured = std::pow(std::max(remembered_, kEpsilon), kForgetting);  // error left / last update
  double left = measured;                                                    // with caution
  const bool linear = measured <= kLinearRate;
  rate_ = 0;
  excess_ = std::numeric_limits<double>::infinity();
  for (int iteration = 1; iteration <= settings.most; ++iteration) {
    result.iterations = iteration;
    ++iterations_;
    for (int i = 0; i < kStages; ++i) {
      evaluate(step.time + c[i] * step.input_h, Y_[i], Need::residual);
      std::swap(newton_.evaluation().q, q_[i]);
      std::swap(newton_.evaluation().f, f_[i]);
    }
    if (const int row = form_right_sides(); row >= 0) return {Status::not_finite, iteration, -1, row};
    replace_in_right_sides();
    solve_timer_([&] {
      real_lu_.solve(real_);
      complex_lu_.solve(complex_);
    });
    const double norm = update();
    result.variable = worst_variable_;
    if (!std::isfinite(norm)) {
      result.status = Status::not_finite;
      return result;
    }
    if (iteration == 1) {
      first_update_ = {norm, worst_variable_};
      if (!linear) left = std::max(left, kLeastRate);
    } else {
      const double ratio = norm / before;
      rate_ = iteration == 2 ? ratio : std::sqrt(ratio * ratio_before);
      ratio_before = ratio;
      if (!(rate_ < kDivergence)) {
        if (stands_still(ratio)) break;
        result.status = Status::not_converged;
        return result;
      }
      measured = rate_ / (1 - rate_);
      left = iteration == 2 ? std::max(measured, kLeastRateOfTwo) : measured;
      excess_ = left * norm * std::pow(rate_, settings.most - 1 - iteration) / settings.accuracy;
      if (settings.give_up_early && excess_ >= 1) {
        if (stands_still(ratio)) break;
        result.status = Status::not_converged;
        return result;
      }
    }
    before = std::max(norm, std::numeric_limits<double>::min());
    if (left * norm <= settings.accuracy) {
      carry_charge_on();
      const bool unproven = iteration == 1 && linear && kLeastRate * norm > settings.accuracy;
      if (!unproven || equations_hold()) break;
    }
    if (iteration == settings.most) {
      result.status = Status::not_converged;
      return result;
    }
  }
  remembered_ = measured;
  keep_row_residuals();
  return result;
}

// The iteration does not get nearer because its residuals, or its updates, are rounding. (A multiplier of
// index 2 is a difference over the step: its rounding grows as the step shrinks.) The charges follow then.
bool RadauStages::stands_still(double ratio) {
  bool rounding = true;
  for (int stage = 0; stage < kStages; ++stage)
    for (int i = 0; i < pattern_.size && rounding; ++i) {
      const double d =
          T[stage][0] * real_[i] + T[stage][1] * complex_[i].real() + T[stage][2] * complex_[i].imag();
      rounding = std::abs(d) <= kRounding * std::abs(Y_[stage][i]);
    }
  if (!rounding && ratio < kStagnation) return false;
  carry_charge_on();
  return rounding || residuals_are_rounding();
}

// R_i = (1/h) sum_j (A^-1)_ij Q_j + f(t_i, Y_i), with the charges as they are.
void RadauStages::form_residual(int stage, std::span<double> r) const {
  const double* f = newton_.evaluation().f.data();
  for (int row = 0; row < pattern_.size; ++row) {
    r[row] = f[row];
    for (int j = 0; j < kStages; ++j) r[row] += inverse[stage][j] * (q_[j][row] - step_.q[row]) / step_.h;
  }
  newton_.replaced_rows().clear_rows(r);
}

// What linear equations leave after one update is nothing against the largest rate.
bool RadauStages::equations_hold() {
  for (int stage = 0; stage < kStages; ++stage) {
    evaluate(step_.time + c[stage] * step_.input_h, Y_[stage], Need::residual);
    form_residual(stage, Cw_[0]);
    double rate = 0, left = 0;
    for (int row = 0; row < pattern_.size; ++row) {
      rate = std::max(rate, std::abs(q_[stage][row] - step_.q[row]) / step_.h);
      rate = std::max(rate, std::abs(newton_.evaluation().f[row]));
      left = std::max(left, std::abs(Cw_[0][row]));
    }
    if (!(left <= kHeld * rate)) return false;
  }
  return true;
}

// No iterate can do better than R_i of the size of rounding in its own terms, with derivatives as they are
// there.
bool RadauStages::residuals_are_rounding() {
  std::vector<double>&r = Cw_[0], &terms = Cw_[1];
  for (int stage = 0; stage < kStages; ++stage) {
    evaluate(step_.time + c[stage] * step_.input_h, Y_[stage], Need::jacobian);
    form_residual(stage, r);
    for (int row = 0; row < pattern_.size; ++row) {
      terms[row] = std::abs(newton_.evaluation().f[row]);
      for (int j = 0; j < kStages; ++j)
        terms[row] += std::abs(inverse[stage][j]) * (std::abs(q_[j][row]) + std::abs(step_.q[row])) / step_.h;
    }
    const double* G = newton_.evaluation().G.data();
    for (int column = 0; column < pattern_.size; ++column)
      for (int slot = pattern_.column_start[column]; slot < pattern_.column_start[column + 1]; ++slot)
        terms[pattern_.row[slot]] += std::abs(G[slot] * Y_[stage][column]);
    for (int row = 0; row < pattern_.size; ++row)
      if (!(std::abs(r[row]) <= kRounding * terms[row])) return false;
  }
  return true;
}

// q_i += C dY_i = C (T W)_i.
void RadauStages::carry_charge_on() {
  for (std::vector<double>& each : Cw_) std::fill(each.begin(), each.end(), 0.0);
  double *a = Cw_[0].data(), *b = Cw_[1].data(), *d = Cw_[2].data();
  const double* C = linear_.C.data();
  const int* row = pattern_.row.data();
  for (int column = 0; column < pattern_.size; ++column) {
    const double w1 = real_[column], w2 = complex_[column].real(), w3 = complex_[column].imag();
    for (int slot = pattern_.column_start[column]; slot < pattern_.column_start[column + 1]; ++slot) {
      a[row[slot]] += C[slot] * w1;
      b[row[slot]] += C[slot] * w2;
      d[row[slot]] += C[slot] * w3;
    }
  }
  for (int i = 0; i < pattern_.size; ++i) {
    q_[0][i] += T[0][0] * a[i] + T[0][1] * b[i] + T[0][2] * d[i];
    q_[1][i] += T[1][0] * a[i] + T[1][1] * b[i] + T[1][2] * d[i];
    q_[2][i] += a[i] + b[i];
  }
}

// r = d/dt q + f of the complementarity rows at the last stage, at its last iterate.
void RadauStages::keep_row_residuals() {
  ReplacedRows& rows = newton_.replaced_rows();
  for (int k = 0; k < rows.complementarities(); ++k) {
    const int row = rows.complementarity(k).row;
    double r = f_[2][row];
    for (int j = 0; j < kStages; ++j) r += inverse[2][j] * (q_[j][row] - step_.q[row]) / step_.h;
    for (const RowSlots::Entry& entry : rows.entries(k))
      r += linear_.G[entry.slot] * (real_[entry.column] + complex_[entry.column].real());
    rows.set_row_residual(k, r);
  }
}

void RadauStages::end_slope(std::span<double> slope) const {
  for (int i = 0; i < pattern_.size; ++i) {
    double sum = 0;
    for (int j = 0; j < kStages; ++j) sum += inverse[2][j] * (q_[j][i] - step_.q[i]);
    slope[i] = sum / step_.h;
  }
  newton_.replaced_rows().clear_rows(slope);
}

void RadauStages::solve_real(std::span<double> b) {
  newton_.replaced_rows().clear_rows(b);
  solve_timer_([&] { real_lu_.solve(b); });
}

StepperWork RadauStages::work() const {
  return {.newton_iterations = iterations_,
          .evaluations = evaluation_timer_.calls(),
          .factorizations = factor_timer_.calls(),
          .evaluation_seconds = evaluation_timer_.seconds(),
          .factorization_seconds = factor_timer_.seconds(),
          .solution_seconds = solve_timer_.seconds()};
}

}  // namespace saddle
