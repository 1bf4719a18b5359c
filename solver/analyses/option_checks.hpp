// Checks that the options of several analyses share, and the error they end in.
#pragma once

#include <optional>
#include <span>
#include <string>

#include <saddle/solver/analyses/options.hpp>

namespace saddle {

// Throws std::invalid_argument, "field: expected ...", if there is an error.
void require(const std::optional<OptionError>& error);

// 0 < x < 1, and not so small that doubles cannot tell the difference.
std::optional<OptionError> check_relative_tolerance(double value);

// 2 at least (the first iteration cannot know that it converged), and not for ever.
std::optional<OptionError> check_newton_iterations(int value);

// A run from `start` on for `span`: neither so short that times in it are equal but for rounding, nor
// so short or long that powers of it leave the range of doubles. `field` is the name of what ends the run.
std::optional<OptionError> check_span(const char* field, double start, double span);

std::optional<OptionError> check_finite(const char* field, std::span<const double> values);

}  // namespace saddle
