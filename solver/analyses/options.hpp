// What analyses share: tolerances, the integrator's name, and failure as a value.
#pragma once

#include <optional>
#include <string>

namespace saddle {

enum class Integrator { backward_euler, trapezoidal, gear2 };

struct OptionError {
  std::string field;     // "relative_tolerance"
  std::string expected;  // "0 < x < 1"
};

// Why an analysis stopped early. Built as numbers in the loop, as text only here.
struct Failure {
  enum class Kind { singular, not_converged, not_finite, step_too_small, cancelled };
  Kind kind = Kind::not_converged;
  std::string where;    // the variable or row at fault, by name; may be empty
  double time = 0;      // [s], transient only
  std::string message;  // a whole sentence: what happened, where, what was tried, what to try
};

}  // namespace saddle
