// Motion in time with error control: exact stops at input jumps, dense output, located changes
// of the active set of complementarity rows.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <saddle/solver/analyses/options.hpp>
#include <saddle/solver/system/system.hpp>
#include <saddle/solver/waveform/waveforms.hpp>

namespace saddle {

struct TransientOptions {
  double stop = 0;          // end of the run [s]; > 0
  double start_saving = 0;  // nothing is kept before [s]; 0 <= x < stop
  double max_step = 0;      // [s]; 0: stop / 50, and what the inputs ask for
  double fixed_step = 0;    // [s]; > 0 switches error control off
  Integrator integrator = Integrator::trapezoidal;
  double relative_tolerance = 1e-6;           // local error per step; 0 < x < 1
  long max_steps = 10'000'000;                // then the run ends with a failure; > 0
  int newton_iterations = 12;                 // before the step is cut; >= 2
  std::vector<double> initial;                // y at t = 0; empty: the operating point at t = 0
  std::vector<int> save;                      // variables to keep; empty: all
  std::function<bool(double time)> progress;  // called each accepted step; false cancels
  std::optional<OptionError> check() const;
};

struct TransientStatistics {
  long steps = 0, rejected_steps = 0, newton_iterations = 0;
  long evaluations = 0, factorizations = 0;
  double seconds = 0;  // CPU time of the run
};

struct TransientResult {
  Waveforms waveforms;        // up to the failure, if there was one
  std::vector<double> final;  // all variables at the end
  TransientStatistics statistics;
  std::optional<Failure> failure;
};

TransientResult transient(System& system, const TransientOptions& options);

}  // namespace saddle
