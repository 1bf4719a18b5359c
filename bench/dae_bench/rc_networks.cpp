// Networks of resistors and capacitors that grow: a line and a square sheet, both of total
// resistance and capacitance 1, so that their slow motions do not depend on the number of nodes and
// their fastest rate is 4 n^2 (line) or 8 m^2 (sheet).
#include <cmath>
#include <complex>
#include <numbers>

#include "problem.hpp"

namespace saddle::bench {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kDrive = 2 * kPi;  // angular frequency [rad/s]

// Nodes 1..n: v_i' = n^2 (v_{i-1} - 2 v_i + v_{i+1}), v_0 = sin(w t), v_{n+1} = v_n (open end).
// Closed form: the periodic motion Im e^{jwt} cosh(gamma (n + 1/2 - i)) / cosh(gamma (n + 1/2)) with
// 4 n^2 sinh^2(gamma / 2) = j w, plus modes sin(kappa i), kappa = (2k - 1) pi / (2n + 1), that fall
// with the rate 4 n^2 sin^2(kappa / 2). Modes 1, 2 and 3 are charged at the start.
class Ladder : public BenchSystem {
 public:
  Ladder(int n, double rtol) : n_(n), rate_(static_cast<double>(n) * n) {
    PatternBuilder builder(n);
    std::vector<Entry> charge;
    charge.reserve(n);
    for (int i = 0; i < n; ++i) {
      builder.add(i, i + 1);
      builder.add(i + 1, i);
      charge.push_back({i, i, 1});
    }
    describe(builder, std::move(charge), std::vector<double>(n, 1.0), {}, rtol);
    conductance_.assign(pattern().entries() + 1, -rate_);
    for (int i = 0; i < n; ++i) conductance_[slot(i, i)] = (i + 1 < n ? 2 : 1) * rate_;
  }

  void start(std::span<double> y) const override { exact(0, y, {}); }
  void start_slope(std::span<double> slope) const override { exact(0, {}, slope); }

  void evaluate(const Point& at, Evaluation& out, Need need) override {
    const auto y = at.y;
    double left = std::sin(kDrive * at.time);
    for (int i = 0; i + 1 < n_; ++i) {
      out.q[i] = y[i];
      out.f[i] = rate_ * (2 * y[i] - left - y[i + 1]);
      left = y[i];
    }
    out.q[n_ - 1] = y[n_ - 1];
    out.f[n_ - 1] = rate_ * (y[n_ - 1] - left);
    if (need == Need::residual) return;
    fill_charge_matrix(out);
    std::copy(conductance_.begin(), conductance_.end(), out.G.begin());
  }

  void exact(double t, std::span<double> y, std::span<double> slope) const {
    using Complex = std::complex<double>;
    const Complex gamma = 2.0 * std::asinh(std::sqrt(Complex(0, kDrive)) / (2.0 * n_));
    const Complex turn = std::exp(Complex(0, kDrive * t)) / std::cosh(gamma * (n_ + 0.5));
    for (int i = 0; i < n_; ++i) {
      const Complex periodic = turn * std::cosh(gamma * (n_ - 0.5 - i));
      double value = periodic.imag(), change = (Complex(0, kDrive) * periodic).imag();
      for (int k = 1; k <= 3; ++k) {
        const double kappa = (2 * k - 1) * kPi / (2 * n_ + 1), half = std::sin(kappa / 2);
        const double fall = 4 * rate_ * half * half;
        const double mode = std::exp(-fall * t) * std::sin(kappa * (i + 1)) / k;
        value += mode;
        change -= fall * mode;
      }
      if (!y.empty()) y[i] = value;
      if (!slope.empty()) slope[i] = change;
    }
  }

