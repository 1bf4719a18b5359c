// Voltage-controlled voltage source (SPICE E): v+ - v- = gain * (vc+ - vc-). The branch current flows
// from terminal + through the source to terminal -.
#pragma once

#include <array>
#include <string_view>

#include <saddle/models/electrical/law_bank.hpp>

namespace saddle {

struct Vcvs {
  static constexpr std::array<std::string_view, 4> terminals{"+", "-", "control+", "control-"};
  static constexpr bool branch_current = true;
  static constexpr std::array<ParameterInfo, 1> parameters{{{"gain", "1", 1, "voltage gain"}}};
  static constexpr bool constant = true;
  static constexpr std::array<Entry, 6> G{{{0, 4}, {1, 4}, {4, 0}, {4, 1}, {4, 2}, {4, 3}}};
  static constexpr std::array<Entry, 0> C{};

  template <class S>
  static void law(const S* y, const S* p, LocalRows<S, 5>& out) {
    out.f[0] = y[4];
    out.f[1] = -y[4];
    out.f[4] = y[0] - y[1] - p[0] * (y[2] - y[3]);
  }
};

}  // namespace saddle
