// How long the next step should be.
#pragma once

namespace saddle {

// Proposes steps so that the local error, in units of the tolerance, comes out a little below 1.
// An error of order p falls as h^(p + 1), so h err^(-1/(p + 1)) would meet the tolerance. The
// larger of the last two errors decides: a momentary dip, as when a derivative changes sign, then
// does not make the step leap and fail. Steps are left as they are when they would grow
// only a little: equal steps need no new factorization of a linear system.
class StepController {
 public:
  StepController(double least, double greatest) : least_(least), greatest_(greatest) {}

  void begin(double step);  // at a restart
  double proposal() const { return step_; }

  // After a step of length h was accepted with that error.
  void accept(double h, double error, int order, double greatest_growth);
  // After an error > 1. False if the step cannot become smaller.
  [[nodiscard]] bool reject(double h, double error, int order);
  // After Newton failed. False if the step cannot become smaller.
  [[nodiscard]] bool cut(double h);

  int rejections_in_a_row() const { return rejections_; }

 private:
  bool shrink_to(double step);

  double least_, greatest_, step_ = 0, error_before_ = 0, step_before_ = 0;
  int rejections_ = 0;
};

}  // namespace saddle
