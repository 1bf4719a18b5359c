// Faults in how a system describes itself, and in what is handed over with it, found before they do harm.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <saddle/solver/system/system.hpp>

namespace saddle {

// All of these throw std::invalid_argument, which names the member or the argument at fault.

// The kinds, the variables, the pattern, the complementarity rows and longest_step fit together: sizes,
// indices, tolerances that are not positive, rows out of order.
void check_description(const System& system);

// One finite value for each variable; `name` is the argument's.
void check_values(const System& system, const char* name, std::span<const double> y);

// `given`, or System::start where that is empty.
std::vector<double> start_values(const System& system, const char* name, std::span<const double> given);

// No variable marked algebraic has an entry in C (by the pattern's slots): it would be integrated, and
// nobody would control its error.
void check_algebraic_columns(const System& system, std::span<const double> C);

// An entry of C or G that differs from the difference quotient of q or f.
struct JacobianFault {
  char matrix = 'G';  // 'C' or 'G'
  int row = 0, column = 0;
  double stated = 0, found = 0;
  bool in_pattern = true;  // false: q or f depends on a variable that the pattern leaves out
};

// Compares C and G with central differences at (time, y); meant for tests and for the first run of a new
// model. A difference counts when it exceeds `tolerance` of the largest entry in its row.
//
// Columns that share no row are moved together, so that a sparse system of any size takes some tens of
// evaluations; a group that shows a fault is halved until the column is found. There are at most
// `most_groups` groups; columns that fit into none of them are left out, and so is what comes after as many
// faults.
std::vector<JacobianFault> check_jacobian(System& system, double time, std::span<const double> y,
                                          double tolerance = 1e-5, int most_groups = 1000);
std::string describe(const JacobianFault& fault, const System& system);

}  // namespace saddle
