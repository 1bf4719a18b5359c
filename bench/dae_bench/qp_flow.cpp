// The flow of a random quadratic program, min x^T P x / 2 + q^T x subject to A x = b:
//   x' = -(P x + q + A^T lambda),     lambda' = A x - b
// with N variables, N/3 constraints and about five couplings a row, P diagonally dominant.
#include <random>

#include "extrapolation.hpp"
#include "problem.hpp"

namespace saddle::bench {

namespace {

constexpr int kCouplings = 5;
constexpr double kStop = 5;

// Numbers that do not depend on the library: the engine's bits are standard, distributions are not.
class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  double in(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_() >> 11) * 0x1p-53;
  }
  int below(int n) { return static_cast<int>(engine_() % n); }

 private:
  std::mt19937_64 engine_;
};

class QpFlow : public BenchSystem {
 public:
  QpFlow(int variables, double rtol) {
    const int constraints = variables / 3, n = variables + constraints;
    Dice dice(20240607);
    std::vector<Entry> entries;
    std::vector<double> diagonal(variables, 1.0);
    for (int i = 0; i < variables; ++i)
      for (int k = 0; k < kCouplings / 2; ++k) {  // each serves two rows
        const int j = dice.below(variables);
        if (j == i) continue;
        const double value = dice.in(-0.5, 0.5);
        entries.push_back({i, j, value});
        entries.push_back({j, i, value});
        diagonal[i] += std::abs(value);
        diagonal[j] += std::abs(value);
      }
    for (int i = 0; i < variables; ++i) entries.push_back({i, i, diagonal[i]});
    for (int c = 0; c < constraints; ++c)
      for (int k = 0; k < kCouplings; ++k) {
        // The first entry is a column of its own, so that no constraint depends on the others.
        const int row = variables + c, j = k == 0 ? 3 * c : dice.below(variables);
        const double value = k == 0 ? 1.5 : dice.in(-0.5, 0.5);
        entries.push_back({j, row, value});
        entries.push_back({row, j, -value});
      }
    for (int i = 0; i < variables; ++i) constant_.push_back(dice.in(-1, 1));
    for (int c = 0; c < constraints; ++c) constant_.push_back(dice.in(-1, 1));

    PatternBuilder builder(n);
    std::vector<Entry> charge;
    for (const Entry& e : entries) builder.add(e.row, e.column);
    for (int i = 0; i < n; ++i) charge.push_back({i, i, 1});
    describe(builder, std::move(charge), std::vector<double>(n, 1.0), {}, rtol);
    values_.assign(pattern().entries() + 1, 0.0);
    for (const Entry& e : entries) values_[slot(e.row, e.column)] += e.value;
  }

  void start(std::span<double> y) const override { std::fill(y.begin(), y.end(), 0.0); }
  void start_slope(std::span<double> slope) const override {
    for (int i = 0; i < size(); ++i) slope[i] = -constant_[i];
  }

  void evaluate(const Point& at, Evaluation& out, Need need) override {
    std::copy(at.y.begin(), at.y.end(), out.q.begin());
    currents(at.y, std::span<double>(out.f).first(size()));
    if (need == Need::residual) return;
    fill_charge_matrix(out);
    std::copy(values_.begin(), values_.end(), out.G.begin());
  }

  // f = K y + k
  template <class Number>
  void currents(std::span<const Number> y, std::span<Number> f) const {
    std::copy(constant_.begin(), constant_.end(), f.begin());
    const Pattern& p = pattern();
    for (int j = 0; j < p.size; ++j)
      for (int k = p.column_start[j]; k < p.column_start[j + 1]; ++k) f[p.row[k]] += values_[k] * y[j];
  }

 private:
  std::vector<double> constant_, values_;
};

}  // namespace

Problem qp_flow(int variables) {
  return {"qp" + std::to_string(variables),
          "flow of a random QP",
          kStop,
          0,
          [variables](double rtol) { return std::make_unique<QpFlow>(variables, rtol); },
          [variables] {
            const QpFlow flow(variables, 1e-6);
            const auto rate = [&](Real, std::span<const Real> y, std::span<Real> out) {
              flow.currents<Real>(y, out);
              for (Real& value : out) value = -value;
            };
            return rounded(extrapolate(rate, std::vector<Real>(flow.size(), 0), kStop, 40));
          }};
}

}  // namespace saddle::bench
