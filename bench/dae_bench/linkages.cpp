// Mechanisms in stabilised index-2 form, p' = v - J^T mu, M v' = F - J^T lambda, g(p) = 0, J v = 0: a double
// pendulum with drag, a slider-crank, a top whose quaternion a multiplier keeps on the sphere; and a pendulum
// on a stiff spring, which has no constraint. References from the equations in minimal coordinates.
#include "extrapolation.hpp"
#include "further.hpp"
#include "generic_dae.hpp"

namespace saddle::bench {

namespace {

constexpr double kGravity = 9.81;

template <int N>
constexpr std::array<double, N> scales(double of_state, int states, double of_multipliers) {
  std::array<double, N> scale{};
  for (int i = 0; i < N; ++i) scale[i] = i < states ? of_state : of_multipliers;
  return scale;
}
template <int N>
constexpr std::array<int, N> last(int size) {
  std::array<int, N> list{};
  for (int i = 0; i < N; ++i) list[i] = size - N + i;
  return list;
}

// Masses 1 kg and 0.5 kg on rods of 1 m and 0.7 m, both horizontal at the start, and drag.
// p = (x1, z1, x2, z2), v, lambda 1, 2, mu 1, 2.
struct DoublePendulum {
  static constexpr int kSize = 12, kDirections = 12;
  static constexpr double m1 = 1, m2 = 0.5, l1 = 1, l2 = 0.7, kDrag = 0.1, kStop = 2;
  static constexpr std::array<double, 12> kStart{l1, 0, l1 + l2};
  static constexpr auto kScale = scales<12>(1, 8, 10);
  static constexpr auto kAlgebraic = last<4>(12);

  template <class T>
  static void terms(double, std::span<const T> y, std::span<T> q, std::span<T> f) {
    const T *v = &y[4], *lambda = &y[8], *mu = &y[10];
    const double mass[] = {m1, m1, m2, m2};
    const T d[] = {y[0], y[1], y[2] - y[0], y[3] - y[1]}, e[] = {v[0], v[1], v[2] - v[0], v[3] - v[1]};
    for (int i = 0; i < 4; ++i) {
      q[i] = y[i];
      q[4 + i] = mass[i] * v[i];
      f[i] = d[i] * mu[i / 2] - v[i];
      f[4 + i] = d[i] * lambda[i / 2] + kDrag * v[i] + (i % 2 == 1 ? mass[i] * kGravity : 0);
    }
    for (int i = 0; i < 2; ++i) {
      f[i] = f[i] - d[2 + i] * mu[1];
      f[4 + i] = f[4 + i] - d[2 + i] * lambda[1];
    }
    f[8] = 0.5 * (d[0] * d[0] + d[1] * d[1] - l1 * l1);
    f[9] = 0.5 * (d[2] * d[2] + d[3] * d[3] - l2 * l2);
    f[10] = d[0] * e[0] + d[1] * e[1];
    f[11] = d[2] * e[2] + d[3] * e[3];
  }

  // y = (theta1, theta2, their rates), angles from the vertical.
  static std::vector<double> end() {
    const auto rate = [](Real, std::span<const Real> y, std::span<Real> out) {
      const Real c = std::cos(y[0] - y[1]), s = std::sin(y[0] - y[1]), w1 = y[2], w2 = y[3];
      const Real a = (m1 + m2) * l1 * l1, b = m2 * l1 * l2 * c, e = m2 * l2 * l2;
      const Real f1 = -m2 * l1 * l2 * s * w2 * w2 - Real(kGravity) * (m1 + m2) * l1 * std::sin(y[0]) -
                      Real(kDrag) * (2 * l1 * l1 * w1 + l1 * l2 * c * w2);
      const Real f2 = m2 * l1 * l2 * s * w1 * w1 - Real(kGravity) * m2 * l2 * std::sin(y[1]) -
                      Real(kDrag) * (l1 * l2 * c * w1 + l2 * l2 * w2);
      out[0] = w1;
      out[1] = w2;
      out[2] = (e * f1 - b * f2) / (a * e - b * b);
      out[3] = (a * f2 - b * f1) / (a * e - b * b);
    };
    const Real level = std::acos(Real(0));
    const auto y = extrapolate(rate, {level, level, 0, 0}, kStop, 200);
    const Real x1 = l1 * std::sin(y[0]), z1 = -l1 * std::cos(y[0]), vx1 = -z1 * y[2], vz1 = x1 * y[2];
    const Real x2 = l2 * std::sin(y[1]), z2 = -l2 * std::cos(y[1]), vx2 = -z2 * y[3], vz2 = x2 * y[3];
    return rounded(std::vector<Real>{x1, z1, x1 + x2, z1 + z2, vx1, vz1, vx1 + vx2, vz1 + vz2, 0, 0, 0, 0});
  }
};

// Crank of 0.15 m and inertia 0.01 kg m^2, rod of 0.3 m, 0.5 kg, 0.00375 kg m^2, slider of 0.8 kg; a torque
// of 1 Nm turns the crank from rest. p = (crank angle, rod's centre x, z and angle, slider x).
struct SliderCrank {
  static constexpr int kSize = 18, kDirections = 16;
  static constexpr double r = 0.15, half = 0.15, kTorque = 1, kStop = 1.5;
  static constexpr double kMass[] = {0.01, 0.5, 0.5, 0.00375, 0.8};
  // At rest and straight the crank begins with the acceleration a: the rod turns with -a r / (2 half), and
  // the sums of forces and moments give the two vertical multipliers.
  static constexpr double kPerA = (kMass[2] * r / 2 + kMass[3] * r / (2 * half * half)) / 2;
  static constexpr double kA = (kTorque - r * kMass[2] * kGravity / 2) / (kMass[0] + r * kPerA);
  static constexpr double kLeft = kMass[2] * kGravity / 2 + kPerA * kA,
                          kRight = kLeft - kMass[2] * (kGravity + kA * r / 2);
  static constexpr std::array<double, 18> kStart{0, r + half, 0, 0, r + 2 * half, 0, 0,
                                                 0, 0,        0, 0, kLeft,        0, kRight};
  static constexpr auto kScale = scales<18>(1, 10, 10);
  static constexpr auto kAlgebraic = last<8>(18);

