// Motion in time with error control: exact stops at input jumps, dense output, located changes
// of the active set of complementarity rows.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <saddle/solver/analyses/options.hpp>
#include <saddle/solver/integrators/stepper.hpp>
#include <saddle/solver/system/system.hpp>
#include <saddle/solver/waveform/waveforms.hpp>

namespace saddle {

// A step just accepted, for those who watch a run. Valid during the call only.
class AcceptedStep {
 public:
  AcceptedStep(double from, const Stepper& stepper) : from_(from), stepper_(stepper) {}
  double from() const { return from_; }                               // [s]
  double time() const { return stepper_.time(); }                     // [s]
  std::span<const double> y() const { return stepper_.y(); }          // at its end
  std::span<const double> slope() const { return stepper_.slope(); }  // d/dt q at its end
  Combination interpolate(double time) const { return stepper_.interpolate(time); }
  const Stepper& stepper() const { return stepper_; }

 private:
  double from_;
  const Stepper& stepper_;
};

struct TransientOptions {
  double start = 0;         // [s]
  double stop = 0;          // end of the run [s]; > start
  double start_saving = 0;  // nothing is kept before [s]; < stop
  double max_step = 0;      // [s]; 0: what the inputs ask for, and a fiftieth of the run for orders 1 and 2
  double fixed_step = 0;    // [s]; > 0 switches error control off; <= stop - start and max_step
  double first_step = 0;    // [s]; 0: chosen
  Integrator integrator = Integrator::automatic;
  LinearMethod linear = LinearMethod::automatic;
  int highest_order = 5;             // of BDF; 1..5
  double relative_tolerance = 1e-6;  // local error per step; 1e-14 <= x < 1
  bool relative_to_peak = false;     // to the largest |y_i| so far instead of |y_i| now
  long max_steps = 10'000'000;       // then the run ends with a failure; > 0
  int newton_iterations = 12;        // before the step is cut; 2..10000
  std::vector<double> initial;       // y at the start; empty: the operating point there
  // Charges cannot jump without cause. `initial` for which they would have to (a pendulum off its circle,
  // a capacitor across a source of another voltage) is an error; true: begin at the consistent values that
  // an impulse leads to. Algebraic variables are guesses and always corrected.
  bool correct_initial = false;
  std::vector<int> save;             // variables to keep; empty: all
  bool keep_waveforms = true;        // false: only the final values
  std::vector<double> output_times;  // ascending, inside the run; empty: the steps, and points between them
  std::function<bool(double time)> progress;         // called each accepted step; false cancels
  std::function<bool(const AcceptedStep&)> observe;  // the same; false ends the run without a failure
  std::optional<OptionError> check() const;
};

struct TransientStatistics {
  long steps = 0, rejected_steps = 0, newton_iterations = 0;
  long evaluations = 0, factorizations = 0;
  long restarts = 0, events = 0;
  double seconds = 0;  // CPU time of the run
  // Where it went; estimated from a sample of the calls.
  double evaluation_seconds = 0, factorization_seconds = 0, solution_seconds = 0;
};

struct FoundEvent {
  double time = 0;  // [s]
  int event = 0;    // index into System::events() of the structure at that time
  std::string name;
};

struct TransientResult {
  Waveforms waveforms;        // up to the failure, if there was one
  std::vector<double> final;  // all variables at the end
  double end = 0;             // [s]; the stop time unless the run ended early
  std::vector<FoundEvent> events;
  Integrator integrator = Integrator::automatic;  // what was used last
  LinearMethod linear = LinearMethod::automatic;  // what was used
  std::string choice;                             // why, in words
  TransientStatistics statistics;
  std::vector<std::string> warnings;  // about results that may be worse than asked for
  std::optional<Failure> failure;
};

TransientResult transient(System& system, const TransientOptions& options);

}  // namespace saddle
