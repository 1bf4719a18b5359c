#include <saddle/solver/integrators/breakpoints.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace saddle {

namespace {

constexpr double kRounding = std::numeric_limits<double>::epsilon();
constexpr double kStretch = 1 + 1e-9;

}  // namespace

// Times of periodic inputs come out of a few roundings; `side` is safely more than that.
Breakpoints::Breakpoints(const System& system, double start, double stop)
    : system_(system),
      stop_(stop),
      side_(32 * kRounding * std::max(std::abs(start), std::abs(stop))),
      end_(stop) {}

void Breakpoints::begin_piece(double time) {
  end_ = std::min(stop_, system_.next_jump(time + side_));
  if (stop_ - end_ < 2 * side_) end_ = stop_;
}

double Breakpoints::fit(double time, double wanted) const {
  const double left = end_ - time;
  if (wanted * kStretch >= left) return left;
  if (2 * wanted > left) return left / 2;
  return wanted;
}

}  // namespace saddle
