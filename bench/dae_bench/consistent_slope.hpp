// The derivative y' that belongs to a consistent start.
#pragma once

#include "bench_system.hpp"

namespace saddle::bench {

// C y' = -f together with the derivative of the equations in which y' does not appear,
//   w^T (G y' + df/dt) = 0  for w^T C = 0;
// what neither determines (multipliers of index 2) is zero. For small systems: dense.
void consistent_slope(BenchSystem& system, std::span<double> slope);

}  // namespace saddle::bench
