// A flow: the method's differential equations in the problem's own variables,
//     tau_i dy_i/dt = sum of terms,
// each term with what it stands for. The one clear form between mathematics and devices.
#pragma once

#include <string>
#include <vector>

#include <saddle/netlist/problem/problem.hpp>
#include <saddle/solver/system/system.hpp>

namespace saddle {

struct FlowTerm {
  enum class Role { gradient, multiplier, penalty, constraint };
  Role role = Role::gradient;
  int constraint = -1;  // which one, except for gradient terms
  NodeId node;          // the signed term, in Flow::graph
};

struct FlowState {
  enum class Type { variable, multiplier };
  Type type = Type::variable;
  int index = 0;     // into the problem's variables or constraints
  std::string name;  // "x"; multipliers "lambda(line)"
  double tau = 0;    // [s]
  double start = 0;
  std::vector<FlowTerm> terms;
};

// A violation g as a variable of its own, where the penalty force [T 2.26] uses it. Written out, the
// force c g dg/dx would couple every two variables of a constraint; through it the flow stays as sparse
// as the constraints are.
struct FlowViolation {
  int constraint = 0;
  std::string name;  // "violation(line)"
  NodeId symbol;
  NodeId definition;  // g
};

struct Flow {
  Graph graph;                    // the problem's, grown by derivatives and multipliers
  std::vector<FlowState> states;  // variables first, then multipliers
  std::vector<NodeId> symbols;    // of each state
  std::vector<FlowViolation> violations;
  std::vector<ProblemInput> inputs;
  std::vector<ProblemParameter> parameters;
};

// Any smooth objective, any smooth equality constraints [T 2.22, 2.26].
Flow make_flow(const Problem& problem);

}  // namespace saddle
