#include <saddle/solver/analyses/motion_watch.hpp>

#include <algorithm>

namespace saddle {

void Swings::add(double time, double value) {
  if (value < middle - margin) below = true;
  if (!below || value < middle) return;
  below = false;
  if (count == 0) first = time;
  last = time;
  ++count;
}

MotionWatch::MotionWatch(std::span<const double> y)
    : whole_(y.size()),
      early_(y.size()),
      late_(y.size()),
      swings_(y.size()),
      at_begin_(y.begin(), y.end()),
      at_middle_(at_begin_),
      now_(at_begin_) {
  for (int i = 0; i < size(); ++i) whole_[i].add(y[i]);
}

Range MotionWatch::horizon(int i) const {
  return {std::min(early_[i].least, late_[i].least), std::max(early_[i].greatest, late_[i].greatest)};
}

void MotionWatch::begin(double from, double to, std::span<const double> y) {
  middle_ = from + (to - from) / 2;
  time_ = from;
  in_late_ = false;
  for (int i = 0; i < size(); ++i) {
    const Range before = horizon(i);
    swings_[i] = {};
    swings_[i].middle = before.width() > 0 ? before.middle() : y[i];
    swings_[i].margin = before.width() / 10;
    early_[i] = late_[i] = {};
    early_[i].add(y[i]);
    at_begin_[i] = at_middle_[i] = now_[i] = y[i];
  }
}

void MotionWatch::add(double time, std::span<const double> y) {
  const bool enters = !in_late_ && time >= middle_;
  in_late_ = in_late_ || enters;
  const double inside = enters && time > time_ ? (middle_ - time_) / (time - time_) : 1;
  time_ = time;
  for (int i = 0; i < size(); ++i) {
    whole_[i].add(y[i]);
    (in_late_ ? late_ : early_)[i].add(y[i]);
    swings_[i].add(time, y[i]);
    if (enters) at_middle_[i] = now_[i] + inside * (y[i] - now_[i]);
    now_[i] = y[i];
  }
}

}  // namespace saddle
