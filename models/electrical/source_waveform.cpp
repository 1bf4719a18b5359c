#include <saddle/models/electrical/source_waveform.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace saddle {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

struct Pulse {
  double v1, v2, delay, rise, fall, width, period;
  explicit Pulse(const std::vector<double>& a)
      : v1(a[0]), v2(a[1]), delay(a[2]), rise(a[3]), fall(a[4]), width(a[5]), period(a[6]) {}

  double value(double time) const {
    double t = time - delay;
    if (period > 0 && t > period) t -= period * std::floor(t / period);
    if (t <= 0) return v1;
    if (t < rise) return v1 + (v2 - v1) * t / rise;
    if (t <= rise + width) return v2;
    if (t < rise + width + fall) return v2 + (v1 - v2) * (t - rise - width) / fall;
    return v1;
  }

  double next_corner(double after) const {
    // Corners of cycle k lie at delay + k*period + offset. Begin one cycle early: rounding in
    // the division must not hide a corner.
    const double cycles = period > 0 && after > delay ? std::floor((after - delay) / period) - 1 : 0;
    for (double k = std::max(cycles, 0.0);; ++k) {
      for (const double offset : {0.0, rise, rise + width, rise + width + fall}) {
        const double corner = delay + k * period + offset;
        if (corner > after) return corner;
      }
      if (period <= 0) return kNever;
    }
  }
};

double sine_value(const std::vector<double>& a, double time) {
  const double offset = a[0], amplitude = a[1], frequency = a[2], delay = a[3], damping = a[4];
  const double phase = a[5] * std::numbers::pi / 180;
  if (time <= delay) return offset + amplitude * std::sin(phase);
  const double t = time - delay;
  return offset + amplitude * std::exp(-damping * t) * std::sin(2 * std::numbers::pi * frequency * t + phase);
}

double piecewise_linear_value(const std::vector<double>& a, double time) {
  const std::size_t points = a.size() / 2;
  if (time <= a[0]) return a[1];
  if (time >= a[2 * points - 2]) return a[2 * points - 1];
  std::size_t low = 0, high = points - 1;  // a[2*low] <= time < a[2*high]
  while (high - low > 1) {
    const std::size_t middle = (low + high) / 2;
    (a[2 * middle] <= time ? low : high) = middle;
  }
  const double t0 = a[2 * low], t1 = a[2 * high];
  return a[2 * low + 1] + (a[2 * high + 1] - a[2 * low + 1]) * (time - t0) / (t1 - t0);
}

}  // namespace

SourceWaveform SourceWaveform::dc(double value) {
  return {Shape::dc, {value}};
}

SourceWaveform SourceWaveform::pulse(double v1, double v2, double delay, double rise, double fall,
                                     double width, double period) {
  return {Shape::pulse, {v1, v2, delay, rise, fall, width, period}};
}

SourceWaveform SourceWaveform::sine(double offset, double amplitude, double frequency, double delay,
                                    double damping, double phase_degrees) {
  return {Shape::sine, {offset, amplitude, frequency, delay, damping, phase_degrees}};
}

SourceWaveform SourceWaveform::piecewise_linear(std::vector<double> times_and_values) {
  return {Shape::piecewise_linear, std::move(times_and_values)};
}

double SourceWaveform::value(double time) const {
  switch (shape) {
    case Shape::dc:
      return arguments[0];
    case Shape::pulse:
      return Pulse(arguments).value(time);
    case Shape::sine:
      return sine_value(arguments, time);
    case Shape::piecewise_linear:
      return piecewise_linear_value(arguments, time);
  }
  return 0;
}

double SourceWaveform::next_jump(double after) const {
  switch (shape) {
    case Shape::dc:
      return kNever;
    case Shape::pulse:
      return Pulse(arguments).next_corner(after);
    case Shape::sine:
      return arguments[3] > after ? arguments[3] : kNever;
    case Shape::piecewise_linear:
      for (std::size_t k = 0; k < arguments.size(); k += 2)
        if (arguments[k] > after) return arguments[k];
      return kNever;
  }
  return kNever;
}

double SourceWaveform::longest_step() const {
  constexpr double kStepsPerPeriod = 40;
  return shape == Shape::sine && arguments[2] > 0 ? 1 / (kStepsPerPeriod * arguments[2]) : kNever;
}

SourceWaveform SourceWaveform::scaled(double factor) const {
  SourceWaveform result = *this;
  switch (shape) {
    case Shape::dc:
      result.arguments[0] *= factor;
      break;
    case Shape::pulse:
    case Shape::sine:
      result.arguments[0] *= factor;
      result.arguments[1] *= factor;
      break;
    case Shape::piecewise_linear:
      for (std::size_t k = 1; k < arguments.size(); k += 2) result.arguments[k] *= factor;
      break;
  }
  return result;
}

double SourceWaveform::period() const {
  if (shape == Shape::pulse) return arguments[6];
  if (shape == Shape::sine && arguments[2] > 0) return 1 / arguments[2];
  return 0;
}

}  // namespace saddle
