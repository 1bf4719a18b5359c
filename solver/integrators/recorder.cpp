#include <saddle/solver/integrators/recorder.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace saddle {

namespace {

constexpr int kMostParts = 16;
constexpr std::size_t kRowsWaiting = 64;
constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

}  // namespace

Recorder::Recorder(const System& system, std::vector<int> save, double start_saving, bool dense,
                   std::vector<double> output_times)
    : save_(std::move(save)),
      start_saving_(start_saving),
      dense_(dense),
      output_times_(std::move(output_times)) {
  for (const int variable : save_) {
    const Variable& about = system.variables()[variable];
    waveforms_.signals.push_back({about.name, system.kinds()[about.kind].unit, {}});
  }
  waiting_.resize(kRowsWaiting * save_.size());
}

double* Recorder::next_row(double time) {
  if (rows_waiting_ == kRowsWaiting) flush();
  waveforms_.time.push_back(time);
  return waiting_.data() + save_.size() * rows_waiting_++;
}

void Recorder::flush() {
  const std::size_t columns = save_.size();
  for (std::size_t k = 0; k < columns; ++k) {
    std::vector<double>& values = waveforms_.signals[k].values;
    for (std::size_t row = 0; row < rows_waiting_; ++row) values.push_back(waiting_[row * columns + k]);
  }
  rows_waiting_ = 0;
}

void Recorder::record_point(double time, std::span<const double> y) {
  if (time < start_saving_ || save_.empty()) return;
  if (!output_times_.empty()) {
    if (next_output_ >= output_times_.size() || output_times_[next_output_] > time) return;
    ++next_output_;
  }
  double* row = next_row(time);
  for (std::size_t k = 0; k < save_.size(); ++k) row[k] = save_[k] < 0 ? kNoValue : y[save_[k]];
}

void Recorder::record_outputs(const Stepper& stepper, double from, double to) {
  for (; next_output_ < output_times_.size() && output_times_[next_output_] <= to; ++next_output_)
    if (output_times_[next_output_] >= from) record_inside(stepper, output_times_[next_output_]);
}

void Recorder::follow_structure(const System& system) {
  std::unordered_map<std::string_view, int> index;
  for (int i = 0; i < system.size(); ++i) index.emplace(system.variables()[i].name, i);
  for (std::size_t k = 0; k < save_.size(); ++k) {
    const auto found = index.find(waveforms_.signals[k].name);
    save_[k] = found == index.end() ? -1 : found->second;
  }
}

int Recorder::parts_of_step(const Stepper& stepper, double from, double to,
                            const ErrorWeights& weights) const {
  if (!dense_) return 1;
  const double h = to - from;
  const Combination begin = stepper.interpolate(from), end = stepper.interpolate(to);
  double worst = 0;
  for (const double at : {0.25, 0.75}) {
    const Combination inside = stepper.interpolate(from + at * h);
    for (const int i : save_) {
      if (i < 0) continue;
      const double chord = (1 - at) * begin(i) + at * end(i);
      worst = std::max(worst, std::abs(inside(i) - chord) * weights.inverse(i));
    }
  }
  const double parts = std::ceil(std::sqrt(4.0 / 3 * worst));
  return parts > 1 ? static_cast<int>(std::min<double>(parts, kMostParts)) : 1;
}

void Recorder::record_inside(const Stepper& stepper, double time) {
  if (time < start_saving_) return;
  const Combination at = stepper.interpolate(time);
  double* row = next_row(time);
  for (std::size_t k = 0; k < save_.size(); ++k) row[k] = save_[k] < 0 ? kNoValue : at(save_[k]);
}

void Recorder::record_step(const Stepper& stepper, double from, double to, const ErrorWeights& weights) {
  if (to < start_saving_ || save_.empty()) return;
  if (!output_times_.empty()) return record_outputs(stepper, from, to);
  if (from < start_saving_ && start_saving_ < to) record_inside(stepper, start_saving_);
  const int parts = parts_of_step(stepper, from, to, weights);
  for (int k = 1; k < parts; ++k)
    if (const double time = from + (to - from) * k / parts; time > start_saving_)
      record_inside(stepper, time);
  if (to == stepper.time())
    record_point(to, stepper.y());
  else
    record_inside(stepper, to);
}

Waveforms Recorder::take() {
  flush();
  return std::move(waveforms_);
}

}  // namespace saddle
