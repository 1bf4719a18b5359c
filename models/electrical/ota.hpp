// Transconductance amplifier: the current
//     I = i0 tanh(alpha (v_plus - v_minus))      [T D.4],   linear: I = i0 alpha (v_plus - v_minus)  [T D.5]
// leaves the amplifier at its output and enters the circuit there.
#pragma once

#include <array>
#include <string_view>

#include <saddle/models/electrical/law_bank.hpp>
#include <saddle/models/electrical/saturation.hpp>

namespace saddle {

struct Ota {
  static constexpr std::array<std::string_view, 3> terminals{"out", "plus", "minus"};
  static constexpr bool branch_current = false;
  static constexpr std::array<ParameterInfo, 3> parameters{
      {{"i0", "A", 10e-6, "largest output current, > 0"},
       {"alpha", "1/V", 1, "steepness: the transconductance is i0 * alpha, > 0"},
       {"linear", "1", 0, "1: without saturation"}}};
  static constexpr bool constant = false;
  static constexpr std::array<Entry, 2> G{{{0, 1}, {0, 2}}};
  static constexpr std::array<Entry, 0> C{};

  template <class S>
  static void law(const S* v, const S* p, LocalRows<S, 3>& out) {
    out.f[0] = -(p[0] * saturate(p[1] * (v[1] - v[2]), p[2]));
  }
};

}  // namespace saddle
