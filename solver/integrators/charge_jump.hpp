// Start values that no motion could begin with.
#pragma once

#include <optional>
#include <span>

#include <saddle/solver/newton/newton.hpp>

namespace saddle {

struct ChargeJump {
  int variable = -1;  // the one that moved most, in units of what it may
  double from = 0, to = 0;
};

// d/dt q + f = 0 with a finite f keeps q continuous. Where consistent values have other charges than the
// values given, only an impulse leads from one to the other: a body is moved onto its path, a capacitor
// charged at once. What the charge of a row may differ by:
//
//     |dq_i| <= sum_j |C_ij| a_j,   a_j = max(error weight of y_j, 1e-6 of the largest differential variable
//     of its kind):
//
// neither what the error test does not see, nor the digits that printed start values lack. Algebraic
// variables have no column in C; nor is a sum of variables held that no charge depends on.
//
// `newton` has just found the consistent values: C is taken from its last evaluation.
std::optional<ChargeJump> find_charge_jump(const System& system, const Newton& newton,
                                           std::span<const double> y, std::span<const double> q,
                                           std::span<const double> consistent_y,
                                           std::span<const double> consistent_q);

}  // namespace saddle