  template <class T>
  static void terms(double, std::span<const T> y, std::span<T> q, std::span<T> f) {
    using std::cos, std::sin;
    const T *p = &y[0], *v = &y[5], *lambda = &y[10], *mu = &y[14];
    const T s = sin(p[0]), c = cos(p[0]), sr = sin(p[3]), cr = cos(p[3]);
    // The crank's end is the rod's left end; the rod's right end is the slider.
    f[10] = r * c - p[1] + half * cr;
    f[11] = r * s - p[2] + half * sr;
    f[12] = p[1] + half * cr - p[4];
    f[13] = p[2] + half * sr;
    struct Term {
      int row, column;
      T value;
    };
    const Term J[] = {{0, 0, -r * s},  {0, 1, T(-1.0)},   {0, 3, -half * sr}, {1, 0, r * c},
                      {1, 2, T(-1.0)}, {1, 3, half * cr}, {2, 1, T(1.0)},     {2, 3, -half * sr},
                      {2, 4, T(-1.0)}, {3, 2, T(1.0)},    {3, 3, half * cr}};
    for (int i = 0; i < 5; ++i) {
      q[i] = p[i];
      q[5 + i] = kMass[i] * v[i];
      f[i] = -v[i];
    }
    f[5] = f[5] - kTorque;
    f[7] = f[7] + kMass[2] * kGravity;
    for (const Term& each : J) {
      const int i = each.column, k = each.row;
      f[i] = f[i] + each.value * mu[k];
      f[5 + i] = f[5 + i] + each.value * lambda[k];
      f[14 + k] = f[14 + k] + each.value * v[i];
    }
  }

  // Every coordinate is a function of the crank's angle: with its derivatives a, b the equation of motion is
  //   sum m a^2 w' + sum m a b w^2 = torque - m g a_z.
  static std::vector<double> end() {
    struct Shape {
      std::array<Real, 5> p, a, b;
    };
    const auto shape = [](Real phi) {
      const Real s = std::sin(phi), c = std::cos(phi);
      // sin(rod) = -r s / (2 half).
      const Real k = Real(r) / (2 * half), rod = -std::asin(k * s), cr = std::cos(rod), sr = std::sin(rod);
      const Real rod1 = -k * c / cr, rod2 = (k * s + sr * rod1 * rod1) / cr;
      const Real h = half, x1 = -r * s - h * sr * rod1, x2 = -r * c - h * (cr * rod1 * rod1 + sr * rod2);
      return Shape{{phi, r * c + h * cr, Real(r) / 2 * s, rod, r * c + 2 * h * cr},
                   {1, x1, Real(r) / 2 * c, rod1, x1 - h * sr * rod1},
                   {0, x2, -Real(r) / 2 * s, rod2, x2 - h * (cr * rod1 * rod1 + sr * rod2)}};
    };
    const auto rate = [&](Real, std::span<const Real> y, std::span<Real> out) {
      const Shape at = shape(y[0]);
      Real inertia = 0, other = 0;
      for (int i = 0; i < 5; ++i) {
        inertia += kMass[i] * at.a[i] * at.a[i];
        other += kMass[i] * at.a[i] * at.b[i];
      }
      out[0] = y[1];
      out[1] = (kTorque - kMass[2] * Real(kGravity) * at.a[2] - other * y[1] * y[1]) / inertia;
    };
    const auto y = extrapolate(rate, {0, 0}, kStop, 1500);
    const Shape at = shape(y[0]);
    std::vector<Real> all(at.p.begin(), at.p.end());
    for (const Real a : at.a) all.push_back(a * y[1]);
    all.resize(kSize, 0);
    return rounded(all);
  }
};

// A heavy symmetrical top on its tip, of 0.5 kg, its centre 0.05 m away, fast and tilted by 0.3 rad.
// Quaternion e (body to space), angular velocity in the body, multiplier.
struct Top {
  static constexpr int kSize = 8, kDirections = 8;
  static constexpr double kInertia[] = {2e-3, 2e-3, 8e-4}, kMoment = 0.5 * 0.05 * kGravity, kStop = 1;
  static constexpr std::array<double, 8> kStart{0.98877107793604228, 0.14943813247359922, 0, 0, 0, 0, 80, 0};
  static constexpr std::array<double, 8> kScale{1, 1, 1, 1, 50, 50, 50, 10};
  static constexpr std::array<int, 1> kAlgebraic{7};

