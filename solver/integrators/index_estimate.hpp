// Equations whose index is too high to be integrated as they are.
#pragma once

#include <span>

#include <saddle/solver/newton/newton.hpp>

namespace saddle {

// The answer of C d/dt y + G y = r to a step of backward Euler of length h, y = (C / h + G)^-1 r, grows with
// a shrinking h as h^(1 - k) in a variable of index k: a multiplier of index 2 is a first difference of
// velocities, one of index 3 a second difference of positions. Three lengths, each a tenth of the one before,
// tell the power; they are a small part of the run, where faster parasitics look like what they are.
//
// The variable of index 3 or more whose answer grows most, -1 if there is none or it cannot be told. `newton`
// has solved an equation at (time, y), so that its rows are replaced as they are there.
int variable_of_high_index(Newton& newton, double time, std::span<const double> y, double span);

}  // namespace saddle
