// What a singular matrix leaves undetermined.
#pragma once

#include <span>
#include <vector>

#include <saddle/solver/system/pattern.hpp>

namespace saddle {

// The columns that a singular (or nearly singular) matrix does not determine: those that are
// zero altogether; where there are none, the largest entries of a vector x with A x ~ 0, found
// by inverse iteration with A shifted a little. Most important first; meant for messages.
std::vector<int> undetermined_columns(const Pattern& pattern, std::span<const double> values);

}  // namespace saddle
