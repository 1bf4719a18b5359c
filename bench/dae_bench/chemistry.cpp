// Chemistry of the Test Set for IVP Solvers: pollution, OREGO, E5, and the chemical Akzo Nobel problem, whose
// last concentration follows from an algebraic equation.
#include "further.hpp"
#include "generic_dae.hpp"

namespace saddle::bench {

namespace {

constexpr std::array<int, 0> kNone{};

// Air pollution in the Netherlands: 25 reactions of 20 species.
struct Pollution {
  static constexpr int kSize = 20, kDirections = 14;
  static constexpr std::array<double, 20> kStart{0, 0.2, 0, 0.04, 0, 0, 0.1,   0.3, 0.01, 0,
                                                 0, 0,   0, 0,    0, 0, 0.007, 0,   0,    0};
  static constexpr std::array<double, 20> kScale{5e-2, 1e-1, 4e-9, 5e-3, 2e-7, 1e-7,  7e-2, 3e-1, 7e-3, 1e-8,
                                                 1e-8, 2e-3, 2e-4, 1e-5, 8e-3, 4e-18, 6e-3, 1e-4, 1e-6, 5e-5};
  static constexpr auto kAlgebraic = kNone;

  template <class T>
  static void terms(double, std::span<const T> y, std::span<T> q, std::span<T> f) {
    // Subscripts 1..20 and 1..25 as in the description.
    const auto c = [&](int i) -> const T& { return y[i - 1]; };
    const T r1 = 0.35 * c(1), r2 = 26.6 * c(2) * c(4), r3 = 1.23e4 * c(5) * c(2), r4 = 8.6e-4 * c(7),
            r5 = 8.2e-4 * c(7), r6 = 1.5e4 * c(7) * c(6), r7 = 1.3e-4 * c(9), r8 = 2.4e4 * c(9) * c(6),
            r9 = 1.65e4 * c(11) * c(2), r10 = 9e3 * c(11) * c(1), r11 = 0.022 * c(13),
            r12 = 1.2e4 * c(10) * c(2), r13 = 1.88 * c(14), r14 = 1.63e4 * c(1) * c(6), r15 = 4.8e6 * c(3),
            r16 = 3.5e-4 * c(4), r17 = 0.0175 * c(4), r18 = 1e8 * c(16), r19 = 4.44e11 * c(16),
            r20 = 1240.0 * c(17) * c(6), r21 = 2.1 * c(19), r22 = 5.78 * c(19), r23 = 0.0474 * c(1) * c(4),
            r24 = 1780.0 * c(19) * c(1), r25 = 3.12 * c(20);
    const T loss[] = {r1 + r10 + r14 + r23 + r24 - r2 - r3 - r9 - r11 - r12 - r22 - r25,
                      r2 + r3 + r9 + r12 - r1 - r21,
                      r15 - r1 - r17 - r19 - r22,
                      r2 + r16 + r17 + r23 - r15,
                      r3 - 2.0 * r4 - r6 - r7 - r13 - r20,
                      r6 + r8 + r14 + r20 - r3 - 2.0 * r18,
                      r4 + r5 + r6 - r13,
                      -r4 - r5 - r6 - r7,
                      r7 + r8,
                      r12 - r7 - r9,
                      r9 + r10 - r8 - r11,
                      -r9,
                      r11 - r10,
                      r13 - r12,
                      -r14,
                      r18 + r19 - r16,
                      r20,
                      -r20,
                      r21 + r22 + r24 - r23 - r25,
                      r25 - r24};
    for (int i = 0; i < kSize; ++i) {
      q[i] = y[i];
      f[i] = loss[i];
    }
  }
};

// The Oregonator: a relaxation oscillation.
struct Oregonator {
  static constexpr int kSize = 3, kDirections = 3;
  static constexpr std::array<double, 3> kStart{1, 2, 3}, kScale{1, 1e3, 1e2};
  static constexpr auto kAlgebraic = kNone;

