// One step of the Dormand-Prince pair on the charges of a system.
#pragma once

#include <array>
#include <span>
#include <vector>

#include <saddle/solver/integrators/dormand_prince.hpp>
#include <saddle/solver/integrators/explicit_form.hpp>
#include <saddle/solver/integrators/stepper.hpp>

namespace saddle {

// From y, q at `time` over h; inputs are taken at time + c_i input_h.
struct ExplicitStep {
  double time = 0, h = 0, input_h = 0;  // [s]
  std::span<const double> y, q;
};

// What a step of length h says of its equations: h |lambda| of what they move fastest, and h times the
// relative rate at which the slope itself changed. Where the motion is that of the fastest part both are
// alike; where they are far apart, small steps serve what no longer moves.
struct Stiffness {
  double reach = 0, variation = 0;
};

// With slopes k = d/dt q = -f in rows of charge, zero in others:
//
//   Q_i = q_n + h sum_{j<i} a_ij k_j,     Y_i from Q_i (ExplicitForm),     k_i = -f(t_n + c_i h, Y_i).
//
// Y_i is first foretold from the stage before, Y_{i-1} + J^-1 (Q_i - Q_{i-1}). Where charges are linear and
// no row is algebraic that is exact, and the evaluation which gives k_i confirms it. Else Newton corrects it
// with J as it is, renewed when it contracts slowly; one more evaluation each time.
//
// Q_{n+1} is carried on as it is, not as q(y): what conserves charge keeps it to rounding.
class ExplicitStages {
 public:
  explicit ExplicitStages(Newton& newton);

  ExplicitForm& form() { return form_; }
  const ExplicitForm& form() const { return form_; }
  void begin(std::span<const double> charge_rate);  // of a piece: the first slope, and J anew at it
  // The last slope of an accepted step is the first of the next.
  void go_on() { std::swap(k_.front(), k_.back()); }

  NewtonResult solve(const ExplicitStep& step, int most_iterations);
  std::span<double> end() { return y_; }  // y_{n+1}
  std::span<const double> end() const { return y_; }
  std::span<const double> end_charge() const { return target_; }
  std::span<const double> slope(int i) const { return k_[i]; }

  void error(double h, std::span<double> out);  // of y_{n+1}; differential variables matter
  // Of the step just solved; zeros where the differences are too small to tell.
  Stiffness stiffness(double h);
  // True while y has been affine in Q: no correction was ever needed.
  bool affine() const { return affine_; }

  // y at q = Q, near the y given; false leaves y at the best that is known. For points between steps.
  bool find(double time, std::span<const double> Q, std::span<double> y);

  StepperWork work() const;

 private:
  NewtonResult find_stage(double time, int most_iterations);
  bool evaluate(double time, std::span<const double> y);
  int row_not_finite() const;
  double size_of_rates(double sign, int late, int early);
  bool form_correction(std::span<const double> Q, std::span<const double> y);
  void take_slope(int i);
  void keep_row_residuals();

  Newton& newton_;
  ExplicitForm form_;
  std::array<std::vector<double>, dormand_prince::kStages> k_;
  std::vector<double> y_, target_, before_, update_;
  std::vector<double> late_y_;  // of the stage before the last
  bool affine_ = false;
  long iterations_ = 0;
  SampledTimer evaluation_timer_;
};

}  // namespace saddle
