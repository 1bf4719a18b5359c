// Transistor amplifier of the Test Set for IVP Solvers: two stages, eight node voltages, index 1.
#include <cmath>
#include <numbers>

#include "problem.hpp"

namespace saddle::bench {

namespace {

constexpr double kSupply = 6, kThermal = 0.026, kAlpha = 0.99, kSaturation = 1e-6;  // V, V, -, A
constexpr double kR0 = 1000, kR = 9000;                                             // ohm
constexpr double kPi200 = 200 * std::numbers::pi;                                   // rad/s
constexpr double capacity(int k) {
  return k * 1e-6;
}  // F

double input(double t) {
  return 0.1 * std::sin(kPi200 * t);
}

// Nodes 1..8 of the description are 0..7 here. Capacitors C1, C3, C5 join the nodes (0,1), (3,4), (6,7),
// C2 and C4 lead from 2 and 5 to ground: each pair has one charge for two rows, so that C has rank 5
// and the sum of the two rows is an algebraic equation. A transistor of current g(u), u = base minus
// emitter, takes (1 - alpha) g from its base, alpha g from its collector and gives g to its emitter.
class TransistorAmplifier : public BenchSystem {
 public:
  explicit TransistorAmplifier(double rtol) {
    PatternBuilder builder(8);
    std::vector<Entry> charge;
    for (const int a : {0, 3, 6}) {
      const double c = capacity(1 + 2 * (a / 3));
      charge.insert(charge.end(), {{a, a, c}, {a, a + 1, -c}, {a + 1, a, -c}, {a + 1, a + 1, c}});
    }
    charge.push_back({2, 2, capacity(2)});
    charge.push_back({5, 5, capacity(4)});
    for (const int base : {1, 4})
      for (const int row : {base, base + 1, base + 2})
        for (const int column : {base, base + 1}) builder.add(row, column);
    describe(builder, std::move(charge), {5e-3, 1, 1, 1, 1, 1, 1, 1}, {}, rtol);
    for (int i = 0; i < 8; ++i) diagonal_[i] = slot(i, i);
    for (int stage = 0; stage < 2; ++stage)
      for (int k = 0; k < 6; ++k) transistor_[stage][k] = slot(1 + 3 * stage + k / 2, 1 + 3 * stage + k % 2);
  }

  void start(std::span<double> y) const override {
    const double y0[] = {0, kSupply / 2, kSupply / 2, kSupply, kSupply / 2, kSupply / 2, kSupply, 0};
    std::copy(y0, y0 + 8, y.begin());
  }

  // At the start no current flows through C1, C3, C5 (both ends rise together) nor through the
  // transistors; the rates follow from d/dt of the three sums of rows, g' = saturation/thermal.
  void start_slope(std::span<double> s) const override {
    const double slope = kSaturation / kThermal;
    s[2] = -kSupply / 2 / (capacity(2) * kR);
    s[5] = -kSupply / 2 / (capacity(4) * kR);
    s[0] = s[1] =
        (0.1 * kPi200 / kR0 + (1 - kAlpha) * slope * s[2]) / (1 / kR0 + 2 / kR + (1 - kAlpha) * slope);
    const double g1 = slope * (s[1] - s[2]);
    s[3] = s[4] = (-kAlpha * g1 + (1 - kAlpha) * slope * s[5]) / (3 / kR + (1 - kAlpha) * slope);
    s[6] = s[7] = -kAlpha * slope * (s[4] - s[5]) / (2 / kR);
  }

  void evaluate(const Point& at, Evaluation& out, Need need) override {
    const auto y = at.y;
    const double exponential[] = {std::exp((y[1] - y[2]) / kThermal), std::exp((y[4] - y[5]) / kThermal)};
    const double g1 = kSaturation * (exponential[0] - 1), g2 = kSaturation * (exponential[1] - 1);
    const double q1 = capacity(1) * (y[0] - y[1]), q3 = capacity(3) * (y[3] - y[4]),
                 q5 = capacity(5) * (y[6] - y[7]);
    const double q[] = {q1, -q1, capacity(2) * y[2], q3, -q3, capacity(4) * y[5], q5, -q5};
    std::copy(q, q + 8, out.q.begin());
    out.f[0] = (y[0] - input(at.time)) / kR0;
    out.f[1] = (2 * y[1] - kSupply) / kR + (1 - kAlpha) * g1;
    out.f[2] = y[2] / kR - g1;
    out.f[3] = (y[3] - kSupply) / kR + kAlpha * g1;
    out.f[4] = (2 * y[4] - kSupply) / kR + (1 - kAlpha) * g2;
    out.f[5] = y[5] / kR - g2;
    out.f[6] = (y[6] - kSupply) / kR + kAlpha * g2;
    out.f[7] = y[7] / kR;
    if (need == Need::residual) return;
    fill_charge_matrix(out);
    std::fill(out.G.begin(), out.G.end(), 0.0);
    const double conductance[] = {1 / kR0, 2 / kR, 1 / kR, 1 / kR, 2 / kR, 1 / kR, 1 / kR, 1 / kR};
    for (int i = 0; i < 8; ++i) out.G[diagonal_[i]] = conductance[i];
    const double share[] = {1 - kAlpha, -1, kAlpha};  // of base, emitter, collector
    for (int stage = 0; stage < 2; ++stage) {
      const double slope = kSaturation / kThermal * exponential[stage];
      for (int k = 0; k < 6; ++k)
        out.G[transistor_[stage][k]] += (k % 2 == 0 ? slope : -slope) * share[k / 2];
    }
  }

 private:
  int diagonal_[8];
  int transistor_[2][6];  // rows base, emitter, collector by columns base, emitter
};

}  // namespace

Problem transistor_amplifier() {
  return {"transistor",
          "transistor amplifier",
          0.2,
          1,
          [](double rtol) { return std::make_unique<TransistorAmplifier>(rtol); },
          [] {
            return std::vector{-0.5562145012262709e-2, 0.3006522471903042e1, 0.2849958788608128e1,
                               0.2926422536206241e1,   0.2704617865010554e1, 0.2761837778393145e1,
                               0.4770927631616772e1,   0.1236995868091548e1};
          }};
}

}  // namespace saddle::bench
