// Curves made small enough to draw: a picture has about a thousand columns, a run may have a million
// points.
#pragma once

#include <span>
#include <vector>

namespace saddle {

struct CurvePoint {
  double x, y;
};
using Curve = std::vector<CurvePoint>;

// What the curve looks like inside [from, to]: of each column's points the first, the lowest, the
// highest and the last remain, so that no spike is lost.
Curve thinned(std::span<const double> time, std::span<const double> values, double from, double to);

// The points nearest to `count` times spread evenly over [from, to], shifted by `phase` (0 to 1) of
// their distance, so that the marks of several curves do not fall together.
Curve sampled(std::span<const double> time, std::span<const double> values, double from, double to, int count,
              double phase);

// |a - b| on the union of both time bases inside [from, to], the largest of each column.
Curve difference(std::span<const double> time_a, std::span<const double> a, std::span<const double> time_b,
                 std::span<const double> b, double from, double to);

}  // namespace saddle
