#include <saddle/solver/integrators/step_history.hpp>

#include <algorithm>

namespace saddle {

StepHistory::StepHistory(int size) : slope_(size), first_slope_(size) {
  for (AcceptedPoint& each : ring_) {
    each.y.resize(size);
    each.q.resize(size);
  }
}

AcceptedPoint& StepHistory::make_newest() {
  newest_ = (newest_ + kPoints - 1) % kPoints;
  points_ = std::min(points_ + 1, kPoints);
  return ring_[newest_];
}

namespace {

void assign(AcceptedPoint& point, double time, std::span<const double> y, std::span<const double> q) {
  point.time = time;
  std::copy_n(y.begin(), point.y.size(), point.y.begin());
  std::copy_n(q.begin(), point.q.size(), point.q.begin());
}

}  // namespace

void StepHistory::restart(double time, std::span<const double> y, std::span<const double> q,
                          std::span<const double> slope) {
  points_ = 0;
  assign(make_newest(), time, y, q);
  std::copy_n(slope.begin(), slope_.size(), slope_.begin());
  first_slope_ = slope_;
}

void StepHistory::accept(double time, std::span<const double> y, std::span<const double> q,
                         const StepFormula& formula) {
  const double *q0 = point(0).q.data(), *before = point(1).q.data();
  if (formula.before == 0) before = q0;  // there may be no such point yet
  for (std::size_t i = 0; i < slope_.size(); ++i)
    slope_[i] = formula.alpha * q[i] + formula.newest * q0[i] + formula.before * before[i] +
                formula.slope * slope_[i];
  assign(make_newest(), time, y, q);
}

// Newton's form y0 + (t - t0) y[0,1] + (t - t0)(t - t1) y[0,1,2], collected by points.
Combination StepHistory::parabola(double time) const {
  Combination sum;
  if (points_ == 1) {
    sum.add(1, point(0).y);
    return sum;
  }
  const double t0 = point(0).time, t1 = point(1).time;
  double newer = (time - t0) / (t0 - t1), older = 0;
  if (points_ > 2) {
    const double t2 = point(2).time, second = (time - t0) * (time - t1) / (t0 - t2);
    newer += second / (t0 - t1);
    older = second / (t1 - t2);
  }
  sum.add(1 + newer, point(0).y);
  sum.add(-newer - older, point(1).y);
  if (points_ > 2) sum.add(older, point(2).y);
  return sum;
}

void StepHistory::predict(double time, std::span<double> y) const {
  parabola(time).evaluate(y);
}

void StepHistory::known_part(const StepFormula& formula, std::span<double> out) const {
  const double *q0 = point(0).q.data(), *before = formula.before == 0 ? q0 : point(1).q.data();
  for (std::size_t i = 0; i < slope_.size(); ++i)
    out[i] = formula.newest * q0[i] + formula.before * before[i] + formula.slope * slope_[i];
}

void StepHistory::rate_error(const StepFormula& formula, double time, std::span<const double> q,
                             std::span<double> out) const {
  const std::size_t size = slope_.size();
  const double t0 = point(0).time, h = time - t0, scale = formula.error;
  const double* q0 = point(0).q.data();
  if (formula.order == 1 || points_ == 1) {
    // q[t, t0, s] with s the point before t0, or t0 itself with its slope.
    const double to_s = points_ == 1 ? h : time - point(1).time;
    const double before = points_ == 1 ? 0 : step(0);
    const double* q1 = points_ == 1 ? q0 : point(1).q.data();
    for (std::size_t i = 0; i < size; ++i) {
      const double slope_before = points_ == 1 ? first_slope_[i] : (q0[i] - q1[i]) / before;
      out[i] = scale * ((q[i] - q0[i]) / h - slope_before) / to_s;
    }
    return;
  }
  // q[t, t0, t1, s] from the three differences q[t,t0], q[t0,t1], q[t1,s]; s = t1 with its slope
  // if t1 is the first point of the piece.
  const double t1 = point(1).time, h0 = t0 - t1;
  const bool first = points_ == 2;
  const double s = first ? t1 : point(2).time;
  const double *q1 = point(1).q.data(), *qs = first ? q1 : point(2).q.data();
  const double over = first ? 0 : 1 / (t1 - s);
  const double c_newest = scale / ((time - t1) * (time - s)), c_before = scale / ((t0 - s) * (time - s));
  for (std::size_t i = 0; i < size; ++i) {
    const double d0 = (q[i] - q0[i]) / h, d1 = (q0[i] - q1[i]) / h0;
    const double d2 = first ? first_slope_[i] : (q1[i] - qs[i]) * over;
    out[i] = c_newest * (d0 - d1) - c_before * (d1 - d2);
  }
}

}  // namespace saddle
