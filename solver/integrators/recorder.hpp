// Dense output: from accepted steps to waveforms whose straight lines hold to the tolerance.
#pragma once

#include <span>
#include <vector>

#include <saddle/solver/integrators/stepper.hpp>
#include <saddle/solver/newton/error_weights.hpp>
#include <saddle/solver/system/system.hpp>
#include <saddle/solver/waveform/waveforms.hpp>

namespace saddle {

// Between the ends of a step the method's own dense output is followed. Where the chord misses
// it by d at the quarter points, m equal parts miss it by about d/m^2. As many points are
// added as bring this below the error weight.
class Recorder {
 public:
  // `save`: variables to keep. With `dense` false only the steps themselves are kept.
  // With `output_times`, ascending, only those are kept.
  Recorder(const System& system, std::vector<int> save, double start_saving, bool dense,
           std::vector<double> output_times);

  // The system has other variables now: signals go on by name. A variable that is not there
  // has no value (NaN).
  void follow_structure(const System& system);

  void record_point(double time, std::span<const double> y);  // an end of a piece
  void record_step(const Stepper& stepper, double from, double to, const ErrorWeights& weights);
  Waveforms take();

 private:
  int parts_of_step(const Stepper& stepper, double from, double to, const ErrorWeights& weights) const;
  void record_inside(const Stepper& stepper, double time);
  void record_outputs(const Stepper& stepper, double from, double to);
  double* next_row(double time);
  void flush();

  std::vector<int> save_;
  double start_saving_;
  bool dense_;
  std::vector<double> output_times_;
  std::size_t next_output_ = 0;
  Waveforms waveforms_;
  // Points wait here, one row each, and go to the signals many at a time: one signal's values
  // are then written together.
  std::vector<double> waiting_;
  std::size_t rows_waiting_ = 0;
};

}  // namespace saddle
