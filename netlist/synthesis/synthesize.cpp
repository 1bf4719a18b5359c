#include <saddle/netlist/synthesis/synthesize.hpp>

#include <saddle/netlist/synthesis/resistive.hpp>

namespace saddle {

Synthesis synthesize(const Problem& problem, const SynthesisOptions& options) {
  Problem chosen = problem;
  if (options.method) chosen.method.method = *options.method;
  return chosen.circuit ? constrain_circuit(chosen, options) : synthesize_resistive(chosen, options);
}

}  // namespace saddle
