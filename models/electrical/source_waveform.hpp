// What an independent source does in time: DC, PULSE, SIN or PWL, as SPICE defines them.
#pragma once

#include <vector>

namespace saddle {

struct SourceWaveform {
  enum class Shape { dc, pulse, sine, piecewise_linear };
  Shape shape = Shape::dc;

  // dc:    value
  // pulse: v1 v2 delay rise fall width period     (period 0: one pulse only)
  // sine:  offset amplitude frequency delay damping phase_degrees
  // piecewise_linear: t0 v0 t1 v1 ...              (times strictly ascending)
  std::vector<double> arguments{0.0};

  static SourceWaveform dc(double value);
  static SourceWaveform pulse(double v1, double v2, double delay, double rise, double fall, double width,
                              double period);
  static SourceWaveform sine(double offset, double amplitude, double frequency, double delay = 0,
                             double damping = 0, double phase_degrees = 0);
  static SourceWaveform piecewise_linear(std::vector<double> times_and_values);

  double value(double time) const;
  double next_jump(double after) const;        // the first corner > after; infinity if none
  double longest_step() const;                 // that follows a sine; infinity for other shapes
  SourceWaveform scaled(double factor) const;  // every value times the factor
  double period() const;                       // [s]; 0 if it does not repeat
  bool is_constant() const { return shape == Shape::dc; }
};

}  // namespace saddle
