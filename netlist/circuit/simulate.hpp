// Runs of a circuit as its deck asks for them: .tran, uic, .ic and .options.
#pragma once

#include <saddle/netlist/circuit/circuit.hpp>
#include <saddle/netlist/circuit/circuit_system.hpp>
#include <saddle/solver/analyses/operating_point.hpp>
#include <saddle/solver/analyses/transient.hpp>

namespace saddle {

// vntol and abstol of the deck; else the defaults, in proportion smaller where the run is asked to be
// tighter than by default.
CircuitTolerances circuit_tolerances(const CircuitOptions& options, double relative_tolerance = 1);

// What the circuit's .tran and .options cards say, on top of `options`. Times that the caller has set
// win. A deck's reltol can make the run tighter, never looser: decks carry ngspice's 1e-3, which
// there stands for another error than here.
TransientOptions transient_options(const Circuit& circuit, TransientOptions options = {});

// With `uic` the run begins at the initial conditions (0 V where there are none); otherwise at the
// operating point, with nodes that have an .ic held there.
TransientResult transient(const Circuit& circuit, const TransientOptions& options = {});

OperatingPoint operating_point(const Circuit& circuit, const OperatingPointOptions& options = {});

}  // namespace saddle
