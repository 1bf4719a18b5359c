// Times at which a step must end: jumps and corners of the inputs, and the end of the run.
#pragma once

#include <saddle/solver/system/system.hpp>

namespace saddle {

class Breakpoints {
 public:
  Breakpoints(const System& system, double start, double stop);

  // The piece after `time`. Jumps closer than `side` are one jump.
  void begin_piece(double time);
  double end() const { return end_; }

  // The step to take when `wanted` is proposed: it ends exactly at the end of the piece when it
  // would come near, and where two steps are left they are equal, so that no sliver remains.
  double fit(double time, double wanted) const;

  // A jump has a value before and a value after. Inputs are looked at this far to either side.
  double side() const { return side_; }

 private:
  const System& system_;
  double stop_, side_, end_;
};

}  // namespace saddle
