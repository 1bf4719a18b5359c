// The explicit method: Dormand-Prince, order 5, with a fourth-order companion for the error.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <saddle/solver/integrators/accumulation.hpp>
#include <saddle/solver/integrators/explicit_controller.hpp>
#include <saddle/solver/integrators/explicit_stages.hpp>
#include <saddle/solver/integrators/hermite.hpp>
#include <saddle/solver/integrators/stepper.hpp>

namespace saddle {

// attempt = six stages, each one evaluation and no matrix where charges are time constants times y; the
// seventh slope is the first of the next step. For what is not stiff, of index 1, with charges that
// determine the differential variables (ExplicitForm says why not).
//
// Error test: the difference of the orders 5 and 4, through J^-1 in units of y, over the weights at the
// larger of both ends. The point carried on is that of order 5.
//
// Dense output: where y is affine in the charges, the quintic through the values and rates of the
// last three points, of order 5 as the points are. Else y is found at three points inside the step from the
// charges there, and interpolated with the ends and the point before. The first step of a
// piece has the continuation of order 4.
//
// Boost.Odeint has this pair too. Its stages want d/dt y as a function of y alone: a stage that first has to
// find algebraic variables, fail with a value where there are none, charges carried on to rounding and an
// error in units of other variables do not fit it, and its dense stepper copies states it owns.
class ExplicitStepper final : public Stepper {
 public:
  ExplicitStepper(Newton& newton, const StepperSettings& settings);

  void restart(const PieceStart& start) override;

  double time() const override { return time_; }
  std::span<const double> y() const override { return motion_.point(0).y; }
  std::span<const double> q() const override { return q_; }
  std::span<const double> slope() const override { return stages_.slope(0); }
  std::span<const double> rate() const override {
    return charge_ ? std::span<const double>() : std::span<const double>(motion_.point(0).rate);
  }
  double proposal() const override { return controller_.proposal(); }
  void propose(double step) override { controller_.propose(step); }
  int order() const override { return 5; }
  bool has_past() const override { return motion_.points() > 1; }

  StepOutcome attempt(double time, double input_time) override;
  std::span<const double> candidate() const override { return stages_.end(); }
  void accept(const StepOutcome& outcome) override;
  void shorten(const StepOutcome& outcome) override;
  Combination interpolate(double time) const override;

  ExplicitForm* explicit_form() override { return &stages_.form(); }
  std::optional<Failure> obstacle() const override { return stages_.form().obstacle(); }
  bool stiff() const override { return stiff_steps_ >= kStiffSteps; }
  StepperWork own_work() const override { return stages_.work(); }

 private:
  static constexpr int kStiffSteps = 15, kNotStiffSteps = 6;  // as in DOPRI5
  static constexpr int kInside = 3;
  static constexpr double kTheta[kInside] = {0.25, 0.5, 0.75};

  void take_weights();
  void look_for_stiffness(double h);
  void remember_point(std::span<const double> y);
  void remember_charge();
  void find_inside() const;
  void charge_inside(int point) const;

  Newton& newton_;
  StepperSettings settings_;
  mutable ExplicitStages stages_;  // points inside a step are found when they are asked for
  ExplicitController controller_;
  Accumulation accumulation_;
  double strictness_;  // by how much the error of a step stays below the tolerance
  double time_ = 0, attempted_ = 0, input_h_ = 0;
  std::vector<double> q_, work_;
  HermiteHistory motion_;                   // y, with rates while y is affine in the charges
  std::unique_ptr<HermiteHistory> charge_;  // q and its rate from where it is not
  int stiff_steps_ = 0, not_stiff_steps_ = 0;

  mutable std::array<std::vector<double>, kInside> inside_;  // y at points inside the last step
  mutable std::vector<double> charge_there_;
  mutable bool inside_known_ = false;
};

}  // namespace saddle
