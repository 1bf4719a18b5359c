#include <saddle/solver/integrators/sign_change.hpp>

#include <algorithm>

namespace saddle {

namespace {

constexpr double kInside = 1e-3;  // of the width, away from both ends

}  // namespace

SignChange::SignChange(double before, double value_before, double after, double value_after)
    : before_(before), value_before_(value_before), after_(after), value_after_(value_after) {}

double SignChange::guess() const {
  const double fraction = value_before_ / (value_before_ - value_after_);
  return before_ + width() * std::clamp(fraction, kInside, 1 - kInside);
}

void SignChange::add(double time, double value) {
  if (value > 0) {
    before_ = time;
    value_before_ = value;
    if (side_ == 1) value_after_ /= 2;
    side_ = 1;
  } else {
    after_ = time;
    value_after_ = value;
    if (side_ == -1) value_before_ /= 2;
    side_ = -1;
  }
}

}  // namespace saddle
