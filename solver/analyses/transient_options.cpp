#include <algorithm>
#include <cmath>

#include <saddle/solver/analyses/transient.hpp>

namespace saddle {

std::optional<OptionError> TransientOptions::check() const {
  const auto finite = [](double x) { return std::isfinite(x); };
  if (!finite(start)) return OptionError{"start", "a finite number"};
  if (!(finite(stop) && stop > start)) return OptionError{"stop", "x > start"};
  if (!(finite(start_saving) && start_saving < stop)) return OptionError{"start_saving", "x < stop"};
  if (!(finite(max_step) && max_step >= 0)) return OptionError{"max_step", "x >= 0"};
  if (!(finite(fixed_step) && fixed_step >= 0)) return OptionError{"fixed_step", "x >= 0"};
  if (!(finite(first_step) && first_step >= 0)) return OptionError{"first_step", "x >= 0"};
  if (highest_order < 1 || highest_order > 5) return OptionError{"highest_order", "1 <= x <= 5"};
  if (!std::all_of(output_times.begin(), output_times.end(), finite) ||
      !std::is_sorted(output_times.begin(), output_times.end()))
    return OptionError{"output_times", "finite and ascending values"};
  if (!(relative_tolerance > 0 && relative_tolerance < 1))
    return OptionError{"relative_tolerance", "0 < x < 1"};
  if (max_steps <= 0) return OptionError{"max_steps", "x > 0"};
  if (newton_iterations < 2) return OptionError{"newton_iterations", "x >= 2"};
  if (!std::all_of(initial.begin(), initial.end(), finite)) return OptionError{"initial", "finite values"};
  return std::nullopt;
}

}  // namespace saddle
