// Signals in memory: a common time base and a column of values for each signal. Between two
// points a signal is the straight line; who makes waveforms adds points until that holds to
// the tolerance of the run.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace saddle {

struct Signal {
  std::string name;  // "v(x)", "i(v1)", or a variable of a flow
  std::string unit;  // "V"
  std::vector<double> values;
};

struct Waveforms {
  std::string title;
  std::vector<double> time;  // ascending; two equal times mark a jump
  std::vector<Signal> signals;

  const Signal* find(std::string_view name) const;  // null if there is none
  double final_value(std::string_view name) const;  // throws std::out_of_range
};

// The value of a column at any time, held constant outside its range.
double interpolate(std::span<const double> time, std::span<const double> values, double at);

struct SignalDifference {
  std::string name;
  double max_error = 0;   // largest |a - b| over the run, relative to swing
  double rms_error = 0;   // time-weighted root mean square, relative to swing
  double swing = 0;       // max - min of the reference
  double scale = 0;       // what errors are relative to: the swing, or the floor if that is larger
  double worst_time = 0;  // where max_error occurs
};

// Differences of all signals that both have, on the union of the two time bases inside
// [from, to]. A signal's swing is taken from `reference`, over the same interval; a signal
// that does not move is measured against `swing_floor`.
std::vector<SignalDifference> compare(const Waveforms& ours, const Waveforms& reference, double from,
                                      double to, double swing_floor);

}  // namespace saddle
