// Stiff problems with known ends, written for speed: slots are found once.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <saddle/solver/system/system.hpp>

namespace saddle::testing {

// A system of N unknowns whose derived class fills q, f, C and G. C and G are dense arrays of the
// entries in the order they were declared in.
template <class Problem>
class StiffSystem : public System {
 public:
  static constexpr int kSize = Problem::kSize;

  explicit StiffSystem(double absolute_tolerance) : kinds_{{"value", "1", absolute_tolerance}} {
    for (int i = 0; i < kSize; ++i) variables_.push_back({"y" + std::to_string(i), 0, Problem::algebraic(i)});
    PatternBuilder builder(kSize);
    for (const auto& [row, column] : Problem::kEntries) builder.add(row, column);
    pattern_ = builder.build();
    for (const auto& [row, column] : Problem::kEntries) slots_.push_back(pattern_.slot(row, column));
    for (int i = 0; i < kSize; ++i) diagonal_[i] = pattern_.slot(i, i);
  }

  const std::vector<VariableKind>& kinds() const override { return kinds_; }
  const std::vector<Variable>& variables() const override { return variables_; }
  const Pattern& pattern() const override { return pattern_; }
  void start(std::span<double> y) const override {
    for (int i = 0; i < kSize; ++i) y[i] = Problem::kStart[i];
  }
  void evaluate(const Point& at, Evaluation& out, Need need) override {
    const double* y = at.y.data();
    for (int i = 0; i < kSize; ++i) out.q[i] = Problem::mass(i) * y[i];
    Problem::function(y, out.f.data());
    if (need == Need::residual) return;
    std::fill(out.C.begin(), out.C.end(), 0.0);
    std::fill(out.G.begin(), out.G.end(), 0.0);
    for (int i = 0; i < kSize; ++i) out.C[diagonal_[i]] = Problem::mass(i);
    std::array<double, Problem::kEntries.size()> G;
    Problem::derivative(y, G.data());
    for (std::size_t k = 0; k < G.size(); ++k) out.G[slots_[k]] = G[k];
  }

 private:
  std::vector<VariableKind> kinds_;
  std::vector<Variable> variables_;
  Pattern pattern_;
  std::vector<int> slots_;
  std::array<int, kSize> diagonal_{};
};

using Entry = std::pair<int, int>;

// HIRES, eight reactions of a plant's answer to red light, at t = 321.8122.
struct Hires {
  static constexpr int kSize = 8;
  static constexpr double kStop = 321.8122;
  static constexpr std::array<double, 8> kStart{1, 0, 0, 0, 0, 0, 0, 0.0057};
  static constexpr std::array<double, 8> kEnd{
      0.7371312573325668e-3, 0.1442485726316185e-3, 0.5888729740967575e-4, 0.1175651343283149e-2,
      0.2386356198831331e-2, 0.6238968252742796e-2, 0.2849998395185769e-2, 0.2850001604814231e-2};
  static constexpr bool algebraic(int) { return false; }
  static constexpr double mass(int) { return 1; }
  static void function(const double* y, double* f) {
    const double r = 280 * y[5] * y[7];
    f[0] = 1.71 * y[0] - 0.43 * y[1] - 8.32 * y[2] - 0.0007;
    f[1] = -1.71 * y[0] + 8.75 * y[1];
    f[2] = 10.03 * y[2] - 0.43 * y[3] - 0.035 * y[4];
    f[3] = -8.32 * y[1] - 1.71 * y[2] + 1.12 * y[3];
    f[4] = 1.745 * y[4] - 0.43 * y[5] - 0.43 * y[6];
    f[5] = r - 0.69 * y[3] - 1.71 * y[4] + 0.43 * y[5] - 0.69 * y[6];
    f[6] = -r + 1.81 * y[6];
    f[7] = r - 1.81 * y[6];
  }
  static constexpr std::array<Entry, 26> kEntries{{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {2, 2}, {2, 3},
                                                   {2, 4}, {3, 1}, {3, 2}, {3, 3}, {4, 4}, {4, 5}, {4, 6},
                                                   {5, 3}, {5, 4}, {5, 5}, {5, 6}, {5, 7}, {6, 5}, {6, 6},
                                                   {6, 7}, {7, 5}, {7, 6}, {7, 7}, {0, 0}}};
  static void derivative(const double* y, double* G) {
    const double a = 280 * y[7], b = 280 * y[5];
    const double values[26] = {1.71,  -0.43, -8.32, -1.71, 8.75,  10.03, -0.43, -0.035,   -8.32,
                               -1.71, 1.12,  1.745, -0.43, -0.43, -0.69, -1.71, a + 0.43, -0.69,
                               b,     -a,    1.81,  -b,    a,     -1.81, b,     1.71};
    std::copy(values, values + 26, G);
  }
};

// Van der Pol's oscillator, eps = 1e-6, through its jumps near t = 0.8 and 1.6.
struct VanDerPol {
  static constexpr int kSize = 2;
  static constexpr double kStop = 2, kEpsilon = 1e-6;
  static constexpr std::array<double, 2> kStart{2, -0.66};
  // These and the ends below by this program at relative tolerances of 1e-12 and 1e-13, which agree.
  static constexpr std::array<double, 2> kEnd{1.7061674375427429, -0.89281001655176606};
  static constexpr bool algebraic(int) { return false; }
  static constexpr double mass(int) { return 1; }
  static void function(const double* y, double* f) {
    f[0] = -y[1];
    f[1] = -((1 - y[0] * y[0]) * y[1] - y[0]) / kEpsilon;
  }
  static constexpr std::array<Entry, 4> kEntries{{{0, 0}, {0, 1}, {1, 0}, {1, 1}}};
  static void derivative(const double* y, double* G) {
    G[0] = 0;
    G[1] = -1;
    G[2] = (2 * y[0] * y[1] + 1) / kEpsilon;
    G[3] = -(1 - y[0] * y[0]) / kEpsilon;
  }
};

// Robertson's three reactions with rates from 0.04 to 3e7, the last row as a conservation law.
struct Robertson {
  static constexpr int kSize = 3;
  static constexpr double kStop = 4e5;
  static constexpr std::array<double, 3> kStart{1, 0, 0};
  static constexpr std::array<double, 3> kEnd{4.9382745209800181e-3, 1.9849940879544566e-8,
                                              0.99506170562907914};
  static constexpr bool algebraic(int i) { return i == 2; }
  static constexpr double mass(int i) { return i == 2 ? 0 : 1; }
  static void function(const double* y, double* f) {
    const double a = 0.04 * y[0], b = 1e4 * y[1] * y[2], d = 3e7 * y[1] * y[1];
    f[0] = a - b;
    f[1] = -a + b + d;
    f[2] = y[0] + y[1] + y[2] - 1;
  }
  static constexpr std::array<Entry, 9> kEntries{
      {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}}};
  static void derivative(const double* y, double* G) {
    const double values[9] = {0.04,       -1e4 * y[2], -1e4 * y[1], -0.04, 1e4 * y[2] + 6e7 * y[1],
                              1e4 * y[1], 1,           1,           1};
    std::copy(values, values + 9, G);
  }
};

