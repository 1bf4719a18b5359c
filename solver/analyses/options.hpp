// What analyses share: tolerances, the integrator's name, and failure as a value.
#pragma once

#include <optional>
#include <string>

namespace saddle {

enum class Integrator {
  automatic,       // by tolerance, stiffness and predicted fill; the result says what it was
  backward_euler,  // order 1, L-stable
  trapezoidal,     // order 2, A-stable
  gear2,           // order 2, stiffly stable
  bdf,             // orders 1 to 5, variable step
  radau,           // Radau IIA, order 5, L-stable, one step
  explicit_rk,     // Dormand-Prince, order 5, for what is not stiff
};
const char* name_of(Integrator integrator);  // "BDF"

// How linear systems are solved.
enum class LinearMethod {
  automatic,  // by the predicted fill of the factors
  direct,     // sparse LU
  iterative,  // Krylov with a cheap preconditioner
};

struct OptionError {
  std::string field;     // "relative_tolerance"
  std::string expected;  // "0 < x < 1"
};

// Why an analysis stopped early. Built as numbers in the loop, as text only here.
struct Failure {
  enum class Kind {
    singular,
    not_converged,
    not_finite,  // or the equations threw
    step_too_small,
    chattering,
    cancelled,
    wrong_system,  // it broke a promise: a size, the order of its jumps, a response
  };
  Kind kind = Kind::not_converged;
  std::string where;    // the variable or row at fault, by name; may be empty
  double time = 0;      // [s], transient only
  std::string message;  // a whole sentence: what happened, where, what was tried, what to try
};

}  // namespace saddle
