// The resistive style, the way of figures 3.1 and 3.3 of [T].
#pragma once

#include <saddle/netlist/synthesis/synthesize.hpp>

namespace saddle {

// A separable quadratic objective and linear equality constraints [T 3.1-3.4].
Synthesis synthesize_resistive(const Problem& problem, const SynthesisOptions& options);

// Linear constraints on a circuit that is already there: it is left as it is [T] figure 3.3.
Synthesis constrain_circuit(const Problem& problem, const SynthesisOptions& options);

}  // namespace saddle
