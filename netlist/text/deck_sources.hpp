// What an independent source does in time, as its line says it: a DC value, PULSE, SIN or PWL.
#pragma once

#include <string>

#include <saddle/models/electrical/source_waveform.hpp>
#include <saddle/netlist/text/deck_context.hpp>

namespace saddle {

// Reads the rest of a V or I line; `title` names the source in messages.
SourceWaveform read_source_waveform(Deck& deck, const Instance& at, TokenReader& tokens,
                                    const std::string& title);

}  // namespace saddle
