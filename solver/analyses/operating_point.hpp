// The rest point f(t, y) = 0: Newton, then gmin stepping, then source stepping, then
// pseudo-transient continuation (backward Euler with growing steps). It says which one worked.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <saddle/solver/analyses/options.hpp>
#include <saddle/solver/system/system.hpp>

namespace saddle {

// Holds a variable at a value: its row of the system is replaced by y[variable] = value.
struct HeldVariable {
  int variable = 0;
  double value = 0;
};

struct OperatingPointOptions {
  double time = 0;                   // inputs take their value at this time [s]
  double relative_tolerance = 1e-6;  // on the Newton update of each variable; 0 < x < 1
  int newton_iterations = 100;       // per attempt; >= 2
  std::vector<HeldVariable> held;
  std::vector<double> guess;  // empty: System::start
  LinearMethod linear = LinearMethod::automatic;
  std::optional<OptionError> check() const;
};

struct OperatingPoint {
  std::vector<double> y;
  std::string method;  // "Newton", "gmin stepping", "source stepping", "pseudo-transient"
  int newton_iterations = 0;
  std::optional<Failure> failure;  // y is the last iterate then
};

OperatingPoint operating_point(System& system, const OperatingPointOptions& options = {});

}  // namespace saddle
