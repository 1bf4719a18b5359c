// Resistor [T D.2]: the current (v1 - v2) / resistance flows from terminal 1 to terminal 2.
#pragma once

#include <array>
#include <string_view>

#include <saddle/models/electrical/law_bank.hpp>

namespace saddle {

struct Resistor {
  static constexpr std::array<std::string_view, 2> terminals{"1", "2"};
  static constexpr bool branch_current = false;
  static constexpr std::array<ParameterInfo, 1> parameters{
      {{"resistance", "ohm", 1e3, "resistance, not 0; negative for an active cell"}}};
  static constexpr bool constant = true;
  static constexpr std::array<Entry, 4> G{{{0, 0}, {0, 1}, {1, 0}, {1, 1}}};
  static constexpr std::array<Entry, 0> C{};

  template <class S>
  static void law(const S* v, const S* p, LocalRows<S, 2>& out) {
    const S i = (v[0] - v[1]) / p[0];
    out.f[0] = i;
    out.f[1] = -i;
  }
};

}  // namespace saddle
