// Negator: v_out = -v_in, ideal, no input current: a change of sign. The branch current flows from the
// output into the negator.
#pragma once

#include <array>
#include <string_view>

#include <saddle/models/electrical/law_bank.hpp>

namespace saddle {

struct Negator {
  static constexpr std::array<std::string_view, 2> terminals{"out", "in"};
  static constexpr bool branch_current = true;
  static constexpr std::array<ParameterInfo, 0> parameters{};
  static constexpr bool constant = true;
  static constexpr std::array<Entry, 3> G{{{0, 2}, {2, 0}, {2, 1}}};
  static constexpr std::array<Entry, 0> C{};

  template <class S>
  static void law(const S* y, const S*, LocalRows<S, 3>& out) {
    out.f[0] = y[2];
    out.f[2] = y[0] + y[1];
  }
};

}  // namespace saddle
