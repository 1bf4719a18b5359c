// The last three points of a motion, and the polynomial through their values and rates.
#pragma once

#include <array>
#include <span>
#include <vector>

#include <saddle/solver/integrators/stepper.hpp>

namespace saddle {

struct HermitePoint {
  double time = 0;
  std::vector<double> y, rate;  // rate = d/dt y
  bool has_rate = false;
};

// With values and rates known to order p >= 5 a quintic over two steps errs by O(h^6) inside them,
// hence less than the points themselves.
class HermiteHistory {
 public:
  explicit HermiteHistory(int size);

  // Forgets all; the first point has a rate only if one is given.
  void restart(double time, std::span<const double> y, std::span<const double> rate = {});
  // Drops the oldest point; the caller fills in the new one.
  HermitePoint& advance();

  int points() const { return points_; }                                                 // 1..3
  const HermitePoint& point(int age) const { return ring_[(newest_ + age) % kPoints]; }  // 0: newest

  // At a time inside the last step. At least two points, the newest with a rate.
  Combination at(double time) const;

 private:
  static constexpr int kPoints = 3;
  std::array<HermitePoint, kPoints> ring_;
  int newest_ = 0, points_ = 0;
};

}  // namespace saddle
