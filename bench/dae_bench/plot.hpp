// Work-precision diagrams by gnuplot.
#pragma once

#include <string>
#include <vector>

#include "work_precision.hpp"

namespace saddle::bench {

// Writes dae.svg and dae.png into the folder, a panel a problem.
void plot(const std::vector<Comparison>& comparisons, const std::string& folder);

}  // namespace saddle::bench
