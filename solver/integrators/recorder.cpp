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

int Recorder::parts_of_step(const StepHistory& history, const ErrorWeights& weights) const {
  if (!dense_ || history.points() < 3) return 1;
  const AcceptedPoint &p0 = history.point(0), &p1 = history.point(1), &p2 = history.point(2);
  const double h = p0.time - p1.time, h_before = p1.time - p2.time;
  const double over_h = 1 / h, over_before = 1 / h_before, scale = h * h / (4 * (h + h_before));
  double worst = 0;
  for (const int i : save_) {
    const double bend = (p0.y[i] - p1.y[i]) * over_h - (p1.y[i] - p2.y[i]) * over_before;
    worst = std::max(worst, std::abs(bend) * weights.inverse(i));
  }
  const double parts = std::ceil(std::sqrt(worst * scale));
  return parts > 1 ? static_cast<int>(std::min<double>(parts, kMostParts)) : 1;
}

void Recorder::record_inside(const StepHistory& history, double time) {
  if (time < start_saving_) return;
  const StepHistory::Parabola at = history.parabola(time);
  double* row = next_row(time);
  for (std::size_t k = 0; k < save_.size(); ++k) row[k] = at(save_[k]);
}

void Recorder::record_step(const StepHistory& history, const ErrorWeights& weights) {
  const double t0 = history.point(1).time, t1 = history.time();
  if (t1 < start_saving_) return;
  if (t0 < start_saving_ && start_saving_ < t1) record_inside(history, start_saving_);
  const int parts = parts_of_step(history, weights);
  for (int part = 1; part < parts; ++part) {
    const double time = t0 + (t1 - t0) * part / parts;
    if (time > start_saving_) record_inside(history, time);
  }
  record_point(t1, history.point(0).y);
}

Waveforms Recorder::take() {
  flush();
  return std::move(waveforms_);
}

}  // namespace saddle
