// A problem of the bench: how to build it for a tolerance, how long it runs, where it ends.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bench_system.hpp"

namespace saddle::bench {

struct Problem {
  std::string name;   // "hires"
  std::string title;  // "HIRES"
  double stop = 0;    // [s]
  int index = 1;      // of the DAE; 0 for an ODE
  std::function<std::unique_ptr<BenchSystem>(double rtol)> make;
  std::function<std::vector<double>()> reference;  // y at `stop`
  bool nonlinear_charge = false;                   // q is not C y with a constant C: not for IDA
};

// Test Set for IVP Solvers.
Problem transistor_amplifier();
Problem hires();
Problem van_der_pol();
Problem robertson();
Problem car_axis();
// Families; references in closed form or by extrapolation of another formulation.
Problem rc_ladder(int nodes);
Problem rc_grid(int side);
Problem pendulum_chain(int links);
Problem qp_flow(int variables);

// What work-precision diagrams are drawn of.
std::vector<Problem> comparison_problems();

// -log10 of the largest relative error over the variables that count.
double correct_digits(const BenchSystem& system, const std::vector<double>& y,
                      const std::vector<double>& reference);

}  // namespace saddle::bench
