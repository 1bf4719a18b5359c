// Initial voltages: the .ic card and ic= of capacitors.
#pragma once

#include <saddle/netlist/text/deck_context.hpp>

namespace saddle {

// .ic v(a)=1 v(b)={x}: `tokens` are at the first v.
void read_initial_voltages(Deck& deck, const Instance& at, TokenReader& tokens);

// Once every node is known, fills Circuit::initial_conditions. A capacitor's own voltage acts only
// with uic, as in SPICE, and must be across a capacitor to ground: a circuit begins at voltages of
// nodes.
void resolve_initial_voltages(Deck& deck);

}  // namespace saddle
