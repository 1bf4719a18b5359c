// Natural modes of a system linearised at a point.
#pragma once

#include <complex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <saddle/solver/analyses/options.hpp>
#include <saddle/solver/system/system.hpp>

namespace saddle {

// Small motions about a point follow C d/dt v + G v = 0; v exp(s t) is one where
// (s C + G) v = 0. A singular C (algebraic variables) sends as many s to infinity as there are
// instantaneous relations; those are no motions and are left out.
struct Modes {
  std::vector<std::complex<double>> eigenvalues;  // s [1/s], the slowest (largest real part) first
  // True: these are all modes. False: those nearest to a few shifts only; `stable`, the slowest and the least
  // damped speak of them. A mode that grows or rings unseen would have to hide among many others
  // that lie nearer to every shift, and not at the fast end of the spectrum.
  bool complete = true;
  bool stable = true;                // every real part < 0, beyond rounding
  double slowest_time_constant = 0;  // -1 / largest real part [s]; infinite if not stable
  double least_damping_ratio = 1;    // least -Re s / |s|; 1: no ringing, < 0: it grows

  const std::complex<double>* slowest() const { return eigenvalues.empty() ? nullptr : &eigenvalues.front(); }
  const std::complex<double>* least_damped() const;  // null: there is no mode
};

struct ModesOptions {
  int per_shift = 4;     // modes wanted near each shift; 1..100
  int most_shifts = 10;  // along the imaginary axis; 0..1000
  // Work of the factorizations, predicted from the pattern; shifts are left out beyond it. > 0
  double most_flops = 1e10;
  std::optional<OptionError> check() const;
};

// Up to this many variables with charge all modes are found, by a dense computation.
constexpr int kLargestDenseModes = 400;

// Modes about (time, y) with complementarity rows taken as they stand: a variable at its bound
// whose row has slack stays there. Nothing if the matrices are not finite, or s C + G is singular for
// every s (the equations do not determine the motion), or factors are too full (modes_out_of_reach), or the
// equations have no value there.
// Throws std::invalid_argument for a time that is not finite and a y that is not, or of another size.
std::optional<Modes> modes(System& system, double time, std::span<const double> y,
                           const ModesOptions& options = {});

// Why modes of a system are not computed at all within options.most_flops, as a sentence; empty if they are.
std::string modes_out_of_reach(const System& system, const ModesOptions& options);

// How much each variable takes part in a mode: |(C^T u)_j v_j| with the right and left eigenvectors v and u,
// (s C + G) v = 0 and u^T (s C + G) = 0, as a fraction of their sum. It has no unit, so voltages and currents
// compare; an algebraic variable takes no part, since it holds no charge.
struct Participation {
  int variable = 0;
  double share = 0;  // 0..1
};

// The variables with the largest shares in the mode with eigenvalue s, at most `most`, largest first.
// Empty if inverse iteration at s finds no eigenvector.
std::vector<Participation> participation(System& system, double time, std::span<const double> y,
                                         std::complex<double> s, int most = 5);

}  // namespace saddle
