// Coefficients of the explicit Runge-Kutta pair of order 5(4) by Dormand and Prince, RK5(4)7M.
// Source: Dormand, Prince, A family of embedded Runge-Kutta formulae, J. Comp. Appl. Math. 6 (1980);
// dense output: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.6.
#pragma once

#include <array>

namespace saddle::dormand_prince {

inline constexpr int kStages = 7;

// Where the stages lie in the step. The last two share the end: their difference tells of stiffness.
inline constexpr double c[kStages] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};

// Row i: the weights of the slopes before stage i. The last row is the new point, whose slope is the
// first of the next step.
inline constexpr double a[kStages][kStages - 1] = {
    {},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};

// Order 5 minus order 4.
inline constexpr std::array<double, kStages> error = {
    71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

// The part of the fourth-order continuation that a cubic through both ends cannot have.
inline constexpr double d[kStages] = {-12715105075.0 / 11282082432,  0,
                                      87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
                                      701980252875.0 / 199316789632, -1453857185.0 / 822651844,
                                      69997945.0 / 29380423};

// q(t_n + theta h) = q_n + h sum_i w_i k_i to order 4.
constexpr std::array<double, kStages> weights_inside(double theta) {
  const double rest = 1 - theta, bubble = theta * theta * rest * rest;
  std::array<double, kStages> w{};
  for (int i = 0; i < kStages; ++i) {
    const double end = i < kStages - 1 ? a[kStages - 1][i] : 0;  // of the step as a whole
    const double begin_slope = i == 0 ? 1 : 0, end_slope = i == kStages - 1 ? 1 : 0;
    // theta (end + (1 - theta) (begin' - end + theta (2 end - begin' - end' + (1 - theta) d)))
    w[i] = theta * (end + rest * (begin_slope - end + theta * (2 * end - begin_slope - end_slope))) +
           bubble * d[i];
  }
  return w;
}

}  // namespace saddle::dormand_prince
