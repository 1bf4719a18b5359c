// Waveforms as comma-separated values: a header `time,v(x),...` and one line a point, each number
// in the shortest form that reads back as the same double. A name with a comma, a quote or a
// line end is quoted as RFC 4180 says.
#pragma once

#include <string>

#include <saddle/solver/waveform/waveforms.hpp>

namespace saddle {

void write_csv(const std::string& path, const Waveforms& waveforms);  // throws OutputError

}  // namespace saddle
