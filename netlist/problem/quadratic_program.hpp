// A problem seen as a quadratic programme, where it is one:
//     minimize 1/2 x'Hx + p(t)'x   subject to   A x = e(t),
// H and A constant (parameters at their values), p and e of inputs and time.
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include <saddle/netlist/problem/problem.hpp>

namespace saddle {

struct MatrixEntry {
  int row, column;
  double value;
};

struct QuadraticProgram {
  Graph graph;                        // the problem's, grown by derivatives
  std::vector<MatrixEntry> hessian;   // every nonzero entry, both triangles, by rows
  std::vector<NodeId> linear;         // p_i
  std::vector<MatrixEntry> jacobian;  // A, by rows
  std::vector<NodeId> right_side;     // e_a
};

struct NotQuadratic {
  std::string why;  // "the objective is not quadratic in 'x'"
  Place place;
};

std::variant<QuadraticProgram, NotQuadratic> as_quadratic_program(const Problem& problem);

}  // namespace saddle
