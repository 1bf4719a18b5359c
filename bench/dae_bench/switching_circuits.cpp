// Circuits that switch by themselves and whose charges are not linear in the voltages: an astable
// multivibrator of two transistors, a ring of CMOS inverters, a voltage doubler with the source inside of a
// charge. Each comes in two forms: as it is, and with the charges as variables, which IDA can take.
#include <numbers>

#include "charge_variables.hpp"
#include "further.hpp"
#include "generic_dae.hpp"
#include "net.hpp"

namespace saddle::bench {

namespace {

// Collector 1, base 1, collector 2, base 2. The left transistor leads at the start.
struct Multivibrator {
  static constexpr int kSize = 4, kDirections = 4;
  static constexpr std::array<double, 4> kStart{0.1, 0.65, 5, -4}, kScale{1, 1, 1, 1};
  static constexpr std::array<int, 0> kAlgebraic{};
  static constexpr bool kNonlinearCharge = true;
  static constexpr double kSupply = 5;  // V

  template <class T>
  static void terms(double, std::span<const T> y, std::span<T> q, std::span<T> f) {
    Net<T> net{y, q, f};
    const typename Net<T>::Npn npn{
        .transit = 4e-10, .reverse_transit = 2e-8, .base_emitter = 8e-12, .base_collector = 4e-12};
    for (const int side : {0, 2}) {
      net.resistor_to(side, kSupply, 1e3);
      net.resistor_to(side + 1, kSupply, 3e4);
      net.npn(side, side + 1, -1, npn);
      net.capacitor(side, (side + 3) % 4, 1e-9);
    }
  }
};

// Five inverters in a ring, fed through a resistor; the supply's node has no capacitance.
struct InverterRing {
  static constexpr int kStages = 5, kSize = 6, kDirections = 6;
  static constexpr std::array<double, 6> kStart{0, 3, 0.5, 2.5, 1.5, 2.979951313575597},
      kScale{1, 1, 1, 1, 1, 1};
  static constexpr std::array<int, 1> kAlgebraic{5};
  static constexpr bool kNonlinearCharge = true, kCountAlgebraic = true;

  // Enz, Krummenacher, Vittoz: one smooth formula from weak to strong inversion.
  template <class T>
  static T channel(const T& gate, const T& source, const T& drain) {
    using std::exp, std::log;
    constexpr double slope = 1.3, threshold = 0.6, gain = 2e-4;
    const T pinch = (gate - threshold) / slope;
    const T s = log(1.0 + exp((pinch - source) / (2 * kThermalVoltage))),
            d = log(1.0 + exp((pinch - drain) / (2 * kThermalVoltage)));
    return gain * (2 * slope * kThermalVoltage * kThermalVoltage) * (s * s - d * d);
  }

  template <class T>
  static void terms(double, std::span<const T> y, std::span<T> q, std::span<T> f) {
    using std::tanh;
    Net<T> net{y, q, f};
    const T supply = y[5];
    net.resistor_to(5, 3, 200);
    for (int k = 0; k < kStages; ++k) {
      const int out = (k + 1) % kStages;
      const T ground = 0.0;
      net.current(out, -1, channel<T>(y[k], ground, y[out]));
      // The p channel, measured downwards from the supply.
      net.current(5, out, 0.5 * channel<T>(supply - y[k], ground, supply - y[out]));
      net.capacitor(k, out, 1e-15);
      // The gate's capacitance rises as its channel forms.
      net.charge(k, -1, 1e-14 * (y[k] + 0.3 * tanh(2.0 * (y[k] - 1.2))));
    }
  }
};

// Source - C - node 0; diodes ground -> 0 -> 1; C and load at node 1. Node 0's charge is C (v - V(t)).
struct Doubler {
  static constexpr int kSize = 2, kDirections = 2;
  static constexpr std::array<double, 2> kStart{}, kScale{5, 5};
  static constexpr std::array<int, 0> kAlgebraic{};
  static constexpr bool kNonlinearCharge = true;

  template <class T>
  static void terms(double t, std::span<const T> y, std::span<T> q, std::span<T> f) {
    Net<T> net{y, q, f};
    const double source = 5 * std::sin(2 * std::numbers::pi * 1e3 * t);
    net.charge(0, -1, 1e-6 * (y[0] - source));
    net.diode(-1, 0, 1e-12, 1.2);
    net.diode(0, 1, 1e-12, 1.2);
    net.capacitor(1, -1, 1e-6);
    net.resistor(1, -1, 1e4);
  }
};

// The problem as it is, named NAME-q, and with charges as variables.
template <class Equations>
void add(std::vector<Problem>& list, const std::string& name, const std::string& title, double stop,
         const std::vector<double>& end) {
  Problem native = generic_problem<Equations>(name + "-q", title + ", nonlinear charge", stop, 1, end);
  native.nonlinear_charge = true;
  Problem augmented = native;
  augmented.name = name;
  augmented.title = title + ", charges as variables";
  augmented.nonlinear_charge = false;
  augmented.make = [](double rtol) {
    return std::make_unique<ChargeVariables>(std::make_unique<GenericDae<Equations>>(rtol), rtol);
  };
  augmented.reference = [end] {
    // Charges do not count.
    const ChargeVariables system(std::make_unique<GenericDae<Equations>>(1e-6), 1e-6);
    std::vector<double> y = end;
    y.resize(system.size(), 0.0);
    return y;
  };
  list.push_back(std::move(augmented));
  list.push_back(std::move(native));
}

}  // namespace

// References: what Saddle's BDF and Radau and IDA at rtol = 1e-12 and 1e-13 have in common, ten to twelve
// digits.
std::vector<Problem> switching_circuits() {
  std::vector<Problem> list;
  add<Multivibrator>(list, "multivib", "astable multivibrator", 1e-4,
                     {8.84953520090e-2, 0.75775885891508, 5.0001950321914, -1.198526437474});
  add<InverterRing>(list, "cmosring", "ring of five CMOS inverters", 1e-8,
                    {2.86070616964773, 0.171994904815, 0.71374012740, 3.00332194622102, 5.24392216809e-3,
                     2.96006898361948});
  add<Doubler>(list, "doubler", "voltage doubler", 3e-3, {4.357588709145, 6.274781541065});
  return list;
}

}  // namespace saddle::bench