// A planar pendulum in stabilised index-2 form (Gear, Gupta, Leimkuhler), let go at an angle of 2:
//   x' = v - J^T mu    m v' = (0, -m g) - J^T lambda    (|x|^2 - l^2)/2 = 0    J v = 0,   J = x^T
struct Pendulum {
  static constexpr int kSize = 6;
  static constexpr double kStop = 5, kMass = 2, kLength = 1.5, kGravity = 9.81, kAngle = 2;
  static inline const std::array<double, 6> kStart{kLength * std::sin(kAngle),
                                                   -kLength* std::cos(kAngle),
                                                   0,
                                                   0,
                                                   kMass* kGravity* std::cos(kAngle) / kLength,
                                                   0};
  static constexpr std::array<double, 4> kEnd{-1.3828141338752789, 0.58122721129930099, -0.35587974940802297,
                                              -0.84668359958803463};
  static constexpr bool algebraic(int i) { return i >= 4; }
  static constexpr double mass(int i) { return i < 2 ? 1 : i < 4 ? kMass : 0; }
  static void function(const double* y, double* f) {
    for (int i = 0; i < 2; ++i) {
      f[i] = -y[2 + i] + y[i] * y[5];
      f[2 + i] = y[i] * y[4];
    }
    f[3] += kMass * kGravity;
    f[4] = (y[0] * y[0] + y[1] * y[1] - kLength * kLength) / 2;
    f[5] = y[0] * y[2] + y[1] * y[3];
  }
  static constexpr std::array<Entry, 16> kEntries{{{0, 2},
                                                   {0, 0},
                                                   {0, 5},
                                                   {1, 3},
                                                   {1, 1},
                                                   {1, 5},
                                                   {2, 0},
                                                   {2, 4},
                                                   {3, 1},
                                                   {3, 4},
                                                   {4, 0},
                                                   {4, 1},
                                                   {5, 0},
                                                   {5, 1},
                                                   {5, 2},
                                                   {5, 3}}};
  static void derivative(const double* y, double* G) {
    const double values[16] = {-1,   y[5], y[0], -1,   y[5], y[1], y[4], y[0],
                               y[4], y[1], y[0], y[1], y[2], y[3], y[0], y[1]};
    std::copy(values, values + 16, G);
  }
};

}  // namespace saddle::testing
