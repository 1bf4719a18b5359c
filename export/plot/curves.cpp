#include <saddle/export/plot/curves.hpp>

#include <algorithm>
#include <cmath>

namespace saddle {

namespace {

constexpr double kColumns = 1200;

int column_of(double x, double from, double to) {
  return static_cast<int>(std::floor((x - from) / (to - from) * kColumns));
}

// A column of the picture while its points come in order.
class Column {
 public:
  void begin(CurvePoint point) { first_ = low_ = high_ = last_ = point; }
  void add(CurvePoint point) {
    if (point.y < low_.y) low_ = point;
    if (point.y > high_.y) high_ = point;
    last_ = point;
  }
  void append_to(Curve& curve) const {
    Curve four{first_, low_, high_, last_};
    std::stable_sort(four.begin() + 1, four.end() - 1,
                     [](const CurvePoint& a, const CurvePoint& b) { return a.x < b.x; });
    for (const CurvePoint& point : four)
      if (curve.empty() || curve.back().x != point.x || curve.back().y != point.y) curve.push_back(point);
  }

 private:
  CurvePoint first_{}, low_{}, high_{}, last_{};
};

// Walks along one signal; times asked for must not descend.
class Walker {
 public:
  Walker(std::span<const double> time, std::span<const double> values) : time_(time), values_(values) {}
  double at(double x) {
    while (next_ < time_.size() && time_[next_] <= x) ++next_;
    if (next_ == 0) return values_.front();
    if (next_ == time_.size()) return values_.back();
    const double t0 = time_[next_ - 1], t1 = time_[next_];
    return values_[next_ - 1] + (values_[next_] - values_[next_ - 1]) * (x - t0) / (t1 - t0);
  }

 private:
  std::span<const double> time_, values_;
  std::size_t next_ = 0;
};

}  // namespace

Curve thinned(std::span<const double> time, std::span<const double> values, double from, double to) {
  Curve curve;
  Column column;
  int current = -1;
  // One point beyond each end lets the line run to the border.
  std::size_t k = std::lower_bound(time.begin(), time.end(), from) - time.begin();
  if (k > 0) curve.push_back({time[k - 1], values[k - 1]});
  for (; k < time.size() && time[k] <= to; ++k) {
    const CurvePoint point{time[k], values[k]};
    if (const int at = column_of(point.x, from, to); at != current) {
      if (current >= 0) column.append_to(curve);
      column.begin(point);
      current = at;
    } else {
      column.add(point);
    }
  }
  if (current >= 0) column.append_to(curve);
  if (k < time.size()) curve.push_back({time[k], values[k]});
  return curve;
}

Curve sampled(std::span<const double> time, std::span<const double> values, double from, double to, int count,
              double phase) {
  Curve curve;
  std::size_t used = time.size();
  for (int k = 0; k < count; ++k) {
    const double x = from + (to - from) * (k + phase) / count;
    std::size_t at = std::lower_bound(time.begin(), time.end(), x) - time.begin();
    if (at == time.size() || (at > 0 && x - time[at - 1] < time[at] - x)) --at;
    if (at != used && time[at] >= from && time[at] <= to) curve.push_back({time[at], values[at]});
    used = at;
  }
  return curve;
}

Curve difference(std::span<const double> time_a, std::span<const double> a, std::span<const double> time_b,
                 std::span<const double> b, double from, double to) {
  std::vector<double> times;
  std::merge(time_a.begin(), time_a.end(), time_b.begin(), time_b.end(), std::back_inserter(times));
  Walker walk_a(time_a, a), walk_b(time_b, b);
  Curve curve;
  int current = -1;
  for (const double x : times) {
    if (x < from || x > to) continue;
    const CurvePoint point{x, std::abs(walk_a.at(x) - walk_b.at(x))};
    if (const int at = column_of(x, from, to); at != current) {
      curve.push_back(point);
      current = at;
    } else if (point.y > curve.back().y) {
      curve.back() = point;
    }
  }
  return curve;
}

}  // namespace saddle