 private:
  int n_;
  double rate_;
  std::vector<double> conductance_;
};

// m x m nodes between grounded edges, a conductor i = v^3 from each node to ground, and currents
// into the nodes. With the modes a, b = sin(k pi i/(m + 1)) sin(l pi j/(m + 1)), (k, l) = (1, 1) and
// (3, 2), of the rates r_a, r_b of the linear part, the currents are chosen such that
//   v = a sin(w t) + b e^{-r_b t}:     current = a (w cos(w t) + r_a sin(w t)) + v^3.
class Grid : public BenchSystem {
 public:
  Grid(int m, double rtol) : m_(m), rate_(static_cast<double>(m + 1) * (m + 1)) {
    const int n = m * m;
    PatternBuilder builder(n);
    std::vector<Entry> charge;
    for (int i = 0; i < n; ++i) {
      charge.push_back({i, i, 1});
      if (i % m + 1 < m) add_both(builder, i, i + 1);
      if (i + m < n) add_both(builder, i, i + m);
    }
    describe(builder, std::move(charge), std::vector<double>(n, 1.0), {}, rtol);
    diagonal_.resize(n);
    for (int i = 0; i < n; ++i) diagonal_[i] = slot(i, i);
    for (int i = 0; i < n; ++i) {
      a_.push_back(wave(1, i / m) * wave(1, i % m));
      b_.push_back(wave(3, i / m) * wave(2, i % m));
    }
    rate_a_ = 2 * fall(1);
    rate_b_ = fall(3) + fall(2);
  }

  void start(std::span<double> y) const override { std::copy(b_.begin(), b_.end(), y.begin()); }
  void start_slope(std::span<double> slope) const override {
    for (std::size_t i = 0; i < a_.size(); ++i) slope[i] = kDrive * a_[i] - rate_b_ * b_[i];
  }
  std::vector<double> exact(double t) const {
    std::vector<double> y(a_.size());
    for (std::size_t i = 0; i < y.size(); ++i)
      y[i] = a_[i] * std::sin(kDrive * t) + b_[i] * std::exp(-rate_b_ * t);
    return y;
  }

  void evaluate(const Point& at, Evaluation& out, Need need) override {
    const auto y = at.y;
    const double rise = std::sin(kDrive * at.time), fade = std::exp(-rate_b_ * at.time);
    const double into_a = kDrive * std::cos(kDrive * at.time) + rate_a_ * rise;
    int i = 0;
    for (int line = 0; line < m_; ++line)
      for (int column = 0; column < m_; ++column, ++i) {
        double around = 0;
        if (column > 0) around += y[i - 1];
        if (column + 1 < m_) around += y[i + 1];
        if (line > 0) around += y[i - m_];
        if (line + 1 < m_) around += y[i + m_];
        const double v = a_[i] * rise + b_[i] * fade;
        out.q[i] = y[i];
        out.f[i] = rate_ * (4 * y[i] - around) + y[i] * y[i] * y[i] - v * v * v - a_[i] * into_a;
      }
    if (need == Need::residual) return;
    fill_charge_matrix(out);
    std::fill(out.G.begin(), out.G.end(), -rate_);
    for (int k = 0; k < i; ++k) out.G[diagonal_[k]] = 4 * rate_ + 3 * y[k] * y[k];
  }

 private:
  static void add_both(PatternBuilder& builder, int i, int j) {
    builder.add(i, j);
    builder.add(j, i);
  }
  double wave(int k, int i) const { return std::sin(k * kPi * (i + 1) / (m_ + 1)); }
  double fall(int k) const {
    const double half = std::sin(k * kPi / (2 * (m_ + 1)));
    return 4 * rate_ * half * half;
  }

  int m_;
  double rate_, rate_a_ = 0, rate_b_ = 0;
  std::vector<double> a_, b_;
  std::vector<int> diagonal_;
};

}  // namespace

Problem rc_ladder(int nodes) {
  constexpr double stop = 1.2;
  return {"ladder" + std::to_string(nodes),
          "RC ladder",
          stop,
          0,
          [nodes](double rtol) { return std::make_unique<Ladder>(nodes, rtol); },
          [nodes] {
            std::vector<double> y(nodes);
            Ladder(nodes, 1e-6).exact(stop, y, {});
            return y;
          }};
}

Problem rc_grid(int side) {
  constexpr double stop = 1.2;
  return {"grid" + std::to_string(side * side),
          "RC sheet with cubic conductors",
          stop,
          0,
          [side](double rtol) { return std::make_unique<Grid>(side, rtol); },
          [side] { return Grid(side, 1e-6).exact(stop); }};
}

}  // namespace saddle::bench
