// Operational amplifier: v_out = vpow tanh(beta (v_plus - v_minus)) + vinv  [T D.6], an ideal voltage
// output. The branch current flows from the output into the amplifier.
#pragma once

#include <array>
#include <string_view>

#include <saddle/models/electrical/law_bank.hpp>
#include <saddle/models/electrical/saturation.hpp>

namespace saddle {

struct Opamp {
  static constexpr std::array<std::string_view, 3> terminals{"out", "plus", "minus"};
  static constexpr bool branch_current = true;
  static constexpr std::array<ParameterInfo, 4> parameters{
      {{"vpow", "V", 5, "half the difference of the supply voltages, > 0"},
       {"vinv", "V", 0, "average of the supply voltages"},
       {"beta", "1/V", 1e4, "steepness: the gain is vpow * beta"},
       {"linear", "1", 0, "1: without saturation"}}};
  static constexpr bool constant = false;
  static constexpr std::array<Entry, 4> G{{{0, 3}, {3, 0}, {3, 1}, {3, 2}}};
  static constexpr std::array<Entry, 0> C{};

  template <class S>
  static void law(const S* y, const S* p, LocalRows<S, 4>& out) {
    out.f[0] = y[3];
    out.f[3] = y[0] - p[0] * saturate(p[2] * (y[1] - y[2]), p[3]) - p[1];
  }

  // A Newton step from one rail to the other passes through the steep middle: stop there once.
  static double control(const double* y) { return y[1] - y[2]; }
  static double limit(const double* p, double from, double to) { return stop_in_the_middle(p[2], from, to); }
  static std::array<double, 4> with_control(std::array<double, 4> y, double control) {
    y[1] = y[2] + control;
    return y;
  }
};

}  // namespace saddle
