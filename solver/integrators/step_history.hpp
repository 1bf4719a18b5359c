// The accepted points of the current smooth piece of a motion, newest first.
#pragma once

#include <array>
#include <span>
#include <vector>

#include <saddle/solver/integrators/step_formula.hpp>
#include <saddle/solver/integrators/stepper.hpp>

namespace saddle {

struct AcceptedPoint {
  double time = 0;
  std::vector<double> y, q;
};

// A piece begins at a restart, where y, q and the slope d/dt q are known, and never reaches
// back across it. For divided differences the first point counts twice, because its slope is
// known: q[s, s] = qdot(s). So an error of order h^3 can be estimated from the second step on.
class StepHistory {
 public:
  explicit StepHistory(int size);

  void restart(double time, std::span<const double> y, std::span<const double> q,
               std::span<const double> slope);
  // The formula that made the step tells the new slope.
  void accept(double time, std::span<const double> y, std::span<const double> q, const StepFormula& formula);

  int points() const { return points_; }  // 1 after a restart, at most kPoints
  const AcceptedPoint& point(int age) const { return ring_[(newest_ + age) % kPoints]; }
  double time() const { return point(0).time; }
  double step(int age) const { return point(age).time - point(age + 1).time; }
  std::span<const double> slope() const { return slope_; }  // d/dt q at the newest point

  // The parabola through the last three points (the line, the constant where there are fewer)
  // at a time.
  Combination parabola(double time) const;
  void predict(double time, std::span<double> y) const;  // the parabola at a later time

  // newest q(t0) + before q(t0 - h_before) + slope qdot(t0): the known part of d/dt q.
  void known_part(const StepFormula& formula, std::span<double> out) const;
  // error * D of the formula for a step to (time, q): its error as a rate of charge.
  void rate_error(const StepFormula& formula, double time, std::span<const double> q,
                  std::span<double> out) const;

  static constexpr int kPoints = 4;

 private:
  AcceptedPoint& make_newest();

  std::array<AcceptedPoint, kPoints> ring_;
  int newest_ = 0, points_ = 0;
  std::vector<double> slope_, first_slope_;
};

}  // namespace saddle
