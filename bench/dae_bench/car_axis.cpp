// Car axis of the Test Set for IVP Solvers: an axis of length L between two wheels on springs, the
// right one on a bumpy road. There it has index 3; here the constraints stand beside their
// derivatives (Gear, Gupta, Leimkuhler), which makes it index 2.
#include <array>
#include <cmath>
#include <numbers>

#include "problem.hpp"

namespace saddle::bench {

namespace {

constexpr double kLength = 1, kSpring = 0.5, kBump = 0.1, kFrequency = 10;
constexpr double kMass = 10 * 1e-2 * 1e-2 / 2;  // kappa = M eps^2 / 2; gravity is 1

// The right wheel's foot (x, y) and its velocity.
struct Road {
  double x, y, vx, vy;
};
Road road(double t) {
  const double y = kBump * std::sin(kFrequency * t), vy = kBump * kFrequency * std::cos(kFrequency * t);
  const double x = std::sqrt(kLength * kLength - y * y);
  return {x, y, -y * vy / x, vy};
}

// Variables: positions p = (xl, yl, xr, yr) 0..3, velocities v 4..7, lambda 8, 9, mu 10, 11.
//   p' = v - J^T mu          kappa v' = F(p, t) + J^T lambda
//   g1 = xb xl + yb yl       g2 = (xl - xr)^2 + (yl - yr)^2 - L^2,     J = dg/dp
//   g = 0,  d/dt g = 0
class CarAxis : public BenchSystem {
 public:
  explicit CarAxis(double rtol) {
    PatternBuilder builder(12);
    std::vector<Entry> charge;
    for (int i = 0; i < 4; ++i) {
      charge.push_back({i, i, 1});
      charge.push_back({4 + i, 4 + i, kMass});
    }
    for (int row = 0; row < 12; ++row)
      for (int column = 0; column < 12; ++column)
        if (couples(row, column)) builder.add(row, column);
    const std::vector<double> scale{0.05, 0.5, 1, 0.3, 0.05, 5e-3, 1e-2, 0.5, 1, 1, 1e3, 1e3};
    std::vector<bool> algebraic(12, false);
    for (int i = 8; i < 12; ++i) algebraic[i] = true;
    describe(builder, std::move(charge), scale, algebraic, rtol);
    for (int row = 0; row < 12; ++row)
      for (int column = 0; column < 12; ++column) slots_[row][column] = pattern().find(row, column);
  }

  // Both springs have their own length and the axis is level: gravity alone acts, lambda = mu = 0.
  void start(std::span<double> y) const override {
    const double y0[] = {0, kSpring, kLength, kSpring, -kSpring / kLength, 0, -kSpring / kLength, 0,
                         0, 0,       0,       0};
    std::copy(y0, y0 + 12, y.begin());
  }
  void start_slope(std::span<double> s) const override {
    const double s0[] = {-kSpring / kLength, 0, -kSpring / kLength, 0, 0, -1, 0, -1, 0, 0, 0, 0};
    std::copy(s0, s0 + 12, s.begin());
  }

  void evaluate(const Point& at, Evaluation& out, Need need) override {
    const auto y = at.y;
    const Road foot = road(at.time);
    const double dx = y[0] - y[2], dy = y[1] - y[3], dvx = y[4] - y[6], dvy = y[5] - y[7];
    const double J1[] = {foot.x, foot.y, 0, 0}, J2[] = {2 * dx, 2 * dy, -2 * dx, -2 * dy};
    // From each spring's foot to its wheel; the force is (kSpring / length - 1) arm.
    const double arm[] = {y[0], y[1], y[2] - foot.x, y[3] - foot.y};
    const double left = std::hypot(arm[0], arm[1]), right = std::hypot(arm[2], arm[3]);
    const double pull[] = {kSpring / left - 1, kSpring / right - 1};
    for (int i = 0; i < 4; ++i) {
      out.q[i] = y[i];
      out.f[i] = -y[4 + i] + J1[i] * y[10] + J2[i] * y[11];
      out.q[4 + i] = kMass * y[4 + i];
      out.f[4 + i] = -pull[i / 2] * arm[i] - J1[i] * y[8] - J2[i] * y[9] + (i % 2 == 1 ? kMass : 0);
      out.q[8 + i] = 0;
    }
    out.f[8] = foot.x * y[0] + foot.y * y[1];
    out.f[9] = dx * dx + dy * dy - kLength * kLength;
    out.f[10] = foot.x * y[4] + foot.y * y[5] + foot.vx * y[0] + foot.vy * y[1];
    out.f[11] = 2 * (dx * dvx + dy * dvy);
    if (need == Need::residual) return;

    fill_charge_matrix(out);
    std::fill(out.G.begin(), out.G.end(), 0.0);
    const auto G = [&](int row, int column) -> double& { return out.G[slots_[row][column]]; };
    const double stretch[] = {kSpring / (left * left * left), kSpring / (right * right * right)};
    for (int i = 0; i < 4; ++i) {
      const int side = i / 2, opposite = (i + 2) % 4;
      G(i, 4 + i) = -1;
      G(4 + i, i) = -pull[side] - 2 * y[9];
      G(4 + i, opposite) = 2 * y[9];
      G(i, i) = 2 * y[11];
      G(i, opposite) = -2 * y[11];
      for (const int j : {2 * side, 2 * side + 1}) G(4 + i, j) += stretch[side] * arm[i] * arm[j];
      if (side == 0) {
        G(i, 10) = G(8, i) = G(10, 4 + i) = J1[i];
        G(4 + i, 8) = -J1[i];
        G(10, i) = i == 0 ? foot.vx : foot.vy;
      }
      G(i, 11) = G(9, i) = G(11, 4 + i) = J2[i];
      G(4 + i, 9) = -J2[i];
      G(11, i) = (side == 0 ? 2 : -2) * (i % 2 == 0 ? dvx : dvy);
    }
  }

 private:
  static bool couples(int row, int column) {
    const int r = row % 4, c = column % 4, from = column / 4;
    const bool same_or_opposite = r == c || r == (c + 2) % 4;
    switch (row / 4) {
      case 0:  // p' = v - J^T mu
        return from == 0 ? same_or_opposite : from == 1 ? r == c : column == 11 || (column == 10 && r < 2);
      case 1:  // forces
        return from == 0 ? same_or_opposite || r / 2 == c / 2 : column == 9 || (column == 8 && r < 2);
      default:  // g and its derivative
        return row == 8 || row == 9 ? from == 0 && (row == 9 || c < 2) : from < 2 && (row == 11 || c < 2);
    }
  }

  int slots_[12][12];
};

}  // namespace

Problem car_axis() {
  return {"caraxis",
          "car axis, stabilised index 2",
          3,
          2,
          [](double rtol) { return std::make_unique<CarAxis>(rtol); },
          [] {
            return std::vector{0.493455784275402809122e-1,
                               0.496989460230171153861,
                               0.104174252488542151681e1,
                               0.373911027265361256927,
                               -0.770583684040972357970e-1,
                               0.744686658723778553466e-2,
                               0.175568157537232222276e-1,
                               0.770341043779251976443,
                               -0.473688659084893324729e-2,
                               -0.110468033125734368808e-2,
                               0.0,
                               0.0};
          }};
}

}  // namespace saddle::bench
