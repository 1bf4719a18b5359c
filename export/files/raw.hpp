// Waveforms as an ngspice raw file of a transient analysis: a text header, then the points, either
// as native doubles (binary) or as text with all digits (ASCII). ngspice's `load` reads both. There is no
// date in it: the same waveforms give the same bytes.
#pragma once

#include <string>

#include <saddle/solver/waveform/waveforms.hpp>

namespace saddle {

enum class RawFormat { binary, ascii };

void write_raw(const std::string& path, const Waveforms& waveforms,
               RawFormat format = RawFormat::binary);  // throws OutputError

}  // namespace saddle
