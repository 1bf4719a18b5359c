#include <saddle/solver/integrators/recorder.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace saddle {

namespace {

constexpr int kMostParts = 16;
constexpr std::size_t kRowsWaiting = 64;

}  // namespace

Recorder::Recorder(const System& system, std::vector<int> save, double start_saving, bool dense)
    : save_(std::move(save)), start_saving_(start_saving), dense_(dense) {
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
  if (time < start_saving_) return;
  double* row = next_row(time);
  for (std::size_t k = 0; k < save_.size(); ++k) row[k] = y[save_[k]];
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
  for (std::size_t k = 0; k < save_.size(); ++k) row[k] = at(save_[k]);
}

void Recorder::record_step(const Stepper& stepper, double from, double to, const ErrorWeights& weights) {
  if (to < start_saving_ || save_.empty()) return;
  if (from < start_saving_ && start_saving_ < to) record_inside(stepper, start_saving_);
  const int parts = parts_of_step(stepper, from, to, weights);
  for (int k = 1; k < parts; ++k)
    if (const double time = from + (to - from) * k / parts; time > start_saving_) record_inside(stepper, time);
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
