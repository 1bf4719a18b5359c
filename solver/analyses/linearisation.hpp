// A system linearised at a point, brought to one scale: C d/dt v + G v = 0.
#pragma once

#include <complex>
#include <optional>
#include <span>
#include <vector>

#include <saddle/solver/linear/sparse_lu.hpp>
#include <saddle/solver/system/system.hpp>

namespace saddle {

// Time is counted in units of 1/rate, and rows and columns are divided by their largest entry over both
// matrices, so that units and element values no longer matter. None of it changes the modes but for the
// factor `rate`: an eigenvalue z of (z C + G) v = 0 is s = rate z of the system.
struct Linearisation {
  Pattern pattern;
  std::vector<double> C, G;  // by the pattern's slots
  double rate = 1;           // [1/s]

  // Variables with charge: a bound on the number of modes.
  std::vector<int> charged_columns() const;
};

// About (time, y), complementarity rows taken as they stand: a variable at its bound whose row has slack
// stays there. Nothing if a derivative is not finite.
std::optional<Linearisation> linearise(System& system, double time, std::span<const double> y);

// y = A x for values by a pattern's slots.
void multiply(const Pattern& pattern, std::span<const double> values, std::span<const double> x,
              std::span<double> y);

// Solves with z C + G for one complex z after another. With x = a + i b and z = u + i w it is the real system
//
//     | u C + G    -w C   | | a |
//     |   w C     u C + G | | b |
//
// with the two parts of each variable side by side, so that one real sparse LU serves.
class ShiftedPencil {
 public:
  explicit ShiftedPencil(const Linearisation& at);

  bool factor(std::complex<double> z);  // false if z C + G is singular there
  // In place.
  void solve(std::span<std::complex<double>> b);
  void solve_transposed(std::span<std::complex<double>> b);  // of the transpose, not conjugated

 private:
  const Linearisation& at_;
  Pattern doubled_;
  std::vector<double> values_, work_;
  SparseLu lu_;
};

}  // namespace saddle
