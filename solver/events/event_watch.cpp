#include <saddle/solver/events/event_watch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <saddle/solver/integrators/sign_change.hpp>

namespace saddle {

namespace {

constexpr int kLooks = 4;         // at a step
constexpr double kWidth = 1e-13;  // to which a time is closed in, of the step
constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();
constexpr int kClosingIn = 100;  // evaluations
constexpr std::size_t kManyEvents = 100;
constexpr double kShrinks = 0.98;  // an interval is not longer than this part of the one before
constexpr double kPiledUp = 1e-3;  // of the first of them

int sign_of(double z) {
  return z > 0 ? 1 : z < 0 ? -1 : 0;
}

}  // namespace

EventWatch::EventWatch(System& system)
    : system_(system),
      events_(system.events()),
      z_(events_.size()),
      trial_(events_.size()),
      y_(system.size()),
      sign_(events_.size(), 0),
      pile_ups_(events_.size()),
      times_(kManyEvents) {
  located_.reserve(events_.size());
  on_surface_.reserve(events_.size());
}

void EventWatch::take_signs(std::span<const double> z) {
  for (std::size_t k = 0; k < sign_.size(); ++k) sign_[k] = sign_of(z[k]);
}

void EventWatch::look_for_values() {
  const auto bad = std::find_if(z_.begin(), z_.end(), [](double z) { return std::isnan(z); });
  without_value_ = bad == z_.end() ? -1 : static_cast<int>(bad - z_.begin());
}

void EventWatch::begin(double time, std::span<const double> y, bool after_event, std::span<const double> rate,
                       double short_time) {
  if (empty()) return;
  system_.event_values(time, y, z_);
  take_signs(z_);
  look_for_values();
  if (without_value_ >= 0) return;
  began_ = time;
  on_surface_.clear();
  if (!after_event) return;
  on_surface_ = located_;
  for (std::size_t i = 0; i < y_.size(); ++i) y_[i] = y[i] + short_time * rate[i];
  system_.event_values(time + short_time, y_, trial_);
  for (const int k : located_) sign_[k] = sign_of(trial_[k] - z_[k]);
}

void EventWatch::evaluate(const Stepper& stepper, double time, std::span<double> z) {
  if (time == stepper.time())
    std::copy_n(stepper.y().begin(), y_.size(), y_.begin());
  else
    stepper.interpolate(time).evaluate(y_);
  system_.event_values(time, y_, z);
}

bool EventWatch::crossed(int index, double z) const {
  const int now = sign_of(z), before = sign_[index];
  if (before == 0 || now == before) return false;
  switch (events_[index].direction) {
    case Event::Direction::rising:
      return before < 0;
    case Event::Direction::falling:
      return before > 0;
    case Event::Direction::both:
      return true;
  }
  return false;
}

// The end after the change of sign, so that the sign there is the new one.
double EventWatch::close_in(const Stepper& stepper, int index, double before, double after) {
  const double was = sign_[index];
  const auto height = [&](double time) {
    evaluate(stepper, time, trial_);
    const double z = was * trial_[index];
    return z == 0 ? -std::numeric_limits<double>::min() : z;
  };
  const double h = after - before;
  const double at_start = std::max(height(before), std::numeric_limits<double>::min());
  SignChange change(before, at_start, after, height(after));
  const double enough = std::max(kWidth * h, kRounding * std::abs(after));
  for (int k = 0; k < kClosingIn && change.width() > enough; ++k) {
    const double guess = change.guess();
    change.add(guess, height(guess));
  }
  return change.after();
}

bool EventWatch::find(const Stepper& stepper, double from, double to) {
  double before = from;
  for (int look = 1; look <= kLooks; ++look) {
    const double after = look == kLooks ? to : from + (to - from) * look / kLooks;
    evaluate(stepper, after, z_);
    look_for_values();
    if (without_value_ >= 0) return false;
    double first = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < events_.size(); ++k)
      if (crossed(static_cast<int>(k), z_[k]))
        first = std::min(first, close_in(stepper, static_cast<int>(k), before, after));
    if (std::isfinite(first)) {
      time_ = first;
      evaluate(stepper, first, z_);
      located_.clear();
      for (std::size_t k = 0; k < events_.size(); ++k)
        if (crossed(static_cast<int>(k), z_[k])) located_.push_back(static_cast<int>(k));
      const double unseen = 2 * std::max(kWidth * (to - from), kRounding * std::abs(first));
      at_once_ = first - began_ <= unseen && std::any_of(located_.begin(), located_.end(), [this](int k) {
                   return std::find(on_surface_.begin(), on_surface_.end(), k) != on_surface_.end();
                 });
      for (const int k : located_) watch_pile_up(k);
      for (std::size_t k = 0; k < located_.size(); ++k) times_[count_++ % times_.size()] = first;
      return true;
    }
    take_signs(z_);
    before = after;
  }
  return false;
}

void EventWatch::watch_pile_up(int event) {
  PileUp& at = pile_ups_[event];
  const double interval = time_ - at.last;
  if (!(interval <= kShrinks * at.interval)) at.first_interval = std::isfinite(interval) ? interval : 0;
  at.interval = std::isfinite(interval) ? interval : 0;
  at.last = time_;
}

void EventWatch::pass() {
  take_signs(z_);
}

bool EventWatch::chattering(double time_span) const {
  if (at_once_) return true;
  for (const int k : located_)
    if (const PileUp& at = pile_ups_[k];
        at.interval < time_span && at.interval < kPiledUp * at.first_interval)
      return true;
  if (count_ < times_.size()) return false;
  const std::size_t newest = (count_ - 1) % times_.size(), oldest = count_ % times_.size();
  return times_[newest] - times_[oldest] < time_span;
}

}  // namespace saddle
