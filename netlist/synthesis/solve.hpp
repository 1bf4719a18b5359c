// The point where a flow or a circuit rests, in the problem's units, and what the problem says of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <saddle/netlist/problem/optimality.hpp>
#include <saddle/netlist/synthesis/synthesize.hpp>
#include <saddle/solver/analyses/modes.hpp>

namespace saddle {

struct NamedValue {
  std::string name;
  double value = 0;
};

struct Solution {
  enum class Status { settled, unstable, infeasible, unbounded, not_converged };
  Status status = Status::not_converged;
  std::string message;  // one sentence: why, if it is not settled
  std::vector<NamedValue> variables, multipliers;
  Optimality optimality;
  std::string found_by;        // "Newton", "gmin stepping", ...
  std::optional<Modes> modes;  // of the linearised system at the point; large systems: none
  // Predicted from the slowest mode: the time until it has shrunk to 1e-3 [s].
  std::optional<double> settling_time;

  double operator[](std::string_view name) const;  // throws std::out_of_range
};

std::string_view to_string(Solution::Status status);

// Both find the rest point for inputs at `time` [s].
Solution solve(const Problem& problem, double time = 0);  // of the flow
Solution solve(const Synthesis& made, double time = 0);   // of the circuit

}  // namespace saddle
