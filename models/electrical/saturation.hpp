// The tanh that the papers' amplifiers share, and how Newton is led through its steep middle.
#pragma once

#include <cmath>

#include <saddle/models/electrical/dual.hpp>

namespace saddle {

// tanh(u) [T D.4], or u itself where the amplifier is asked to be linear [T D.5].
template <class S>
S saturate(const S& u, const S& linear) {
  using std::tanh;
  return value_of(linear) != 0 ? u : S(tanh(u));
}

// From saturation on one side to the other side: stop at the middle, where the slope is seen.
inline double stop_in_the_middle(double steepness, double from, double to) {
  const bool crosses = from * to < 0;
  const bool saturated = std::abs(steepness * from) > 1 && std::abs(steepness * to) > 1;
  return crosses && saturated ? 0.0 : to;
}

}  // namespace saddle
