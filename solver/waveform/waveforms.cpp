#include <saddle/solver/waveform/waveforms.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <unordered_map>

#include <fmt/format.h>

namespace saddle {

const Signal* Waveforms::find(std::string_view name) const {
  const auto found =
      std::find_if(signals.begin(), signals.end(), [&](const Signal& signal) { return signal.name == name; });
  return found == signals.end() ? nullptr : &*found;
}

double Waveforms::final_value(std::string_view name) const {
  const Signal* signal = find(name);
  if (signal == nullptr) throw std::out_of_range(fmt::format("no signal '{}'", name));
  if (signal->values.empty()) throw std::out_of_range(fmt::format("signal '{}' has no values", name));
  return signal->values.back();
}

double interpolate(std::span<const double> time, std::span<const double> values, double at) {
  if (time.empty()) throw std::out_of_range("interpolate: no values");
  const auto after = static_cast<std::size_t>(std::upper_bound(time.begin(), time.end(), at) - time.begin());
  if (after == 0) return values.front();
  if (after == time.size()) return values.back();
  const double t0 = time[after - 1], t1 = time[after];
  return values[after - 1] + (values[after] - values[after - 1]) * (at - t0) / (t1 - t0);
}

namespace {

// A place between two points of a time base: values[index] + fraction * (values[index + 1] - ...).
struct Place {
  std::size_t index = 0;
  double fraction = 0;
  double of(const std::vector<double>& values) const {
    if (fraction == 0) return values[index];
    return values[index] + fraction * (values[index + 1] - values[index]);
  }
};

// The two limits at a time; they differ only where a signal jumps.
struct Limits {
  Place left, right;
};

// The limits at ascending times, found in one walk along the time base.
std::vector<Limits> limits_at(std::span<const double> time, std::span<const double> at) {
  std::vector<Limits> found;
  found.reserve(at.size());
  std::size_t below = 0, upto = 0;  // number of points < t, and <= t
  for (const double t : at) {
    while (below < time.size() && time[below] < t) ++below;
    upto = std::max(upto, below);
    while (upto < time.size() && time[upto] <= t) ++upto;
    Limits limits;
    if (upto > below) {  // t is a point of this base
      limits.left.index = below;
      limits.right.index = upto - 1;
    } else if (below == 0 || below == time.size()) {
      limits.left.index = limits.right.index = below == 0 ? 0 : below - 1;
    } else {
      limits.left = limits.right = {below - 1, (t - time[below - 1]) / (time[below] - time[below - 1])};
    }
    found.push_back(limits);
  }
  return found;
}

// The distinct times of both inside [from, to], and the two ends.
std::vector<double> union_of_times(const Waveforms& a, const Waveforms& b, double from, double to) {
  std::vector<double> times;
  times.reserve(a.time.size() + b.time.size() + 2);
  std::merge(a.time.begin(), a.time.end(), b.time.begin(), b.time.end(), std::back_inserter(times));
  std::erase_if(times, [&](double t) { return !(t > from && t < to); });
  times.insert(times.begin(), from);
  if (to > from) times.push_back(to);
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

struct Grid {
  std::vector<double> times;
  std::vector<Limits> ours, reference;
};

SignalDifference difference_of(const Signal& ours, const Signal& reference, const Grid& grid,
                               double swing_floor) {
  SignalDifference result;
  result.name = ours.name;
  double low = INFINITY, high = -INFINITY, largest = 0, integral = 0, before = 0;
  result.worst_time = grid.times.front();
  for (std::size_t k = 0; k < grid.times.size(); ++k) {
    const double reference_left = grid.reference[k].left.of(reference.values);
    const double reference_right = grid.reference[k].right.of(reference.values);
    const double left = grid.ours[k].left.of(ours.values) - reference_left;
    const double right = grid.ours[k].right.of(ours.values) - reference_right;
    low = std::min({low, reference_left, reference_right});
    high = std::max({high, reference_left, reference_right});
    const double worst = std::max(std::abs(left), std::abs(right));
    if (!(worst <= largest)) {  // also where it is not a number
      largest = worst;
      result.worst_time = grid.times[k];
    }
    // The difference is a straight line between grid points: its square integrates exactly.
    if (k > 0)
      integral += (grid.times[k] - grid.times[k - 1]) * (before * before + before * left + left * left) / 3;
    before = right;
    if (std::isnan(largest)) break;
  }
  result.swing = high - low;
  const double scale = result.scale = std::max(result.swing, swing_floor);
  const double span = grid.times.back() - grid.times.front();
  result.max_error = largest == 0 ? 0 : largest / scale;
  result.rms_error =
      span > 0 && integral > 0 ? std::sqrt(integral / span) / scale : result.max_error * (span <= 0);
  return result;
}

}  // namespace

std::vector<SignalDifference> compare(const Waveforms& ours, const Waveforms& reference, double from,
                                      double to, double swing_floor) {
  std::vector<SignalDifference> differences;
  if (ours.time.empty() || reference.time.empty()) return differences;
  Grid grid;
  grid.times = union_of_times(ours, reference, from, to);
  grid.ours = limits_at(ours.time, grid.times);
  grid.reference = limits_at(reference.time, grid.times);

  std::unordered_map<std::string_view, const Signal*> by_name;
  for (const Signal& signal : reference.signals) by_name.emplace(signal.name, &signal);
  for (const Signal& signal : ours.signals)
    if (const auto found = by_name.find(signal.name); found != by_name.end())
      differences.push_back(difference_of(signal, *found->second, grid, swing_floor));
  return differences;
}

}  // namespace saddle
