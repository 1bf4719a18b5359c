// KLU's C interface under one name for real and complex values.
#pragma once

#include <klu.h>

#include <complex>

namespace saddle {

template <class Scalar>
struct KluFunctions;

template <>
struct KluFunctions<double> {
  static constexpr auto factor = klu_factor;
  static constexpr auto refactor = klu_refactor;
  static constexpr auto solve = klu_solve;
  static constexpr auto growth = klu_rgrowth;
  static constexpr auto release = klu_free_numeric;
  static int solve_transposed(klu_symbolic* symbolic, klu_numeric* numeric, int size, double* b,
                              klu_common* common) {
    return klu_tsolve(symbolic, numeric, size, 1, b, common);
  }
};

// A complex number is a pair of doubles here, as std::complex guarantees to be.
template <>
struct KluFunctions<std::complex<double>> {
  static constexpr auto factor = klu_z_factor;
  static constexpr auto refactor = klu_z_refactor;
  static constexpr auto solve = klu_z_solve;
  static constexpr auto growth = klu_z_rgrowth;
  static constexpr auto release = klu_z_free_numeric;
  static int solve_transposed(klu_symbolic* symbolic, klu_numeric* numeric, int size, double* b,
                              klu_common* common) {
    constexpr int kConjugate = 0;
    return klu_z_tsolve(symbolic, numeric, size, 1, b, kConjugate, common);
  }
};

}  // namespace saddle
