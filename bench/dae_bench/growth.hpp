// How cost grows with size, and what single features gain.
#pragma once

#include "report.hpp"

namespace saddle::bench {

// Time per step and unknown, peak memory per unknown, of ladders up to 1e6 nodes.
Table ladder_growth(bool quick);
// Where the time goes on sheets: evaluation per unknown, factorization per flop; direct beside iterative.
Table grid_growth(bool quick);
Table direct_or_iterative(bool quick);
// A line driven by a square wave: every jump is a new start.
Table square_wave(bool quick);
// The flow of a random QP until it rests.
Table equilibrium(bool quick);
// crossover.cpp: the same flow, its rest point at once, and by which method its motion costs least.
Table rest_point(bool quick);
Table explicit_or_implicit(bool quick);

}  // namespace saddle::bench
