#include <saddle/solver/integrators/hermite.hpp>

#include <algorithm>

namespace saddle {

HermiteHistory::HermiteHistory(int size) {
  for (HermitePoint& each : ring_) {
    each.y.resize(size);
    each.rate.resize(size);
  }
}

HermitePoint& HermiteHistory::advance() {
  newest_ = (newest_ + kPoints - 1) % kPoints;
  points_ = std::min(points_ + 1, kPoints);
  return ring_[newest_];
}

void HermiteHistory::restart(double time, std::span<const double> y, std::span<const double> rate) {
  points_ = 0;
  HermitePoint& first = advance();
  first.time = time;
  std::copy_n(y.begin(), first.y.size(), first.y.begin());
  first.has_rate = !rate.empty();
  if (first.has_rate) std::copy_n(rate.begin(), first.rate.size(), first.rate.begin());
}

// A point of multiplicity m (2 with a rate, 1 without) forces m conditions. With
//   w_i(t) = prod_{j != i} ((t - t_j)/(t_i - t_j))^m_j,
// y_i has the weight w_i (1 - (t - t_i) w_i'(t_i)) and its rate (t - t_i) w_i where there is one;
// without one the weight of y_i is w_i.
Combination HermiteHistory::at(double time) const {
  Combination sum;
  for (int i = 0; i < points_; ++i) {
    const HermitePoint& here = point(i);
    double w = 1, slope = 0;  // w_i(time), w_i'(t_i)
    for (int j = 0; j < points_; ++j) {
      if (j == i) continue;
      const HermitePoint& other = point(j);
      const double distance = here.time - other.time, ratio = (time - other.time) / distance;
      w *= other.has_rate ? ratio * ratio : ratio;
      slope += (other.has_rate ? 2 : 1) / distance;
    }
    const double past = time - here.time;
    sum.add(here.has_rate ? w * (1 - past * slope) : w, here.y);
    if (here.has_rate) sum.add(w * past, here.rate);
  }
  return sum;
}

}  // namespace saddle