  template <class T>
  static void terms(double, std::span<const T> y, std::span<T> q, std::span<T> f) {
    for (int i = 0; i < kSize; ++i) q[i] = y[i];
    f[0] = -77.27 * (y[1] + y[0] * (1.0 - 8.375e-6 * y[0] - y[1]));
    f[1] = (y[1] * (1.0 + y[0]) - y[2]) / 77.27;
    f[2] = -0.161 * (y[0] - y[2]);
  }
};

// Chemical pyrolysis with concentrations of 1e-3 to 1e-13 over many decades of time.
struct E5 {
  static constexpr int kSize = 4, kDirections = 4;
  static constexpr std::array<double, 4> kStart{1.76e-3, 0, 0, 0}, kScale{1e-5, 1e-12, 1e-12, 1e-13};
  static constexpr auto kAlgebraic = kNone;

  template <class T>
  static void terms(double, std::span<const T> y, std::span<T> q, std::span<T> f) {
    for (int i = 0; i < kSize; ++i) q[i] = y[i];
    const T a = 7.89e-10 * y[0], b = 1.1e7 * y[0] * y[2], c = 1.13e9 * y[1] * y[2], d = 1.13e3 * y[3];
    f[0] = a + b;
    f[1] = c - a;
    f[2] = c - a + b - d;
    f[3] = d - b;
  }
};

// Two species are mixed while carbon dioxide flows in; the sixth concentration is in equilibrium with them.
struct ChemicalAkzo {
  static constexpr double kKs = 115.83;
  static constexpr int kSize = 6, kDirections = 6;
  static constexpr std::array<double, 6> kStart{0.444, 0.00123, 0, 0.007, 0, kKs * 0.444 * 0.007};
  static constexpr std::array<double, 6> kScale{0.1, 1e-3, 0.1, 3e-4, 1e-2, 4e-3};
  static constexpr std::array<int, 1> kAlgebraic{5};
  static constexpr bool kCountAlgebraic = true;

  template <class T>
  static void terms(double, std::span<const T> y, std::span<T> q, std::span<T> f) {
    using std::sqrt;
    for (int i = 0; i < 5; ++i) q[i] = y[i];
    const T square = y[0] * y[0], root = sqrt(y[1]);
    const T r1 = 18.7 * square * square * root, r2 = 0.58 * y[2] * y[3], r3 = 0.58 / 34.4 * y[0] * y[4],
            r4 = 0.09 * y[0] * y[3] * y[3], r5 = 0.42 * y[5] * y[5] * root, inflow = 3.3 * (0.9 / 737 - y[1]);
    f[0] = 2.0 * r1 - r2 + r3 + r4;
    f[1] = 0.5 * r1 + r4 + 0.5 * r5 - inflow;
    f[2] = -r1 + r2 - r3;
    f[3] = r2 - r3 + 2.0 * r4;
    f[4] = -r2 + r3 - r5;
    f[5] = kKs * y[0] * y[3] - y[5];
  }
};

}  // namespace

// References are published, but for E5: there Saddle's Radau and IDA at rtol = 1e-13 agree to eight digits,
// as many as rounding leaves of y2 - y3 - y4 = 0.
std::vector<Problem> chemistry() {
  return {
      generic_problem<ChemicalAkzo>("akzo", "chemical Akzo Nobel", 180, 1,
                                    {0.1150794920661702, 0.1203831471567715e-2, 0.1611562887407974,
                                     0.3656156421249283e-3, 0.1708010885264404e-1, 0.4873531310307455e-2}),
      generic_problem<Pollution>(
          "pollution", "air pollution", 60, 0,
          {0.5646255480022769e-1, 0.1342484130422339,    0.4139734331099427e-8, 0.5523140207484359e-2,
           0.2018977262302196e-6, 0.1464541863493966e-6, 0.7784249118997964e-1, 0.3245075353396018,
           0.7494013383880406e-2, 0.1622293157301561e-7, 0.1135863833257075e-7, 0.2230505975721359e-2,
           0.2087162882798630e-3, 0.1396921016840158e-4, 0.8964884856898295e-2, 0.4352846369330103e-17,
           0.6899219696263405e-2, 0.1007803037365946e-3, 0.1772146513969984e-5, 0.5682943292316392e-4}),
      generic_problem<Oregonator>("orego", "Oregonator", 360, 0,
                                  {0.1000814870318523e1, 0.1228178521549917e4, 0.1320554942846706e3}),
      generic_problem<E5>("e5", "chemical pyrolysis E5 to t = 1e5", 1e5, 0,
                          {7.48132082e-6, 2.37347816e-12, 2.21235867e-12, 1.61119487e-13})};
}

}  // namespace saddle::bench
