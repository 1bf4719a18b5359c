// Element lines of a deck: one function a letter.
#pragma once

#include <memory>

#include <saddle/netlist/text/deck_context.hpp>

namespace saddle {

// Adds the devices of one element line to the circuit.
void read_element(Deck& deck, const std::shared_ptr<const Instance>& at, const LogicalLine& line);

}  // namespace saddle
