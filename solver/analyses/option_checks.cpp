#include <saddle/solver/analyses/option_checks.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

namespace saddle {

namespace {

constexpr double kLeastTolerance = 1e-14;               // some rounding errors of a double
constexpr double kLeastSpanOfTime = 1e-12;              // of the time itself
constexpr double kShortest = 1e-100, kLongest = 1e100;  // [s]
constexpr int kMostIterations = 10'000;

}  // namespace

void require(const std::optional<OptionError>& error) {
  if (error) throw std::invalid_argument(fmt::format("{}: expected {}", error->field, error->expected));
}

std::optional<OptionError> check_relative_tolerance(double value) {
  if (!(value > 0 && value < 1)) return OptionError{"relative_tolerance", "0 < x < 1"};
  if (value < kLeastTolerance)
    return OptionError{"relative_tolerance",
                       fmt::format("x >= {:g}, as doubles have 16 digits", kLeastTolerance)};
  return std::nullopt;
}

std::optional<OptionError> check_newton_iterations(int value) {
  if (value < 2) return OptionError{"newton_iterations", "x >= 2"};
  if (value > kMostIterations)
    return OptionError{"newton_iterations", fmt::format("x <= {}", kMostIterations)};
  return std::nullopt;
}

std::optional<OptionError> check_span(const char* field, double start, double span) {
  if (span < kLeastSpanOfTime * std::abs(start))
    return OptionError{
        field, fmt::format("a run of at least {:g} of the start time; begin at 0 instead", kLeastSpanOfTime)};
  if (span < kShortest || span > kLongest)
    return OptionError{field, fmt::format("a run of {:g} to {:g} s", kShortest, kLongest)};
  return std::nullopt;
}

std::optional<OptionError> check_finite(const char* field, std::span<const double> values) {
  if (std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); }))
    return std::nullopt;
  return OptionError{field, "finite values"};
}

}  // namespace saddle
