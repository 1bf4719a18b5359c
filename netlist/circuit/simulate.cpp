#include <saddle/netlist/circuit/simulate.hpp>

#include <algorithm>

namespace saddle {

CircuitTolerances circuit_tolerances(const CircuitOptions& options, double relative_tolerance) {
  const double tighter = std::min(1.0, relative_tolerance / TransientOptions{}.relative_tolerance);
  CircuitTolerances tolerances;
  tolerances.voltage *= tighter;
  tolerances.current *= tighter;
  if (options.vntol) tolerances.voltage = *options.vntol;
  if (options.abstol) tolerances.current = *options.abstol;
  return tolerances;
}

TransientOptions transient_options(const Circuit& circuit, TransientOptions options) {
  if (circuit.transient) {
    const TransientCard& card = *circuit.transient;
    if (options.stop == 0) options.stop = card.stop;
    if (options.start_saving == 0) options.start_saving = card.start;
    if (options.max_step == 0) options.max_step = card.max_step;
    // As in SPICE, the printing step bounds the time step unless the card says otherwise.
    if (options.max_step == 0 && card.step > 0)
      options.max_step = std::min(card.step, (options.stop - options.start_saving) / 50);
  }
  if (circuit.options.reltol)
    options.relative_tolerance = std::min(options.relative_tolerance, *circuit.options.reltol);
  // SPICE's own choice, unless the deck or the caller says otherwise.
  if (options.integrator == Integrator::automatic)
    options.integrator = circuit.options.method == "gear" ? Integrator::gear2 : Integrator::trapezoidal;
  options.relative_to_peak = true;
  return options;
}

TransientResult transient(const Circuit& circuit, const TransientOptions& asked) {
  TransientOptions options = transient_options(circuit, asked);
  CircuitSystem system(circuit, circuit_tolerances(circuit.options, options.relative_tolerance));
  TransientResult result;
  if (options.initial.empty()) {
    options.correct_initial = true;  // as in SPICE, conditions that contradict the circuit give way
    if (circuit.transient && circuit.transient->use_initial_conditions) {
      options.initial.resize(system.size());
      system.start(options.initial);
    } else if (!circuit.initial_conditions.empty()) {
      OperatingPointOptions hold;
      for (const auto& [node, volts] : circuit.initial_conditions)
        if (node > 0) hold.held.push_back({system.node_variable(node), volts});
      OperatingPoint start = operating_point(system, hold);
      if (start.failure) {
        result.failure = start.failure;
        return result;
      }
      options.initial = std::move(start.y);
    }
  }
  result = transient(system, options);
  result.waveforms.title = circuit.title;
  return result;
}

OperatingPoint operating_point(const Circuit& circuit, const OperatingPointOptions& options) {
  CircuitSystem system(circuit, circuit_tolerances(circuit.options));
  return operating_point(system, options);
}

}  // namespace saddle
