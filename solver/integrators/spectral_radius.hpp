// How fast the fastest part of a motion is.
#pragma once

#include <saddle/solver/integrators/explicit_form.hpp>

namespace saddle {

// |lambda| of the largest eigenvalue of d/dt v = -J^-1 G v [1/s] about the point where `form` was linearised
// last, by some power iterations: the mean growth over the last of them, so that a pair of complex
// eigenvalues counts by its size. From below, within some percent as a rule.
double spectral_radius(const Newton& newton, ExplicitForm& form);

}  // namespace saddle