  // e' and omega'.
  template <class T>
  static void motion(const T* e, const T* w, T* rate) {
    rate[0] = -0.5 * (e[1] * w[0] + e[2] * w[1] + e[3] * w[2]);
    rate[1] = 0.5 * (e[0] * w[0] + e[2] * w[2] - e[3] * w[1]);
    rate[2] = 0.5 * (e[0] * w[1] + e[3] * w[0] - e[1] * w[2]);
    rate[3] = 0.5 * (e[0] * w[2] + e[1] * w[1] - e[2] * w[0]);
    // The vertical seen from the body, (u1, u2): weight turns about (u2, -u1).
    const T u1 = 2.0 * (e[1] * e[3] - e[0] * e[2]), u2 = 2.0 * (e[2] * e[3] + e[0] * e[1]);
    rate[4] = (kMoment * u2 + (kInertia[1] - kInertia[2]) * w[1] * w[2]) / kInertia[0];
    rate[5] = ((kInertia[2] - kInertia[0]) * w[2] * w[0] - kMoment * u1) / kInertia[1];
    rate[6] = (kInertia[0] - kInertia[1]) * w[0] * w[1] / kInertia[2];
  }

  template <class T>
  static void terms(double, std::span<const T> y, std::span<T> q, std::span<T> f) {
    std::array<T, 7> rate;
    motion(&y[0], &y[4], rate.data());
    f[7] = T(-0.5);
    for (int i = 0; i < 7; ++i) {
      q[i] = y[i];
      f[i] = -rate[i];
      if (i < 4) {
        f[i] = f[i] + y[i] * y[7];
        f[7] = f[7] + 0.5 * y[i] * y[i];
      }
    }
  }

  static std::vector<double> end() {
    const auto rate = [](Real, std::span<const Real> y, std::span<Real> out) {
      motion(y.data(), y.data() + 4, out.data());
    };
    std::vector<Real> y(kStart.begin(), kStart.end() - 1);
    y[0] = std::cos(Real(0.15));
    y[1] = std::sin(Real(0.15));
    y = extrapolate(rate, std::move(y), kStop, 800);
    y.push_back(0);
    return rounded(y);
  }
};

// 1 kg on a spring of 1 m and 1e4 N/m that starts level and stretched by 2 cm: 16 oscillations a second.
struct ElasticPendulum {
  static constexpr int kSize = 4, kDirections = 4;
  static constexpr double kSpring = 1e4, kStop = 2;
  static constexpr std::array<double, 4> kStart{1.02, 0, 0, 0}, kScale{1, 1, 1, 1};
  static constexpr std::array<int, 0> kAlgebraic{};

  template <class T>
  static void terms(double, std::span<const T> y, std::span<T> q, std::span<T> f) {
    using std::sqrt;
    for (int i = 0; i < kSize; ++i) q[i] = y[i];
    const T pull = kSpring * (1.0 - 1.0 / sqrt(y[0] * y[0] + y[1] * y[1]));
    f[0] = -y[2];
    f[1] = -y[3];
    f[2] = pull * y[0];
    f[3] = pull * y[1] + kGravity;
  }

  static std::vector<double> end() {
    const auto rate = [](Real, std::span<const Real> y, std::span<Real> out) {
      const Real pull = kSpring * (1 - 1 / std::hypot(y[0], y[1]));
      out[0] = y[2];
      out[1] = y[3];
      out[2] = -pull * y[0];
      out[3] = -pull * y[1] - kGravity;
    };
    return rounded(extrapolate(rate, {Real(kStart[0]), 0, 0, 0}, kStop, 2000));
  }
};

template <class Equations>
Problem linkage(const std::string& name, const std::string& title, int index) {
  Problem problem = generic_problem<Equations>(name, title, Equations::kStop, index, {});
  problem.reference = Equations::end;
  return problem;
}

}  // namespace

std::vector<Problem> linkages() {
  return {linkage<DoublePendulum>("double", "double pendulum, stabilised index 2", 2),
          linkage<SliderCrank>("crank", "slider-crank, stabilised index 2", 2),
          linkage<Top>("top", "heavy top, quaternion with multiplier", 2),
          linkage<ElasticPendulum>("elastic", "pendulum on a stiff spring", 0)};
}

}  // namespace saddle::bench
