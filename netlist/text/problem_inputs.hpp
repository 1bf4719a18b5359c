// The right-hand side of an input: a standard shape or any expression of the time.
#pragma once

#include <cstddef>

#include <saddle/netlist/problem/problem.hpp>
#include <saddle/netlist/text/problem_names.hpp>
#include <saddle/netlist/text/source_text.hpp>

namespace saddle {

struct InputShape {
  SourceWaveform waveform;
  NodeId expression = NodeId::none;
};

// Reads [begin, end): pulse(...), sin(offset, amplitude, frequency, ...), pwl(...), or an
// expression of t and parameters; one without t is a constant.
InputShape read_input_shape(const SourceText& text, std::size_t begin, std::size_t end, Problem& problem,
                            ProblemNames& names);

}  // namespace saddle
