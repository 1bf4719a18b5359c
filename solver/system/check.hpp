// Faults in how a system describes itself, found before they do harm.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <saddle/solver/system/system.hpp>

namespace saddle {

// Throws std::invalid_argument, which names the member at fault, if the kinds, the variables and the
// pattern do not fit together: sizes, indices, tolerances that are not positive, rows out of order.
void check_description(const System& system);

// An entry of C or G that differs from the difference quotient of q or f.
struct JacobianFault {
  char matrix = 'G';  // 'C' or 'G'
  int row = 0, column = 0;
  double stated = 0, found = 0;
  bool in_pattern = true;  // false: q or f depends on a variable that the pattern leaves out
};

// Compares C and G with central differences at (time, y), every column; meant for tests and for the
// first run of a new model, not for large systems: it takes two evaluations a variable. A
// difference counts when it exceeds `tolerance` of the largest entry in its row.
std::vector<JacobianFault> check_jacobian(System& system, double time, std::span<const double> y,
                                          double tolerance = 1e-5);
std::string describe(const JacobianFault& fault, const System& system);

}  // namespace saddle
