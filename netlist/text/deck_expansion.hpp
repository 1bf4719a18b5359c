// Instances of subcircuits become devices of the circuit.
#pragma once

#include <memory>

#include <saddle/netlist/text/deck_context.hpp>

namespace saddle {

// Reads what a definition holds into the circuit, with the names of the instance. The deck itself
// is the first instance. Definitions may use each other 100 levels deep, never in a circle.
void expand(Deck& deck, const std::shared_ptr<const Instance>& instance);

// An X line: a native saddle_* device, or an instance that is expanded at once.
void read_instance(Deck& deck, const std::shared_ptr<const Instance>& at, const LogicalLine& line);

}  // namespace saddle
