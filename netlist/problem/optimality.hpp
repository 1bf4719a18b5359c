// How good a point is, judged by the problem itself: objective, violation and the first-order
// optimality conditions, whoever found the point. And the optimum of a quadratic programme by one
// factorization of its optimality conditions, to judge by.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <saddle/netlist/problem/problem.hpp>

namespace saddle {

struct Optimality {
  double objective = 0;      // NaN where a circuit is the objective
  double max_violation = 0;  // max_a |g_a|
  int worst_constraint = -1;
  double stationarity =
      0;  // max_i |df/dx_i + sum_a lambda_a dg_a/dx_i|; NaN where a circuit is the objective
  // The larger of the two; NaN where a circuit is the objective.
  double kkt_residual() const { return stationarity <= max_violation ? max_violation : stationarity; }
};

// Inputs take their value at `time` [s].
Optimality judge(const Problem& problem, std::span<const double> variables,
                 std::span<const double> multipliers, double time);

struct ExactOptimum {
  std::vector<double> variables, multipliers;
};

// Where the problem is a quadratic programme with a regular system of optimality conditions
//     [H A'; A 0] (x, lambda) = (-p, e).
std::optional<ExactOptimum> exact_optimum(const Problem& problem, double time);

}  // namespace saddle
