// Voltage-controlled current source (SPICE G): the current gain * (vc+ - vc-) flows from terminal +
// through the source to terminal -.
#pragma once

#include <array>
#include <string_view>

#include <saddle/models/electrical/law_bank.hpp>

namespace saddle {

struct Vccs {
  static constexpr std::array<std::string_view, 4> terminals{"+", "-", "control+", "control-"};
  static constexpr bool branch_current = false;
  static constexpr std::array<ParameterInfo, 1> parameters{{{"gain", "S", 1e-6, "transconductance"}}};
  static constexpr bool constant = true;
  static constexpr std::array<Entry, 4> G{{{0, 2}, {0, 3}, {1, 2}, {1, 3}}};
  static constexpr std::array<Entry, 0> C{};

  template <class S>
  static void law(const S* v, const S* p, LocalRows<S, 4>& out) {
    const S i = p[0] * (v[2] - v[3]);
    out.f[0] = i;
    out.f[1] = -i;
  }
};

}  // namespace saddle
