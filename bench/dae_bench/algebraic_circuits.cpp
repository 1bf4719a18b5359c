// Circuits with nodes that carry no capacitance, and with loops of capacitors and a source.
#include <numbers>

#include "further.hpp"
#include "generic_dae.hpp"
#include "net.hpp"

namespace saddle::bench {

namespace {

constexpr double kTurn = 2 * std::numbers::pi;

// Half-wave rectifier: 10 V, 50 Hz behind 10 ohm, a diode of 1e-14 A, 100 uF and 1 kohm.
struct Rectifier {
  static constexpr int kSize = 2, kDirections = 2;
  static constexpr std::array<double, 2> kStart{}, kScale{5, 5};
  static constexpr std::array<int, 1> kAlgebraic{0};
  static constexpr bool kCountAlgebraic = true;

  template <class T>
  static void terms(double t, std::span<const T> y, std::span<T> q, std::span<T> f) {
    Net<T> net{y, q, f};
    net.resistor_to(0, 10 * std::sin(kTurn * 50 * t), 10);
    net.diode(0, 1, 1e-14);
    net.capacitor(1, -1, 1e-4);
    net.resistor(1, -1, 1e3);
  }
};

// Bases 0 and 1, emitters 2, collectors 3 and 4, output 5 behind a filter: only 4 and 5 have capacitance.
struct DifferentialPair {
  static constexpr int kSize = 6, kDirections = 6;
  static constexpr double kBase = -0.004604545196887249, kEmitter = -0.6988187012577295,
                          kCollector = 5.395454802597751;
  static constexpr std::array<double, 6> kStart{kBase, kBase, kEmitter, kCollector, kCollector, kCollector},
      kScale{0.02, 0.02, 0.5, 5, 5, 5};
  static constexpr std::array<int, 4> kAlgebraic{0, 1, 2, 3};
  static constexpr bool kCountAlgebraic = true;

  template <class T>
  static void terms(double t, std::span<const T> y, std::span<T> q, std::span<T> f) {
    Net<T> net{y, q, f};
    const typename Net<T>::Npn npn{};
    net.resistor_to(0, 0.05 * std::sin(kTurn * 1e4 * t), 1e3);
    net.resistor_to(1, 0, 1e3);
    net.npn(3, 0, 2, npn);
    net.npn(4, 1, 2, npn);
    net.resistor_to(2, -10, 1e4);
    net.resistor_to(3, 10, 1e4);
    net.resistor_to(4, 10, 1e4);
    net.capacitor(4, -1, 1e-10);
    net.resistor(4, 5, 1e5);
    net.capacitor(5, -1, 1e-10);
  }
};

// A loop of two capacitors and a voltage source, whose current is its derivative (index 2); beyond it a
// floating capacitor, a diode and a node at a capacitor's far end.
struct CapacitorLoop {
  static constexpr int kSize = 4, kDirections = 4;
  static constexpr double kC = 1e-6, kAmplitude = 2, kFrequency = 200 * kTurn;  // F, V, rad/s
  static constexpr std::array<double, 4> kStart{0, 0, 0, -kC*kAmplitude*kFrequency}, kScale{1, 1, 1, 1e-2};
  static constexpr std::array<int, 1> kAlgebraic{3};

  template <class T>
  static void terms(double t, std::span<const T> y, std::span<T> q, std::span<T> f) {
    Net<T> net{y, q, f};
    net.capacitor(0, -1, kC);
    net.capacitor(0, 1, kC);
    net.resistor(1, -1, 1e3);
    net.capacitor(1, 2, 2e-6);
    net.diode(1, 2, 1e-9, 1.5);
    net.resistor(2, -1, 2e3);
    net.current(0, -1, y[3]);
    f[3] = y[0] - kAmplitude * std::sin(kFrequency * t);
  }
};

}  // namespace

// References: what Saddle's Radau and IDA at rtol = 1e-13 have in common, about eleven digits.
std::vector<Problem> algebraic_circuits() {
  return {generic_problem<Rectifier>("rectifier", "half-wave rectifier", 0.043, 1,
                                     {8.086158580593, 7.455031294527}),
          generic_problem<DifferentialPair>("diffpair", "differential pair", 3e-4, 1,
                                            {-4.60454519688729e-3, -4.60454519688726e-3, -0.69881870125772955,
                                             5.3954548025977, 5.03353439450137, 3.66778820139550}),
          generic_problem<CapacitorLoop>(
              "caploop", "loop of capacitors and a source, index 2", 0.012, 2,
              {1.1755705045849443, -0.25445782824221, -0.473052271021130, 2.52426544067e-3})};
}

}  // namespace saddle::bench
