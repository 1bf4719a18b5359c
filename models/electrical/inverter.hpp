// Inverter: v_out = vpow tanh(beta (v_in - vinv)) + vinv with beta < 0  [T D.8], an ideal voltage
// output. The branch current flows from the output into the inverter.
#pragma once

#include <array>
#include <string_view>

#include <saddle/models/electrical/law_bank.hpp>
#include <saddle/models/electrical/saturation.hpp>

namespace saddle {

struct Inverter {
  static constexpr std::array<std::string_view, 2> terminals{"out", "in"};
  static constexpr bool branch_current = true;
  static constexpr std::array<ParameterInfo, 4> parameters{
      {{"vpow", "V", 2.5, "half the supply voltage, > 0"},
       {"vinv", "V", 2.5, "the voltage that maps to itself"},
       {"beta", "1/V", -10, "steepness: the gain is vpow * beta, < 0"},
       {"linear", "1", 0, "1: without saturation"}}};
  static constexpr bool constant = false;
  static constexpr std::array<Entry, 3> G{{{0, 2}, {2, 0}, {2, 1}}};
  static constexpr std::array<Entry, 0> C{};

  template <class S>
  static void law(const S* y, const S* p, LocalRows<S, 3>& out) {
    out.f[0] = y[2];
    out.f[2] = y[0] - p[0] * saturate(p[2] * (y[1] - p[1]), p[3]) - p[1];
  }
};

}  // namespace saddle
