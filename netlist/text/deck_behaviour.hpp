// The expressions of B sources, parsed once every node and device of the deck is known.
#pragma once

#include <saddle/netlist/text/deck_context.hpp>

namespace saddle {

void resolve_behaviours(Deck& deck);

}  // namespace saddle
