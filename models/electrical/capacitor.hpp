// Capacitor [T D.3]: charge capacitance * (v1 - v2) on terminal 1.
#pragma once

#include <array>
#include <string_view>

#include <saddle/models/electrical/law_bank.hpp>

namespace saddle {

struct Capacitor {
  static constexpr std::array<std::string_view, 2> terminals{"1", "2"};
  static constexpr bool branch_current = false;
  static constexpr std::array<ParameterInfo, 1> parameters{{{"capacitance", "F", 1e-9, "capacitance, > 0"}}};
  static constexpr bool constant = true;
  static constexpr std::array<Entry, 0> G{};
  static constexpr std::array<Entry, 4> C{{{0, 0}, {0, 1}, {1, 0}, {1, 1}}};

  template <class S>
  static void law(const S* v, const S* p, LocalRows<S, 2>& out) {
    const S q = p[0] * (v[0] - v[1]);
    out.q[0] = q;
    out.q[1] = -q;
  }
};

}  // namespace saddle
