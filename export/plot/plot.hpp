// Plots of waveforms, and of two simulators' waveforms over one another, as PNG or SVG by the ending of
// the file's name. Drawn by gnuplot. All throw PlotError, and OutputError where the file cannot be
// written.
#pragma once

#include <string>
#include <vector>

#include <saddle/export/ngspice/cross_check.hpp>
#include <saddle/export/plot/gnuplot_process.hpp>
#include <saddle/solver/waveform/waveforms.hpp>

namespace saddle {

struct PlotPanel {
  std::vector<std::string> signals;  // by name; one unit a panel reads best
  std::vector<std::string> labels;   // for the legend; where there is none, the name
  std::string y_label;               // empty: from the unit
};

struct PlotSpec {
  std::string title;               // empty: the waveforms'
  std::vector<PlotPanel> panels;   // one above the other; empty: one of interesting_signals
  double from = 0, to = 0;         // times to show [s]; to <= from: all
  int width = 1200, height = 900;  // [pixels]
};

void plot_waveforms(const std::string& path, const Waveforms& waveforms, const PlotSpec& spec = {});

// Saddle as coloured lines, ngspice as dark marks on a few of its points, and in a panel below the difference
// of each signal relative to its swing, with the tolerance as a dashed line.
void plot_overlay(const std::string& path, const Comparison& comparison, const PlotSpec& spec = {});

// At most `most` signals that are worth a look: of the first unit there is, those that move, without those
// that repeat another one (a follower's output); of more than that, those that move most.
std::vector<std::string> interesting_signals(const Waveforms& waveforms, int most = 6);

}  // namespace saddle
