// A circuit as a deck that stock ngspice 39 runs unchanged and that Saddle's reader turns back into
// the same circuit: title, what the deck is, the papers' devices as subcircuits (only those that
// are used), the elements by section, initial conditions, options, the analysis.
//
// Behind an element stands the term of the problem that it realises, as `; = term`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <saddle/export/spice/deck_error.hpp>
#include <saddle/netlist/circuit/circuit.hpp>

namespace saddle {

struct DeckOptions {
  std::optional<TransientCard> transient;  // instead of the circuit's .tran card
  std::optional<CircuitOptions> options;   // instead of the circuit's .options
  std::vector<std::string> extra_options;  // more for .options, as they are: "itl4=50"
  std::vector<std::string> save;           // signals to keep: "v(x)", "i(v1)"; empty: all
};

// Throws DeckError for what ngspice would not read, or would read with another meaning.
std::string write_deck(const Circuit& circuit, const DeckOptions& options = {});

}  // namespace saddle
