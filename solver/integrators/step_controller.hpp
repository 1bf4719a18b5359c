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
  void begin(double step);  // at a restart
  double proposal() const { return step_; }

  // After a step of length h was accepted with that error.
  void accept(double h, double error, int order, double greatest_growth);
  void reject(double h, double error, int order);  // after an error > 1
  void cut(double h);                              // after Newton failed

 private:
  void shrink_to(double step);

  double step_ = 0, error_before_ = 0, step_before_ = 0;
  int rejections_ = 0;
};

}  // namespace saddle
