// The rest point of a system at a frozen time, and how the system moves about it.
#pragma once

#include <complex>
#include <optional>
#include <string>
#include <vector>

#include <saddle/solver/analyses/modes.hpp>
#include <saddle/solver/analyses/options.hpp>
#include <saddle/solver/system/system.hpp>

namespace saddle {

struct EquilibriumOptions {
  double time = 0;                   // inputs take their value at this time [s]
  double relative_tolerance = 1e-6;  // on the Newton update of each variable; 0 < x < 1
  int newton_iterations = 100;       // per attempt; >= 2
  std::vector<double> guess;         // empty: System::start
  bool with_modes = true;            // false: only the point
  ModesOptions modes;
  int most_participants = 5;  // named with each mode; >= 0
  std::optional<OptionError> check() const;
};

struct Participant {
  std::string variable;
  double share = 0;  // 0..1; see Participation
};

// One mode of small motions about the point, v exp(s t).
struct EquilibriumMode {
  std::complex<double> s;                 // [1/s]
  double time_constant = 0;               // -1/Re s [s]: negative if it grows, infinite if it does neither
  double frequency = 0;                   // |Im s| / 2 pi [Hz]
  double damping_ratio = 1;               // -Re s / |s|
  std::vector<Participant> participants;  // who moves most, largest share first
};

struct Equilibrium {
  std::vector<double> y;
  std::string method;  // of operating_point: which of its strategies got there
  int newton_iterations = 0;
  // Nothing if modes were not asked for, or do not exist (s C + G singular for every s).
  std::optional<Modes> modes;
  std::string
      modes_note;  // why they, or their participants, were not computed although asked for; else empty
  std::optional<EquilibriumMode> slowest;       // the rightmost: last to die out, or first to grow
  std::optional<EquilibriumMode> least_damped;  // of those that ring; nothing if none does
  std::optional<Failure> failure;               // y is the last iterate then

  // All modes found decay. With modes->complete false others might not.
  bool stable() const { return modes && modes->stable; }
};

// f(t, y) = 0, whatever the dynamics: also where the point is one that the motion would leave.
Equilibrium equilibrium(System& system, const EquilibriumOptions& options = {});

}  // namespace saddle
