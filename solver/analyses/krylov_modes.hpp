// Some modes of a large linearised system, by shift-invert Arnoldi.
#pragma once

#include <complex>
#include <optional>
#include <vector>

#include <saddle/solver/analyses/linearisation.hpp>
#include <saddle/solver/analyses/modes.hpp>

namespace saddle {

// Eigenvalues z of (z C + G) v = 0 in the units of the linearisation, without repeats, in no order:
//
//   the slowest     nearest to 0: M = G^-1 C has mu = -1/z (a small real shift if G is singular)
//   the fast end    with a real L far above all |z|, the operator L M (1 - L M), M = (L C + G)^-1 C, has
//                   -L z / (L - z)^2 ~ -z/L, and 0 for infinite z: its extremes are the rightmost and the
//                   highest-pitched of the fast modes, if they stand out
//   the ringing     nearest to z0 = i w for w spread geometrically between the two ends: the real
//                   operator Re (z0 C + G)^-1 C has nu = -z / (z^2 + w^2); where modes crowd and none
//                   converges, one by Rayleigh quotient iteration
//   the growing     nearest to real z0 > 0 of the same spread
//
// Nothing if no shift gives a regular matrix.
std::optional<std::vector<std::complex<double>>> krylov_modes(const Linearisation& at,
                                                              const ModesOptions& options);

}  // namespace saddle
