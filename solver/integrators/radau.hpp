// Radau IIA of order 5: one step, L-stable, stiffly accurate.
#pragma once

#include <span>
#include <vector>

#include <saddle/solver/integrators/accumulation.hpp>
#include <saddle/solver/integrators/hermite.hpp>
#include <saddle/solver/integrators/radau_controller.hpp>
#include <saddle/solver/integrators/radau_stages.hpp>
#include <saddle/solver/integrators/stepper.hpp>

namespace saddle {

// attempt = predict the stages by the collocation polynomial of the step before, solve, estimate the
// error. The new point is the last stage, so constraints hold there exactly as they do in the stages.
//
// Two decisions, taken apart: C and G are taken anew when the iteration contracted slowly; the
// matrices are factored anew when C and G or the step changed. The controller avoids changes of the
// step that would not pay for a factorization.
class RadauStepper final : public Stepper {
 public:
  RadauStepper(Newton& newton, const StepperSettings& settings);

  void restart(const PieceStart& start) override;

  double time() const override { return history_.point(0).time; }
  std::span<const double> y() const override { return history_.point(0).y; }
  std::span<const double> q() const override { return q_; }
  std::span<const double> slope() const override { return slope_; }
  double proposal() const override { return controller_.proposal(); }
  void propose(double step) override { controller_.propose(step); }
  int order() const override { return 5; }
  bool has_past() const override { return history_.points() > 1; }

  StepOutcome attempt(double time, double input_time) override;
  std::span<const double> candidate() const override { return stages_.stage(2); }
  void accept(const StepOutcome& outcome) override;
  void shorten(const StepOutcome& outcome) override;
  Combination interpolate(double time) const override;
  StepperWork own_work() const override { return stages_.work(); }

 private:
  // Where C and G come from: nowhere, an earlier step, the middle of this one, its begin.
  enum class Linearized { not_yet, earlier, ahead, here };

  void predict(double h);
  void linearize(const RadauStep& step, bool ahead);
  NewtonResult iterate(const RadauStep& step);
  NewtonResult solve(const RadauStep& step);
  NewtonResult persist(const RadauStep& step, NewtonResult result);
  void test_error(StepOutcome& outcome, const RadauStep& step);
  void test_foresight(StepOutcome& outcome, double h) const;

  Newton& newton_;
  StepperSettings settings_;
  RadauStages stages_;
  RadauController controller_;
  HermiteHistory history_;
  std::vector<double> q_, slope_;
  std::vector<double> early_, late_;  // the first two stages of the last accepted step
  std::vector<double> error_, charge_part_, shifted_;
  Accumulation accumulation_;
  double strictness_ = 1;      // by how much the estimate stays below its tolerance
  double tolerance_ratio_;     // of the estimate's own tolerance to the user's
  double time_ = 0;            // of the attempt
  bool first_attempt_ = true;  // of this step
  bool rejected_ = false;      // the last attempt of this step had too large an error
  bool cautious_ = false;      // C and G taken ahead did not serve in this step
  Linearized linearized_ = Linearized::not_yet;
};

}  // namespace saddle
