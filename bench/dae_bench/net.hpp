// Stamps of circuit elements for equations written once for any number type. Node -1 is ground.
#pragma once

#include <cmath>
#include <span>

#include "dual.hpp"

namespace saddle::bench {

constexpr double kThermalVoltage = 0.02585;  // V

template <class T>
struct Net {
  std::span<const T> y;
  std::span<T> q, f;

  T voltage(int node) const { return node < 0 ? T(0.0) : y[node]; }
  T voltage(int a, int b) const { return voltage(a) - voltage(b); }
  // Leaves node a and enters node b.
  void current(int a, int b, const T& i) { add(f, a, b, i); }
  void charge(int a, int b, const T& c) { add(q, a, b, c); }

  void resistor(int a, int b, double r) { current(a, b, voltage(a, b) / r); }
  // To a node that is held at a voltage.
  void resistor_to(int a, double held, double r) { current(a, -1, (voltage(a) - held) / r); }
  void capacitor(int a, int b, double c) { charge(a, b, c * voltage(a, b)); }

  // Shockley, without limiting.
  void diode(int a, int b, double saturation, double emission = 1) {
    using std::exp;
    current(a, b, saturation * (exp(voltage(a, b) / (emission * kThermalVoltage)) - 1.0));
  }

  // npn transistor of Ebers and Moll with transit times and the depletion charges of SPICE.
  struct Npn {
    double saturation = 1e-15, forward = 100, reverse = 2;       // A, -, -
    double transit = 0, reverse_transit = 0;                     // s
    double base_emitter = 0, base_collector = 0, barrier = 0.8;  // F, F, V
  };
  void npn(int collector, int base, int emitter, const Npn& p) {
    using std::exp;
    const T be = voltage(base, emitter), bc = voltage(base, collector);
    const T forward = p.saturation * (exp(be / kThermalVoltage) - 1.0);
    const T reverse = p.saturation * (exp(bc / kThermalVoltage) - 1.0);
    current(collector, emitter, forward - reverse);
    current(base, emitter, forward / p.forward);
    current(base, collector, reverse / p.reverse);
    if (p.transit > 0 || p.base_emitter > 0)
      charge(base, emitter, p.transit * forward + p.base_emitter * depletion(be, p.barrier));
    if (p.reverse_transit > 0 || p.base_collector > 0)
      charge(base, collector, p.reverse_transit * reverse + p.base_collector * depletion(bc, p.barrier));
  }

  // Charge of a depletion layer per capacitance at 0 V, graded by one half; from half of the barrier voltage
  // on its capacitance goes on as a straight line.
  static T depletion(const T& v, double barrier) {
    using std::sqrt;
    if (value_of(v) < barrier / 2) return 2 * barrier * (1.0 - sqrt(1.0 - v / barrier));
    const double root = std::sqrt(0.5), at_half = 2 * barrier * (1 - root);
    const T beyond = v - barrier / 2;
    return at_half + (beyond + beyond * beyond / (2 * barrier)) / root;
  }

 private:
  void add(std::span<T> to, int a, int b, const T& amount) {
    if (a >= 0) to[a] = to[a] + amount;
    if (b >= 0) to[b] = to[b] - amount;
  }
};

}  // namespace saddle::bench
