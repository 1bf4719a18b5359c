// Proofs that the problems are what they say: Jacobians against differences, references against
// tight runs.
#pragma once

#include <vector>

#include "problem.hpp"

namespace saddle::bench {

// Both print a line a problem; false if one is wrong.
bool check_jacobians(const std::vector<Problem>& problems);
bool verify_references(const std::vector<Problem>& problems);
// End values of tight runs, to make a reference of: those of Saddle's methods and of IDA agree to some
// digits.
void print_end_values(const std::vector<Problem>& problems);

}  // namespace saddle::bench
