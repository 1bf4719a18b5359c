#include <algorithm>
#include <cmath>

#include <saddle/solver/analyses/option_checks.hpp>
#include <saddle/solver/analyses/transient.hpp>

namespace saddle {

namespace {

constexpr double kLeastStepOfTime = 1e-15;  // shorter steps do not advance the time

// Lengths of steps that contradict each other or the run.
std::optional<OptionError> check_steps(const TransientOptions& options) {
  const double least = kLeastStepOfTime * std::max(std::abs(options.start), std::abs(options.stop));
  const auto good = [&](double x) { return std::isfinite(x) && x >= 0; };
  const auto resolved = [&](double x) { return x == 0 || x > least; };
  if (!good(options.max_step)) return OptionError{"max_step", "x >= 0"};
  if (!resolved(options.max_step))
    return OptionError{"max_step", "x > 1e-15 of the time; it would not advance"};
  if (!good(options.fixed_step)) return OptionError{"fixed_step", "x >= 0"};
  if (!resolved(options.fixed_step))
    return OptionError{"fixed_step", "x > 1e-15 of the time; it would not advance"};
  if (options.fixed_step > options.stop - options.start)
    return OptionError{"fixed_step", "x <= stop - start"};
  if (options.max_step > 0 && options.fixed_step > options.max_step)
    return OptionError{"fixed_step", "x <= max_step"};
  if (!good(options.first_step)) return OptionError{"first_step", "x >= 0"};
  return std::nullopt;
}

std::optional<OptionError> check_output_times(const TransientOptions& options) {
  const std::vector<double>& times = options.output_times;
  if (times.empty()) return std::nullopt;
  const auto finite = [](double x) { return std::isfinite(x); };
  if (!std::all_of(times.begin(), times.end(), finite) || !std::is_sorted(times.begin(), times.end()))
    return OptionError{"output_times", "finite and ascending values"};
  if (times.front() < std::max(options.start, options.start_saving) || times.back() > options.stop)
    return OptionError{"output_times", "values from start (and start_saving) to stop"};
  if (!options.keep_waveforms) return OptionError{"output_times", "none where keep_waveforms is false"};
  return std::nullopt;
}

}  // namespace

std::optional<OptionError> TransientOptions::check() const {
  const auto finite = [](double x) { return std::isfinite(x); };
  if (!finite(start)) return OptionError{"start", "a finite number"};
  if (!(finite(stop) && stop > start)) return OptionError{"stop", "x > start"};
  if (auto error = check_span("stop", start, stop - start)) return error;
  if (!(finite(start_saving) && start_saving < stop)) return OptionError{"start_saving", "x < stop"};
  if (auto error = check_steps(*this)) return error;
  if (highest_order < 1 || highest_order > 5) return OptionError{"highest_order", "1 <= x <= 5"};
  if (auto error = check_output_times(*this)) return error;
  if (auto error = check_relative_tolerance(relative_tolerance)) return error;
  if (max_steps <= 0) return OptionError{"max_steps", "x > 0"};
  if (auto error = check_newton_iterations(newton_iterations)) return error;
  return check_finite("initial", initial);
}

}  // namespace saddle
