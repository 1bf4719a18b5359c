// The length of the next step of an explicit method of order 5.
#pragma once

namespace saddle {

// Gustafsson's proportional-integral control with the constants of DOPRI5: the next step answers to this
// error and, a little, to the one before, which keeps steps quiet where stability bounds them.
class ExplicitController {
 public:
  void begin(double step);
  void propose(double step) { step_ = step; }
  double proposal() const { return step_; }

  void accept(double h, double error);
  void reject(double h, double error);
  void cut(double h);  // the stages had no value, or none was found

 private:
  double step_ = 0, error_before_ = 0;
  bool rejected_ = false, first_ = true;
};

}  // namespace saddle
