// Step lengths for the Radau method.
#pragma once

namespace saddle {

// Gustafsson's predictive controller for an estimate that falls as h^4: besides the last error it
// uses how the error changed with the last step, so that a motion that becomes livelier meets
// shorter steps before one is rejected. A slow Newton iteration shortens steps too.
class RadauController {
 public:
  void begin(double step);
  void propose(double step) { step_ = step; }
  double proposal() const { return step_; }

  // `rate` of contraction; 0 if unknown. `keep_if_similar`: the matrices of this step would serve the next
  // one if it had the same length.
  void accept(double h, double error, int iterations, int most_iterations, double rate, bool keep_if_similar);
  void reject(double h, double error, int iterations, int most_iterations);
  // Newton failed; `excess` is the error its iterations would have left over what is allowed,
  // `iterations_left` those not made.
  void cut(double h, double excess, int iterations_left);

 private:
  double step_ = 0;
  double step_before_ = 0, error_before_ = 0;  // of the last accepted step; 0: none
  int steps_with_care_ = 0;
  bool first_ = true, rejected_ = false;
};

}  // namespace saddle
