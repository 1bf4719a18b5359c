// Motions that are not stiff: the Pleiades of the Test Set for IVP Solvers, a Kepler ellipse, the Lorenz
// attractor for as long as it forgives.
#include <numbers>

#include "extrapolation.hpp"
#include "further.hpp"
#include "generic_dae.hpp"

namespace saddle::bench {

namespace {

// Seven stars of masses 1..7 in a plane: x, y, x', y', seven each.
struct Pleiades {
  static constexpr int kSize = 28, kDirections = 15;
  static constexpr std::array<double, 28> kStart{3, 3, -1, -3, 2, -2,   2,    3, -3, 2, 0,     0, -4, 4,
                                                 0, 0, 0,  0,  0, 1.75, -1.5, 0, 0,  0, -1.25, 1, 0,  0};
  static constexpr std::array<double, 28> kScale = [] {
    std::array<double, 28> scale{};
    scale.fill(1);
    return scale;
  }();
  static constexpr std::array<int, 0> kAlgebraic{};

  template <class T>
  static void terms(double, std::span<const T> y, std::span<T> q, std::span<T> f) {
    using std::sqrt;
    for (int i = 0; i < kSize; ++i) q[i] = y[i];
    for (int i = 0; i < 14; ++i) f[i] = -y[14 + i];
    for (int i = 0; i < 7; ++i)
      for (int j = 0; j < i; ++j) {
        const T dx = y[j] - y[i], dy = y[7 + j] - y[7 + i];
        const T square = dx * dx + dy * dy, pull = 1.0 / (square * sqrt(square));
        f[14 + i] = f[14 + i] - (j + 1) * pull * dx;
        f[21 + i] = f[21 + i] - (j + 1) * pull * dy;
        f[14 + j] = f[14 + j] + (i + 1) * pull * dx;
        f[21 + j] = f[21 + j] + (i + 1) * pull * dy;
      }
  }
};

// Eccentricity 0.6, period 2 pi: after whole turns it is where it was.
struct Kepler {
  static constexpr int kSize = 4, kDirections = 3;
  static constexpr std::array<double, 4> kStart{0.4, 0, 0, 2}, kScale{1, 1, 1, 1};
  static constexpr std::array<int, 0> kAlgebraic{};

  template <class T>
  static void terms(double, std::span<const T> y, std::span<T> q, std::span<T> f) {
    using std::sqrt;
    for (int i = 0; i < kSize; ++i) q[i] = y[i];
    const T square = y[0] * y[0] + y[1] * y[1], pull = 1.0 / (square * sqrt(square));
    f[0] = -y[2];
    f[1] = -y[3];
    f[2] = pull * y[0];
    f[3] = pull * y[1];
  }
};

struct Lorenz {
  static constexpr int kSize = 3, kDirections = 3;
  static constexpr std::array<double, 3> kStart{1, 1, 1}, kScale{10, 10, 20};
  static constexpr std::array<int, 0> kAlgebraic{};

  template <class T>
  static void terms(double, std::span<const T> y, std::span<T> q, std::span<T> f) {
    for (int i = 0; i < kSize; ++i) q[i] = y[i];
    f[0] = 10.0 * (y[0] - y[1]);
    f[1] = y[1] - y[0] * (28.0 - y[2]);
    f[2] = 8.0 / 3 * y[2] - y[0] * y[1];
  }
};

constexpr double kLorenzStop = 2;

std::vector<double> lorenz_end() {
  const auto rate = [](Real, std::span<const Real> y, std::span<Real> out) {
    out[0] = 10 * (y[1] - y[0]);
    out[1] = y[0] * (28 - y[2]) - y[1];
    out[2] = y[0] * y[1] - Real(8) / 3 * y[2];
  };
  return rounded(extrapolate(rate, {1, 1, 1}, kLorenzStop, 100));
}

}  // namespace

std::vector<Problem> orbits() {
  Problem lorenz = generic_problem<Lorenz>("lorenz", "Lorenz attractor to t = 2", kLorenzStop, 0, {});
  lorenz.reference = lorenz_end;
  return {generic_problem<Pleiades>(
              "pleiades", "Pleiades", 3, 0,
              {0.3706139143970502,    0.3237284092057233e1,  -0.3222559032418324e1, 0.6597091455775310,
               0.3425581707156584,    0.1562172101400631e1,  -0.7003092922212495,   -0.3943437585517392e1,
               -0.3271380973972550e1, 0.5225081843456543e1,  -0.2590612434977470e1, 0.1198213693392275e1,
               -0.2429682344935824,   0.1091449240428980e1,  0.3417003806314313e1,  0.1354584501625501e1,
               -0.2590065597810775e1, 0.2025053734714242e1,  -0.1155815100160448e1, -0.8072988170223021,
               0.5952396354208710,    -0.3741244961234010e1, 0.3773459685750630,    0.9386858869551073,
               0.3667922227200571,    -0.3474046353808490,   0.2344915448180937e1,  -0.1947020434263292e1}),
          generic_problem<Kepler>("kepler", "Kepler ellipse, e = 0.6, one turn", 2 * std::numbers::pi, 0,
                                  {Kepler::kStart.begin(), Kepler::kStart.end()}),
          lorenz};
}

}  // namespace saddle::bench
