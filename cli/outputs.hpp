// Files that run and check write on request.
#pragma once

#include <string>
#include <vector>

#include <saddle/export/plot/plot.hpp>
#include <saddle/netlist/synthesis/synthesize.hpp>
#include <saddle/solver/waveform/waveforms.hpp>

namespace CLI {
class App;
}

namespace saddle::cli {

struct OutputOptions {
  std::string raw, csv;
  std::vector<std::string> plots;
  std::string signals;  // to plot: "v(x),v(y);v(lambda)", a semicolon begins a new panel; empty: a choice
  std::string title;    // of the plots; empty: the file's
  void add_to(CLI::App& verb);
  // Before any work: endings of picture files; no two outputs are one file, none is the input.
  void check(const std::string& input) const;
};

// Throws CLI::ValidationError if two of the files are the same one.
void check_different(const std::vector<std::string>& files);

// The signals that carry a problem's variables and multipliers: "v(x)", ...
std::vector<std::string> reading_signals(const Synthesis& made);

// What to plot: as asked, else `preferred`, else left to the plot. Throws CLI::ValidationError for a
// signal that does not exist.
PlotSpec plot_spec(const Waveforms& waveforms, const OutputOptions& options,
                   const std::vector<std::string>& preferred);

void write_outputs(const Waveforms& waveforms, const OutputOptions& options,
                   const std::vector<std::string>& preferred);
void print_written(const OutputOptions& options);

}  // namespace saddle::cli
