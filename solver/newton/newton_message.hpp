// Newton's failures in words; built only when somebody reads them.
#pragma once

#include <span>
#include <string>

#include <saddle/solver/analyses/options.hpp>
#include <saddle/solver/newton/newton.hpp>

namespace saddle {

// `y` is the last iterate. The message is a clause without a final stop:
// "'v(x)' did not converge (last 3.1 V)".
Failure describe(const NewtonResult& result, const System& system, const Newton& newton,
                 std::span<const double> y);

// "3.1 V", with the variable's unit.
std::string value_with_unit(const System& system, int variable, double value);

}  // namespace saddle
