// Finds where event functions change sign inside a step.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include <saddle/solver/integrators/stepper.hpp>
#include <saddle/solver/system/system.hpp>

namespace saddle {

// A z_k(t, y) is looked at where a step ends and at a few times inside it, on the dense output; where
// its sign changes the time is closed in on. An event just located lies on its surface: there the way
// it leaves, told by the rates, counts as its sign, so that leaving is not an event again and
// a flight shorter than a step is not overlooked.
class EventWatch {
 public:
  explicit EventWatch(System& system);

  bool empty() const { return events_.empty(); }
  const Event& event(int index) const { return events_[index]; }

  // The beginning of a piece. Events of `located()` are on their surface if `after_event`; a
  // `short_time` along `rate`, d/dt y, they have left it.
  void begin(double time, std::span<const double> y, bool after_event, std::span<const double> rate,
             double short_time);

  // The first moment in (from, to] of the last accepted step at which events happen; false if there is
  // none. Two events count as one moment when the interval their times are known to holds both.
  bool find(const Stepper& stepper, double from, double to);
  double time() const { return time_; }
  std::span<const int> located() const { return located_; }  // ascending
  std::span<const double> y() const { return y_; }           // there
  int without_value() const { return without_value_; }  // an event whose z was NaN at the last look, or -1
  void pass();  // goes on beyond the located events without a new piece

  // True when events pile up: the times between those of one kind shrink to a thousandth, each shorter than
  // the one before, and are short against any run (a ball that loses energy at each bounce); when so many
  // events happened in so short a time that no run would ever get on, or when one happens again at the very
  // moment it was answered: its flight is too short to be seen.
  bool chattering(double time_span) const;

 private:
  void evaluate(const Stepper& stepper, double time, std::span<double> z);
  bool crossed(int index, double z) const;
  double close_in(const Stepper& stepper, int index, double before, double after);
  void look_for_values();
  void take_signs(std::span<const double> z);

  System& system_;
  std::vector<Event> events_;
  std::vector<double> z_, trial_, y_;
  std::vector<int> sign_;  // -1, 0 (on the surface, or unknown), 1
  std::vector<int> located_;
  int without_value_ = -1;
  double time_ = 0;
  std::vector<int> on_surface_;  // at the beginning of the piece
  double began_ = 0;             // [s]
  bool at_once_ = false;
  struct PileUp {
    double last = -std::numeric_limits<double>::infinity();  // [s]
    double first_interval = 0, interval = 0;                 // of those that shrink [s]
  };
  void watch_pile_up(int event);

  std::vector<PileUp> pile_ups_;  // of each event
  std::vector<double> times_;     // of the latest events, as a ring
  std::size_t count_ = 0;
};

}  // namespace saddle
