// An independent source's waveform as SPICE writes it: dc, pulse, sin, pwl.
#pragma once

#include <string>

#include <saddle/models/electrical/source_waveform.hpp>

namespace saddle {

// Throws DeckError for a waveform to which ngspice gives another meaning: it takes a rise, fall or
// width of 0 for "not given", a frequency of 0 likewise, and sorts times that do not ascend.
// `source` names the source in the message.
std::string waveform_text(const SourceWaveform& waveform, const std::string& source);

}  // namespace saddle
