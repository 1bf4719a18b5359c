// Control cards of a deck: .tran, .ic, .options, .title. (.param, .subckt, .ends and .end give the deck
// its structure and are read with it.)
#pragma once

#include <saddle/netlist/text/deck_context.hpp>

namespace saddle {

// Reads one card of the deck or of a subcircuit's instance; a card that is not known is an error.
void read_card(Deck& deck, const Instance& at, const LogicalLine& line);

}  // namespace saddle
