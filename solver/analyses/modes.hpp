// Natural modes of a system linearised at a point.
#pragma once

#include <complex>
#include <optional>
#include <span>
#include <vector>

#include <saddle/solver/system/system.hpp>

namespace saddle {

// Small motions about a point follow C d/dt v + G v = 0; v exp(s t) is one where
// (s C + G) v = 0. A singular C (algebraic variables) sends as many s to infinity as there are
// instantaneous relations; those are no motions and are left out.
struct Modes {
  std::vector<std::complex<double>> eigenvalues;  // s [1/s], the slowest (largest real part) first
  bool stable = true;                             // every real part < 0, beyond rounding
  double slowest_time_constant = 0;               // -1 / largest real part [s]; infinite if not stable
  double least_damping_ratio = 1;                 // least -Re s / |s|; 1: no ringing, < 0: it grows
};

constexpr int kLargestDenseModes = 400;

// Modes about (time, y) with complementarity rows taken as they stand: a variable at its bound
// whose row has slack stays there. Nothing for more than kLargestDenseModes variables.
std::optional<Modes> modes(System& system, double time, std::span<const double> y);

}  // namespace saddle
