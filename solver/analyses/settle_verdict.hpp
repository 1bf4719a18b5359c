// Why a motion does not settle, judged from what its variables did.
#pragma once

#include <saddle/solver/analyses/motion_watch.hpp>
#include <saddle/solver/analyses/settle.hpp>

namespace saddle {

// True, and the verdict in `result`, if a variable swings on without loss.
bool judge_oscillation(const System& system, const SettleOptions& options, const MotionWatch& watch,
                       Settling& result);

// `variable` has passed the limit; `from` is where the horizon began [s].
void judge_runaway(const System& system, const SettleOptions& options, const MotionWatch& watch, int variable,
                   double from, Settling& result);

// True if the integrator stopped because a variable goes to infinity.
bool judge_blow_up(const System& system, const MotionWatch& watch, const Failure& failure, Settling& result);

// At the end of the longest horizon, of `length` [s]: a steady drift, or something that still moves.
void judge_at_the_end(System& system, const SettleOptions& options, const MotionWatch& watch, double length,
                      bool rest_in_sight, Settling& result);

}  // namespace saddle
