// The solvers side by side: one call runs a problem once from start to end.
#pragma once

#include <string>
#include <vector>

#include <saddle/solver/analyses/transient.hpp>

#include "problem.hpp"

namespace saddle::bench {

struct Run {
  bool finished = false;
  std::string failure;
  std::vector<double> y;  // at the end
  long steps = 0, rejected = 0, evaluations = 0, jacobians = 0, factorizations = 0;
  double seconds = 0;  // CPU time, from the first allocation of the solver to the last step
  TransientStatistics saddle;  // its own account; Saddle only
};

struct Solver {
  std::string name;
  bool is_saddle = false;
  Integrator integrator = Integrator::automatic;  // Saddle
  LinearMethod linear = LinearMethod::automatic;  // Saddle
  bool dense = false;                             // IDA: dense LU, else KLU
  bool leave_out_algebraic = false;               // IDA: multipliers take no part in the error test
};

Run run_saddle(BenchSystem& system, double stop, double rtol, Integrator integrator,
               LinearMethod linear = LinearMethod::automatic);
Run run_ida(BenchSystem& system, double stop, double rtol, bool dense, bool leave_out_algebraic);
Run run(const Solver& solver, BenchSystem& system, double stop, double rtol);

// Methods this build of Saddle has: BDF and Radau where they are, else what there is of low order.
std::vector<Integrator> saddle_integrators();
// All that compete on a problem.
std::vector<Solver> solvers_for(const Problem& problem, int unknowns);

// The fastest of several runs, repeated until `budget` seconds of CPU time are spent.
Run best_of_runs(const Solver& solver, BenchSystem& system, double stop, double rtol, double budget);

}  // namespace saddle::bench
