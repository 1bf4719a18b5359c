// One mode near a point of the complex plane, by Rayleigh quotient iteration.
#pragma once

#include <complex>
#include <optional>

#include <saddle/solver/analyses/linearisation.hpp>

namespace saddle {

// A mode z of z C + G near z0, in the units of the linearisation, not always the nearest one. It serves where
// modes crowd: thousands at about the same distance from z0 keep a Krylov space from telling them apart,
// but the shift that follows the quotient settles on one of them. Nothing if it does not within some steps.
std::optional<std::complex<double>> mode_near(const Linearisation& at, ShiftedPencil& pencil,
                                              std::complex<double> z0);

}  // namespace saddle
