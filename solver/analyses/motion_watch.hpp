// What the variables of a motion do over one horizon, in a few numbers each.
#pragma once

#include <limits>
#include <span>
#include <vector>

namespace saddle {

// The range a variable covers.
struct Range {
  double least = std::numeric_limits<double>::infinity();
  double greatest = -std::numeric_limits<double>::infinity();

  void add(double value) {
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  double width() const { return greatest >= least ? greatest - least : 0; }
  double middle() const { return least + width() / 2; }
};

// Upward crossings of the middle of the range of the horizon before; one counts only after the variable was
// below the middle by a tenth of that range, so that noise and small harmonics do not.
struct Swings {
  double middle = 0, margin = 0;
  bool below = false;
  long count = 0;
  double first = 0, last = 0;  // [s]

  void add(double time, double value);
  double period() const { return count > 1 ? (last - first) / static_cast<double>(count - 1) : 0; }
};

class MotionWatch {
 public:
  explicit MotionWatch(std::span<const double> y);

  // A horizon from `from` to `to` begins at y.
  void begin(double from, double to, std::span<const double> y);
  void add(double time, std::span<const double> y);

  int size() const { return static_cast<int>(whole_.size()); }
  const Range& whole(int i) const { return whole_[i]; }  // since the start
  Range horizon(int i) const;
  const Range& early(int i) const { return early_[i]; }  // first half of the horizon
  const Range& late(int i) const { return late_[i]; }
  const Swings& swings(int i) const { return swings_[i]; }
  double early_shift(int i) const { return at_middle_[i] - at_begin_[i]; }
  double late_shift(int i) const { return now_[i] - at_middle_[i]; }
  double at_middle(int i) const { return at_middle_[i]; }
  double now(int i) const { return now_[i]; }

 private:
  double middle_ = 0;  // of the horizon [s]
  double time_ = 0;    // of the last point [s]
  bool in_late_ = false;
  std::vector<Range> whole_, early_, late_;
  std::vector<Swings> swings_;
  std::vector<double> at_begin_, at_middle_, now_;
};

}  // namespace saddle
