// Backward differentiation formulas of variable order and step.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include <saddle/solver/integrators/accumulation.hpp>
#include <saddle/solver/integrators/radau_stages.hpp>
#include <saddle/solver/integrators/stepper.hpp>

namespace saddle {

// The formula of order k takes for d/dt q(t_n) the derivative there of the polynomial through
// q(t_n), ..., q(t_{n-k}), at the true, unequal times. With d the divided difference of order k + 1
// (that derivative over its factorial) and the products over j = 1, 2, ...:
//
//   rate missed             prod_{j<=k} (t_n - t_{n-j}) d
//   hence error in y        prod_{j<=k} (t_n - t_{n-j}) d / alpha,   alpha = sum_{j<=k} 1/(t_n - t_{n-j})
//   extrapolation misses    prod_{j<=k+1} (t_n - t_{n-j}) d,         degree k through k + 1 past points
//
// so the error is (y_n - extrapolated y) / (alpha (t_n - t_{n-k-1})). The same divided differences of
// one order less and one more tell what those orders would have erred.
//
// Where charge is coupled (a capacitor between two nodes) some combinations of differential variables hold
// none. They are algebraic: errors in them do not last, but rounding and what Newton leaves in them
// would, in differences of high order, pass for errors of the formula. There the error is
// J^-1 alpha C (y_n - extrapolated y) instead, the error that the missed rate makes, in which they vanish.
//
// With steps of fixed length the first of a piece, until there is a past for the highest order, are
// Radau's: one step of order 1 would leave an error of order 2 for good.
//
// A piece begins with order 1 and a point before the start that the known rates extrapolate to; it
// serves the extrapolation only. While it begins, order and step grow together.
class BdfStepper final : public Stepper {
 public:
  static constexpr int kHighestOrder = 5;

  BdfStepper(Newton& newton, const StepperSettings& settings);

  void restart(const PieceStart& start) override;

  double time() const override { return point(0).time; }
  std::span<const double> y() const override { return point(0).y; }
  std::span<const double> q() const override { return point(0).q; }
  std::span<const double> slope() const override;
  double proposal() const override { return step_; }
  void propose(double step) override { step_ = step; }
  int order() const override { return attempted_order_; }
  bool has_past() const override { return points_ > 1; }

  StepOutcome attempt(double time, double input_time) override;
  std::span<const double> candidate() const override { return next().y; }
  void accept(const StepOutcome& outcome) override;
  void shorten(const StepOutcome& outcome) override;
  Combination interpolate(double time) const override;
  std::span<const double> rate_weights() const override {
    return started_ ? std::span<const double>() : std::span(accepted_weights_).first(accepted_order_ + 1);
  }
  StepperWork own_work() const override { return starter_ ? starter_->work() : StepperWork(); }

 private:
  // Seven accepted points tell the error that order 5 would make; one more is for the attempt.
  static constexpr int kPoints = kHighestOrder + 3;
  struct Point {
    double time = 0;
    std::vector<double> y, q;
  };

  const Point& point(int age) const { return ring_[(newest_ + age) % kPoints]; }
  Point& point(int age) { return ring_[(newest_ + age) % kPoints]; }
  // The slot for the attempt: the oldest of the ring.
  const Point& next() const { return point(kPoints - 1); }
  Point& next() { return point(kPoints - 1); }

  StepOutcome attempt_start(double time, double input_time);
  Combination extrapolation(double time, int order) const;
  void find_formula(double time, int order);
  double error_of_order(int order);  // of the last step, from accepted points alone
  ErrorWeights::Norm measure(std::span<double> error);
  void choose_next(double h, double error);
  void choose_order(double h, double error);
  void raise_while_beginning(double h, double error);
  void change_to(int order, double step);
  void concede(double h);

  Newton& newton_;
  StepperSettings settings_;
  std::array<Point, kPoints> ring_;
  int newest_ = 0;
  int points_ = 0;                 // accepted in this piece
  std::vector<double> known_;      // part of d/dt q that the past gives
  std::vector<double> predicted_;  // then what the step misses it by
  std::vector<double> slope_;
  Accumulation accumulation_;
  double least_strictness_, most_strictness_;
  double strictness_, strictest_;  // by how much the error of a step stays below the tolerance; at most
  double newton_accuracy_;         // in units of the error weights

  int order_ = 1, attempted_order_ = 1, accepted_order_ = 0;
  std::array<double, kHighestOrder + 1> weights_{}, accepted_weights_{};
  double step_ = 0;
  int steps_since_change_ = 0;
  int rejections_ = 0;  // in a row
  double rejected_error_ = 0, rejected_step_ = 0;
  bool beginning_ = true;
  bool coupled_ = false;                  // charge, at the start of this piece
  std::unique_ptr<RadauStages> starter_;  // with fixed steps
  bool started_ = false;                  // the last step by it
};

}  // namespace saddle
