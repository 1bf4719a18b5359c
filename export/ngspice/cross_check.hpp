// The same circuit in Saddle and in ngspice, every signal compared.
//
// The judge is examined first. ngspice at its defaults is up to 2e-2 of swing off on the papers'
// circuits, so it runs with a small largest step and tight tolerances, and again with a fourth of the step
// and tighter ones, until two runs in a row differ by no more than a tenth of the tolerance asked of
// Saddle. If they never do, the answer is "does not agree" with that reason: the tolerance is
// never widened.
//
// An error is relative to the signal's swing in the reference. A signal that hardly moves is measured
// against a floor instead: 1e-6 of the largest magnitude among the signals of its unit (at least 1 nV
// and 1 pA). Digits below that are the arithmetic of the simulators, not the motion of the circuit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <saddle/export/ngspice/ngspice_process.hpp>
#include <saddle/netlist/circuit/circuit.hpp>
#include <saddle/solver/analyses/options.hpp>
#include <saddle/solver/waveform/waveforms.hpp>

namespace saddle {

struct CrossCheckOptions {
  double stop = 0;                // end of the run [s]; 0: as the circuit's .tran card says
  double tolerance = 1e-3;        // largest difference allowed, relative to swing; > 0
  double relative_tolerance = 0;  // of Saddle's own run; 0: its default
  double timeout = 300;           // of each run of ngspice, wall-clock [s]
};

struct Comparison {
  bool agrees = false;
  std::string verdict;                    // one sentence
  std::vector<SignalDifference> signals;  // in the order of Saddle's signals
  double tolerance = 0;
  double judge_error = 0;  // largest difference of ngspice's last two runs, relative to swing
  int judge_runs = 0;
  double from = 0, to = 0;     // the times compared [s]
  double saddle_seconds = 0;   // CPU time
  double ngspice_seconds = 0;  // CPU time of the run that is the reference
  Waveforms ours, reference;
  std::optional<Failure> failure;  // Saddle's own run stopped: nothing was compared
};

// Throws NgspiceMissing where there is no ngspice, DeckError where the circuit has no deck. Any other
// failure of ngspice is a comparison that does not agree.
Comparison cross_check(const Circuit& circuit, const CrossCheckOptions& options = {});

}  // namespace saddle
