// What a long run shows and how it is stopped: a bar on stderr when that is a terminal and the work
// takes over a second; Ctrl-C ends the run after the step at hand.
#pragma once

#include <chrono>

namespace saddle::cli {

class Progress {
 public:
  explicit Progress(double stop);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  bool operator()(double time);  // false: the user wants to stop

 private:
  double stop_;
  bool terminal_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point begin_, last_;
};

}  // namespace saddle::cli
