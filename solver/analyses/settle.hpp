// The true motion until it is at rest: when each variable settles, or why it never does.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <saddle/solver/analyses/options.hpp>
#include <saddle/solver/system/system.hpp>

namespace saddle {

struct SettleOptions {
  double start = 0;                   // [s]
  std::vector<double> initial;        // y at the start; empty: System::start, made consistent
  bool correct_initial = false;       // where `initial` contradicts the equations: see TransientOptions
  double longest = 0;                 // motion that is followed at most [s]; > 0
  double first_horizon = 0;           // [s]; doubled until there is rest; 0: longest / 1024; < longest
  double band = 0.01;                 // about the final value, of a variable's total excursion; 0 < x < 1
  std::vector<double> absolute_band;  // one for each of System::kinds(), in its unit; empty: `band`
  double tolerance = 1e-4;            // motion that counts as rest, of a variable's excursion; 0 < x < 1
  double limit = 1e9;                 // |y| beyond this has run away; > 0
  Integrator integrator = Integrator::trapezoidal;
  double relative_tolerance = 1e-6;           // of the integrator; 0 < x < 1
  long max_steps = 10'000'000;                // of one horizon; > 0
  std::function<bool(double time)> progress;  // called each accepted step; false cancels
  std::optional<OptionError> check() const;
};

struct Settling {
  enum class Outcome {
    settled,
    oscillates,    // swings of a variable do not shrink
    runs_away,     // beyond `limit`, to infinity in finite time, or by a steady drift with no rest in sight
    still_moving,  // at the end of `longest`
    failed,        // see `failure`
  };
  Outcome outcome = Outcome::failed;
  std::string message;    // a whole sentence
  std::vector<double> y;  // the final value if settled, else where the motion was left
  double end = 0;         // [s]; the motion was followed up to here

  // Settled only. Time since the start after which a variable stays in its band about its final value.
  std::vector<double> settling_times;  // [s]
  double settling_time = 0;            // the longest of them [s]
  int slowest_variable = -1;
  bool verified = false;  // Newton from the last state found a rest point inside the bands

  // What does not settle.
  int variable = -1;       // the one that shows it most
  double period = 0;       // of an oscillation [s]
  double amplitude = 0;    // half the distance of its extremes, in the variable's unit
  double growth_rate = 0;  // of what grows exponentially [1/s]; 0: not measured
  double drift = 0;        // of what drifts steadily, in the variable's unit per second

  long steps = 0;
  std::optional<Failure> failure;
};

// Follows the system over horizons [0, H], [H, 2H], [2H, 4H], ... of H = first_horizon, inputs moving as
// they do. It is at rest when in the last of them, half of all time so far, no variable moved by more than
// the tolerance, no jump of an input is to come before `longest`, and Newton from there finds a rest point
// within the bands (where Newton finds none, as with a conserved charge, the motion's word is taken and
// `verified` is false).
//
// An oscillation counts as undamped when a variable swings at least twenty times in the last horizon and its
// range in the second half of it is no smaller than in the first by 1/1000: quality factors beyond some ten
// thousand are not told from infinite ones.
//
// When a variable last enters its band can be told only after its final value is known. The motion is run a
// second time for that, which repeats the first step by step: nothing is kept but a few numbers for each
// variable, at twice the cost.
Settling settle(System& system, const SettleOptions& options);

}  // namespace saddle
