// The three coupled stages of a Radau IIA step and the simplified Newton iteration that finds them.
#pragma once

#include <array>
#include <complex>
#include <span>
#include <vector>

#include <saddle/solver/integrators/radau_coefficients.hpp>
#include <saddle/solver/newton/sampled_timer.hpp>
#include <saddle/solver/integrators/stepper.hpp>

namespace saddle {

// The step whose stages are sought: from y, q at `time` over h to stages at time + c_i h, with
// inputs taken at time + c_i input_h.
struct RadauStep {
  double time = 0, h = 0, input_h = 0;  // [s]
  std::span<const double> y, q;
};

struct StageIteration {
  int most = 7;               // iterations
  double accuracy = 0.03;     // of the stages, as a fraction of the error weights
  bool give_up_early = true;  // once the rate foretells that `most` iterations will not do
};

// The stages Y_i solve, with Q_i = q(Y_i) - q_n,
//
//   R_i = (1/h) sum_j (A^-1)_ij Q_j + f(t_i, Y_i) = 0,      i = 1, 2, 3.
//
// With one C and one G for all stages an update dY = T W splits into a real and a complex system,
//
//   (gamma/h C + G) w1 = -(T^-1 R)_1,
//   ((alpha + i beta)/h C + G) (w2 + i w3) = -(T^-1 R)_2 - i (T^-1 R)_3,
//
// where (T^-1 R)_k = (1/h) (Lambda T^-1 Q)_k + (T^-1 f)_k. A row without charge reads f(t_i, Y_i) = 0
// in it; a replaced row reads y[variable] = value in all three stages, so it commutes with T.
class RadauStages {
 public:
  explicit RadauStages(Newton& newton);

  std::span<double> stage(int i) { return Y_[i]; }
  std::span<const double> stage(int i) const { return Y_[i]; }
  std::vector<double>& stage_storage(int i) { return Y_[i]; }

  // C and G at a point; matrices made from older ones are of no use any more.
  void linearize(double time, std::span<const double> y);
  // The two matrices for steps of length h, unless they are there already.
  FactorResult factor_for(double h);
  void forget_matrices() { matrix_step_ = 0; }

  // Updates are measured by the error weights as they are now, those of algebraic variables times
  // `algebraic`.
  void take_weights(double algebraic);

  // From the stages as they are. Afterwards charge(i) belongs to the last iterate, by q += C d, so that
  // whatever sum of rows conserves charge keeps it to rounding.
  NewtonResult solve(const RadauStep& step, const StageIteration& settings);
  std::span<const double> charge(int i) const { return q_[i]; }
  void end_slope(std::span<double> slope) const;  // d/dt q at the last stage

  // b := M^-1 b with M = gamma/h C + G and zero in replaced rows.
  void solve_real(std::span<double> b);
  // f at a point, valid until the next evaluation.
  std::span<const double> f_at(double time, std::span<const double> y);

  // How far the stages were off before the last solve; in units of the weights as taken.
  const ErrorWeights::Norm& first_update() const { return first_update_; }
  double rate() const { return rate_; }               // of contraction in the last solve
  double foreseen_excess() const { return excess_; }  // error after all iterations / accuracy
  void forget_rate() { remembered_ = 1; }
  StepperWork work() const;

 private:
  void evaluate(double time, std::span<const double> y, Need need);
  int form_right_sides();
  void replace_in_right_sides();
  double update();
  bool stands_still(double ratio);
  void form_residual(int stage, std::span<double> r) const;
  bool equations_hold();
  bool residuals_are_rounding();
  void carry_charge_on();
  void keep_row_residuals();

  Newton& newton_;
  System& system_;
  const Pattern& pattern_;
  Evaluation linear_;  // C and G of the matrices
  SparseLu real_lu_;
  ComplexSparseLu complex_lu_;
  std::vector<double> real_matrix_;
  std::vector<std::complex<double>> complex_matrix_;
  double matrix_step_ = 0;  // [s]; 0: no matrices

  RadauStep step_;
  std::array<std::vector<double>, radau::kStages> Y_, q_, f_, Cw_;
  std::vector<double> inverse_weight_, real_;  // real_: right side, then w1
  std::vector<std::complex<double>> complex_;  // right side, then w2 + i w3
  double rate_ = 1, remembered_ = 1, excess_ = 1;
  int worst_variable_ = -1;
  ErrorWeights::Norm first_update_;
  long iterations_ = 0;
  SampledTimer evaluation_timer_, solve_timer_;
  Timer factor_timer_;
};

}  // namespace saddle
