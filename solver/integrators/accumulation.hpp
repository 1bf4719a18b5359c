// How many steps of the present length a run consists of so far.
#pragma once

#include <algorithm>

namespace saddle {

// Where nothing damps them, the errors of N like steps add up to N times the error of one, and a
// tolerance per step says little about the end. N is the number of steps taken or, where they have
// grown with time (as on a logarithmic scale, where early errors are forgotten), the number of the
// present length that fit into the time gone by. Kept across restarts: jumps forget nothing.
class Accumulation {
 public:
  void begin(double time) {
    if (steps_ == 0) start_ = time;
  }
  void add(double time, double step) {
    ++steps_;
    like_steps_ = std::min(static_cast<double>(steps_), (time - start_) / step);
  }
  double like_steps() const { return like_steps_; }

 private:
  double start_ = 0, like_steps_ = 1;
  long steps_ = 0;
};

}  // namespace saddle
