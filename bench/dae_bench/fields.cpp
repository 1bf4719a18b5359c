// Fields on a line: the Brusselator with diffusion, Burgers' equation, and the medical Akzo Nobel problem of
// the Test Set for IVP Solvers, whose input stops at t = 5. References by an explicit method of order 16 on
// the same nodes.
#include "extrapolation.hpp"
#include "further.hpp"
#include "generic_dae.hpp"

namespace saddle::bench {

namespace {

template <int N>
constexpr std::array<double, N> filled(double value) {
  std::array<double, N> all{};
  all.fill(value);
  return all;
}

// u' = 1 + u^2 v - 4 u + a u_xx,  v' = 3 u - u^2 v + a v_xx on 0 < x < 1, u = 1 and v = 3 at the ends. (u, v)
// a node.
struct Brusselator {
  static constexpr int kNodes = 100, kSize = 2 * kNodes, kDirections = 6;
  static constexpr double kStop = 10, kDiffusion = 0.02 * (kNodes + 1) * (kNodes + 1);
  static constexpr int kSteps = 1500;
  static constexpr std::array<double, kSize> kStart = [] {
    std::array<double, kSize> y{};
    for (int i = 0; i < kNodes; ++i) {
      const double x = static_cast<double>(i + 1) / (kNodes + 1);
      y[2 * i] = 1 + 6.4 * x * (1 - x) * (1 - x);
      y[2 * i + 1] = 3;
    }
    return y;
  }();
  static constexpr auto kScale = filled<kSize>(1);
  static constexpr std::array<int, 0> kAlgebraic{};

  template <class T>
  static void rate(double, std::span<const T> y, std::span<T> out) {
    for (int i = 0; i < kNodes; ++i) {
      const T &u = y[2 * i], &v = y[2 * i + 1];
      const T u0 = i > 0 ? y[2 * i - 2] : T(1.0), u1 = i + 1 < kNodes ? y[2 * i + 2] : T(1.0);
      const T v0 = i > 0 ? y[2 * i - 1] : T(3.0), v1 = i + 1 < kNodes ? y[2 * i + 3] : T(3.0);
      const T both = u * u * v;
      out[2 * i] = 1.0 + both - 4.0 * u + kDiffusion * (u0 - 2.0 * u + u1);
      out[2 * i + 1] = 3.0 * u - both + kDiffusion * (v0 - 2.0 * v + v1);
    }
  }
};

// u_t + (u^2 / 2)_x = 0.005 u_xx with central differences, u = 0 at the ends: a wave that steepens.
struct Burgers {
  static constexpr int kNodes = 250, kSize = kNodes, kDirections = 3;
  static constexpr double kStop = 0.5;
  static constexpr int kSteps = 400;
  static constexpr double kCells = kNodes + 1, kDiffusion = 0.005 * kCells * kCells;
  static constexpr std::array<double, kSize> kStart = [] {
    std::array<double, kSize> y{};
    for (int i = 0; i < kNodes; ++i) {
      const double x = (i + 1) / kCells;
      y[i] = 8 * x * (1 - x) * (1 - x) * (1 + x);
    }
    return y;
  }();
  static constexpr auto kScale = filled<kSize>(1);
  static constexpr std::array<int, 0> kAlgebraic{};

  template <class T>
  static void rate(double, std::span<const T> y, std::span<T> out) {
    for (int i = 0; i < kNodes; ++i) {
      const T left = i > 0 ? y[i - 1] : T(0.0), right = i + 1 < kNodes ? y[i + 1] : T(0.0);
      out[i] = kDiffusion * (left - 2.0 * y[i] + right) - kCells / 4 * (right * right - left * left);
    }
  }
};

// A dye that diffuses into tissue (u) and is bound there (v); the line 0 < x < infinity is mapped on 0 < z
// < 1. u enters with 2 at z = 0 until t = 5.
struct MedicalAkzo {
  static constexpr int kNodes = 100, kSize = 2 * kNodes, kDirections = 5;
  static constexpr double kStop = 20, kJump = 5, kBinding = 100, kMapping = 4;
  static constexpr int kSteps = 7000;
  static constexpr std::array<double, kSize> kStart = [] {
    std::array<double, kSize> y{};
    for (int i = 0; i < kNodes; ++i) y[2 * i + 1] = 1;
    return y;
  }();
  static constexpr auto kScale = filled<kSize>(0.01);
  static constexpr std::array<int, 0> kAlgebraic{};

  template <class T>
  static void rate(double t, std::span<const T> y, std::span<T> out) {
    constexpr double dz = 1.0 / kNodes;
    for (int i = 0; i < kNodes; ++i) {
      const T &u = y[2 * i], &v = y[2 * i + 1];
      const T left = i > 0 ? y[2 * i - 2] : T(t < kJump ? 2.0 : 0.0),
              right = i + 1 < kNodes ? y[2 * i + 2] : u;
      const double w = 1 - (i + 1) * dz;
      const double convection = 2 * w * w * w / (kMapping * kMapping),
                   diffusion = w * w * w * w / (kMapping * kMapping);
      const T bound = kBinding * u * v;
      // The last node has w = 0: nothing moves there but the reaction.
      out[2 * i] =
          diffusion / (dz * dz) * (left - 2.0 * u + right) - convection / (2 * dz) * (right - left) - bound;
      out[2 * i + 1] = -bound;
    }
  }
};

template <class Field>
struct Equations : Field {
  template <class T>
  static void terms(double t, std::span<const T> y, std::span<T> q, std::span<T> f) {
    Field::template rate<T>(t, y, f);
    for (int i = 0; i < Field::kSize; ++i) {
      q[i] = y[i];
      f[i] = -f[i];
    }
  }
};

template <class Field>
std::vector<double> end() {
  std::vector<Real> y(Field::kStart.begin(), Field::kStart.end());
  double from = 0;
  const auto advance = [&](double to, double inside) {
    const auto rate = [&](Real, std::span<const Real> state, std::span<Real> out) {
      Field::template rate<Real>(inside, state, out);
    };
    y = extrapolate(rate, std::move(y), to - from,
                    static_cast<int>(Field::kSteps * (to - from) / Field::kStop));
    from = to;
  };
  if constexpr (requires { Field::kJump; }) advance(Field::kJump, 0);
  advance(Field::kStop, Field::kStop);
  return rounded(y);
}

template <class Field>
Problem field(const std::string& name, const std::string& title) {
  Problem problem = generic_problem<Equations<Field>>(name, title, Field::kStop, 0, {});
  problem.reference = end<Field>;
  return problem;
}

}  // namespace

std::vector<Problem> fields() {
  return {field<MedicalAkzo>("medakzo", "medical Akzo Nobel, input until t = 5"),
          field<Brusselator>("brusselator", "Brusselator with diffusion"),
          field<Burgers>("burgers", "Burgers' equation")};
}

}  // namespace saddle::bench
