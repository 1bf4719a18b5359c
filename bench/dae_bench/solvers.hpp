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
  double seconds = 0;          // CPU time, from the first allocation of the solver to the last step
  TransientStatistics saddle;  // its own account; Saddle only
  LinearMethod linear = LinearMethod::automatic;  // what it used; Saddle only
  Integrator integrator = Integrator::automatic;  // the same
};

struct IdaOptions {
  bool dense = false;                // dense LU instead of KLU
  bool leave_out_algebraic = false;  // multipliers take no part in the error test
  double newton = 0.33;              // Newton stops at this part of the tolerance; 0.33 is IDA's default
};

struct Solver {
  std::string name;
  bool is_saddle = false;
  Integrator integrator = Integrator::automatic;
  LinearMethod linear = LinearMethod::automatic;
  IdaOptions ida;
};

Run run_saddle(BenchSystem& system, double stop, double rtol, Integrator integrator,
               LinearMethod linear = LinearMethod::automatic);
Run run_ida(BenchSystem& system, double stop, double rtol, const IdaOptions& options);
Run run(const Solver& solver, BenchSystem& system, double stop, double rtol);

// Methods this build of Saddle has: BDF and Radau where they are, else what there is of low order.
std::vector<Integrator> saddle_integrators();
// All that compete on a problem.
std::vector<Solver> solvers_for(const Problem& problem, int unknowns);

// The fastest of several runs, repeated until `budget` seconds of CPU time are spent.
Run best_of_runs(const Solver& solver, BenchSystem& system, double stop, double rtol, double budget);

}  // namespace saddle::bench
