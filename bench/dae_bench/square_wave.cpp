// An RC line driven by a square wave of announced jumps. After each of them a method of many steps
// starts again at order one, a one-step method goes on as before.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "growth.hpp"
#include "work_precision.hpp"

namespace saddle::bench {

namespace {

constexpr int kNodes = 20;
constexpr double kHalfPeriod = 0.1;

// +1 in even half periods, -1 in odd ones.
double drive(double t) {
  return std::fmod(std::floor(t / kHalfPeriod), 2) == 0 ? 1 : -1;
}

// The line of rc_networks.cpp: v_i' = n^2 (v_{i-1} - 2 v_i + v_{i+1}), v_0 = drive, open right end.
class DrivenLine : public BenchSystem {
 public:
  explicit DrivenLine(double rtol) {
    PatternBuilder builder(kNodes);
    std::vector<Entry> charge;
    for (int i = 0; i < kNodes; ++i) {
      builder.add(i, i + 1);
      builder.add(i + 1, i);
      charge.push_back({i, i, 1});
    }
    describe(builder, std::move(charge), std::vector<double>(kNodes, 1.0), {}, rtol);
  }
  void start(std::span<double> y) const override { std::fill(y.begin(), y.end(), 0.0); }
  void start_slope(std::span<double> slope) const override {
    std::fill(slope.begin(), slope.end(), 0.0);
    slope[0] = kRate;
  }
  double next_jump(double after) const override {
    // Of the multiples of the half period the first one beyond `after`, rounding taken care of.
    double k = std::floor(after / kHalfPeriod);
    while (k * kHalfPeriod <= after) ++k;
    return k * kHalfPeriod;
  }
  void evaluate(const Point& at, Evaluation& out, Need need) override {
    double left = drive(at.time);
    for (int i = 0; i < kNodes; ++i) {
      const double right = i + 1 < kNodes ? at.y[i + 1] : at.y[i];
      out.q[i] = at.y[i];
      out.f[i] = kRate * (2 * at.y[i] - left - right);
      left = at.y[i];
    }
    if (need == Need::residual) return;
    fill_charge_matrix(out);
    std::fill(out.G.begin(), out.G.end(), -kRate);
    for (int i = 0; i < kNodes; ++i) out.G[slot(i, i)] = (i + 1 < kNodes ? 2 : 1) * kRate;
  }

  static constexpr double kRate = static_cast<double>(kNodes) * kNodes;
};

// Between jumps v - drive is a sum of modes sin(kappa i), kappa = (2k - 1) pi / (2n + 1), that fall with the
// rate 4 n^2 sin^2(kappa / 2); their squares sum up to (2n + 1) / 4.
std::vector<double> exact(double stop) {
  std::vector<double> v(kNodes, 0.0);
  const int pieces = static_cast<int>(std::lround(stop / kHalfPeriod));
  for (int piece = 0; piece < pieces; ++piece) {
    const double u = piece % 2 == 0 ? 1 : -1;
    std::vector<double> next(kNodes, u);
    for (int k = 1; k <= kNodes; ++k) {
      const double kappa = (2 * k - 1) * std::numbers::pi / (2 * kNodes + 1), half = std::sin(kappa / 2);
      double share = 0;
      for (int i = 0; i < kNodes; ++i) share += (v[i] - u) * std::sin(kappa * (i + 1));
      share *= 4.0 / (2 * kNodes + 1) * std::exp(-4 * DrivenLine::kRate * half * half * kHalfPeriod);
      for (int i = 0; i < kNodes; ++i) next[i] += share * std::sin(kappa * (i + 1));
    }
    v = next;
  }
  return v;
}

}  // namespace

Table square_wave(bool quick) {
  const double stop = kHalfPeriod * (quick ? 10 : 100);
  const std::vector<double> reference = exact(stop);
  Table table{
      .title = fmt::format("Square wave: RC line of {} nodes, {:.0f} jumps", kNodes, stop / kHalfPeriod),
      .header = {"method", "steps per jump at 3 digits", "CPU ms at 2 digits", "3", "4", "5", "6"}};
  std::vector<Integrator> methods = saddle_integrators();
  std::erase(methods, Integrator::explicit_rk);
  if (std::find(methods.begin(), methods.end(), Integrator::trapezoidal) == methods.end())
    methods.push_back(Integrator::trapezoidal);
  for (const Integrator method : methods) {
    Envelope curve, steps;
    for (int p = 2; p <= 9; ++p) {
      const bool low_order = method == Integrator::trapezoidal || method == Integrator::gear2;
      if (low_order && p > 8) break;
      fmt::print(stderr, "\rsquare wave: {:<14} rtol 1e-{} ", name_of(method), p);
      const double rtol = std::pow(10.0, -p);
      DrivenLine system(rtol);
      const Solver solver{.is_saddle = true, .integrator = method};
      const Run best = best_of_runs(solver, system, stop, rtol, quick ? 0.02 : 0.1);
      const double digits = best.finished ? correct_digits(system, best.y, reference) : NAN;
      curve.add(digits, best.seconds);
      steps.add(digits, static_cast<double>(best.steps) * kHalfPeriod / stop);
    }
    curve.close();
    steps.close();
    std::vector<std::string> row{name_of(method), short_number(steps.seconds(3))};
    for (int digits = 2; digits <= 6; ++digits) row.push_back(short_number(1e3 * curve.seconds(digits)));
    table.rows.push_back(std::move(row));
  }
  fmt::print(stderr, "\r{:<60}\r", "");
  table.note = "Interpolated on the curves of each method; a dash where it did not get there.";
  return table;
}

}  // namespace saddle::bench
