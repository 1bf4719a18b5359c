// Ring modulator of the Test Set for IVP Solvers: 1 kHz times 10 kHz by four diodes, with parasitic
// capacitances of 2 pF behind which small oscillations of 10 MHz are set off again and again.
#include <numbers>

#include "further.hpp"
#include "generic_dae.hpp"

namespace saddle::bench {

namespace {

// Seven voltages, eight currents; q = (capacitances, inductances) times y.
struct RingModulator {
  static constexpr double kC = 1.6e-8, kParasitic = 2e-12, kCp = 1e-8;     // F
  static constexpr double kLh = 4.45, kL1 = 2e-3, kL2 = 5e-4, kL3 = 5e-4;  // H
  static constexpr double kR = 25e3, kRp = 50, kR1 = 36.3, kR2 = 17.3, kR3 = 17.3, kRi = 50,
                          kRc = 600;  // ohm
  static constexpr int kSize = 15, kDirections = 8;
  static constexpr std::array<double, 15> kStart{};
  static constexpr std::array<double, 15> kScale{1e-1, 1e-1, 1,    1,    1,    1,    1,   1e-3,
                                                 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3};
  static constexpr std::array<int, 0> kAlgebraic{};

  template <class T>
  static T diode(const T& u) {
    using std::exp;
    return 40.67286402e-9 * (exp(17.7493332 * u) - 1.0);
  }

  template <class T>
  static void terms(double t, std::span<const T> y, std::span<T> q, std::span<T> f) {
    const double signal = 0.5 * std::sin(2000 * std::numbers::pi * t),
                 carrier = 2 * std::sin(20000 * std::numbers::pi * t);
    const T* u = &y[0];
    const T* i = &y[7];
    const T d1 = diode(T(u[2] - u[4] - u[6] - carrier)), d2 = diode(T(u[5] - u[3] - u[6] - carrier)),
            d3 = diode(T(u[3] + u[4] + u[6] + carrier)), d4 = diode(T(u[6] - u[2] - u[5] + carrier));
    const double storage[] = {kC,  kC,  kParasitic, kParasitic, kParasitic, kParasitic, kCp, kLh,
                              kLh, kL2, kL3,        kL2,        kL3,        kL1,        kL1};
    for (int k = 0; k < kSize; ++k) q[k] = storage[k] * y[k];
    f[0] = u[0] / kR - i[0] + 0.5 * i[2] - 0.5 * i[3] - i[6];
    f[1] = u[1] / kR - i[1] + 0.5 * i[4] - 0.5 * i[5] - i[7];
    f[2] = d1 - d4 - i[2];
    f[3] = i[3] - d2 + d3;
    f[4] = d3 - d1 - i[4];
    f[5] = i[5] + d2 - d4;
    f[6] = u[6] / kRp - d1 - d2 + d3 + d4;
    f[7] = u[0];
    f[8] = u[1];
    f[9] = u[2] - 0.5 * u[0] + kR2 * i[2];
    f[10] = 0.5 * u[0] - u[3] + kR3 * i[3];
    f[11] = u[4] - 0.5 * u[1] + kR2 * i[4];
    f[12] = 0.5 * u[1] - u[5] + kR3 * i[5];
    f[13] = u[0] - signal + (kRi + kR1) * i[6];
    f[14] = u[1] + (kRc + kR1) * i[7];
  }
};

}  // namespace

std::vector<Problem> ring_modulator() {
  return {generic_problem<RingModulator>(
      "ringmod", "ring modulator", 1e-3, 0,
      {-0.2339057358486745e-1, -0.7367485485540825e-2, 0.2582956709291169, -0.4064465721283450,
       -0.4039455665149794, 0.2607966765422943, 0.1106761861269975, 0.2939904342435596e-6,
       -0.2840029933642329e-7, 0.7267198267264553e-3, 0.7929487196960840e-3, -0.7255283495698965e-3,
       -0.7941401968526521e-3, 0.7088495416976114e-4, 0.2390059075236570e-4})};
}

}  // namespace saddle::bench
