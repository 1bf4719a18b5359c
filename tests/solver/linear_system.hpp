// Linear systems of any size from lists of entries: q = C y, f = G y - b.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <saddle/solver/system/system.hpp>

namespace saddle::testing {

struct Entry {
  int row, column;
  double value;
};

class LinearSystem : public System {
 public:
  LinearSystem(int size, std::vector<Entry> C, std::vector<Entry> G, std::vector<double> b = {})
      : C_(std::move(C)), G_(std::move(G)), b_(std::move(b)) {
    PatternBuilder builder(size);
    std::vector<bool> charged(size, false);
    for (const Entry& e : C_) {
      builder.add(e.row, e.column);
      charged[e.column] = true;
    }
    for (const Entry& e : G_) builder.add(e.row, e.column);
    pattern_ = builder.build();
    for (int i = 0; i < size; ++i) variables_.push_back({"y" + std::to_string(i), 0, !charged[i]});
    for (const Entry& e : C_) C_slot_.push_back(pattern_.slot(e.row, e.column));
    for (const Entry& e : G_) G_slot_.push_back(pattern_.slot(e.row, e.column));
    b_.resize(size, 0.0);
    start_values.assign(size, 0.0);
  }

  const std::vector<VariableKind>& kinds() const override { return kinds_; }
  const std::vector<Variable>& variables() const override { return variables_; }
  const Pattern& pattern() const override { return pattern_; }
  void start(std::span<double> y) const override {
    std::copy(start_values.begin(), start_values.end(), y.begin());
  }

  void evaluate(const Point& at, Evaluation& out, Need need) override {
    std::fill(out.q.begin(), out.q.end(), 0.0);
    for (int i = 0; i < size(); ++i) out.f[i] = -b_[i];
    for (const Entry& e : C_) out.q[e.row] += e.value * at.y[e.column];
    for (const Entry& e : G_) out.f[e.row] += e.value * at.y[e.column];
    if (need == Need::residual) return;
    std::fill(out.C.begin(), out.C.end(), 0.0);
    std::fill(out.G.begin(), out.G.end(), 0.0);
    for (std::size_t k = 0; k < C_.size(); ++k) out.C[C_slot_[k]] += C_[k].value;
    for (std::size_t k = 0; k < G_.size(); ++k) out.G[G_slot_[k]] += G_[k].value;
  }

  std::vector<double> start_values;

 private:
  std::vector<Entry> C_, G_;
  std::vector<double> b_;
  std::vector<int> C_slot_, G_slot_;
  Pattern pattern_;
  std::vector<VariableKind> kinds_{{"voltage", "V", 1e-6}};
  std::vector<Variable> variables_;
};

// n sections of a ladder whose left end is held and whose right end is open share these numbers:
// lambda_j = 2 - 2 cos((2j - 1) pi / (2n + 1)), j = 1..n.
inline double ladder_number(int n, int j) {
  const double half = std::sin((2 * j - 1) * std::numbers::pi / (2 * (2.0 * n + 1)));
  return 4 * half * half;
}

// Resistors R and capacitors C: rates lambda_j / (R C). The source `volts` drives its left end.
inline LinearSystem rc_ladder(int n, double R, double C, double volts = 0) {
  std::vector<Entry> c, g;
  for (int i = 0; i < n; ++i) {
    c.push_back({i, i, C});
    g.push_back({i, i, (i + 1 < n ? 2 : 1) / R});
    if (i > 0) g.push_back({i, i - 1, -1 / R});
    if (i + 1 < n) g.push_back({i, i + 1, -1 / R});
  }
  std::vector<double> b(n, 0.0);
  b[0] = volts / R;
  return {n, std::move(c), std::move(g), std::move(b)};
}

// Coils L with resistance R, and capacitors C: s^2 + R/L s + lambda_j / (L C) = 0. Variables: the n currents,
// then the n voltages.
inline LinearSystem rlc_ladder(int n, double R, double L, double C, double volts = 0) {
  std::vector<Entry> c, g;
  for (int i = 0; i < n; ++i) {
    c.push_back({i, i, L});
    g.push_back({i, i, R});
    g.push_back({i, n + i, 1});
    if (i > 0) g.push_back({i, n + i - 1, -1});
    c.push_back({n + i, n + i, C});
    g.push_back({n + i, i, -1});
    if (i + 1 < n) g.push_back({n + i, i + 1, 1});
  }
  std::vector<double> b(2 * n, 0.0);
  b[0] = volts;
  return {2 * n, std::move(c), std::move(g), std::move(b)};
}

}  // namespace saddle::testing
