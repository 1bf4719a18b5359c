// What both kinds of sensitivities ask of their arguments.
#pragma once

#include <span>
#include <vector>

#include <saddle/solver/analyses/sensitivity.hpp>

namespace saddle {

// The parameters asked for, all if none are; throws std::invalid_argument for one that does not exist.
std::vector<int> checked_parameters(const System& system, std::span<const int> parameters);

// Throws std::invalid_argument for a gradient that is not as long as y.
void check_gradients(const System& system, std::span<const ObjectiveGradient> objectives);

SensitivityMethod chosen_method(SensitivityMethod wanted, std::size_t parameters, std::size_t objectives);

double dot(std::span<const double> a, std::span<const double> b);

}  // namespace saddle
