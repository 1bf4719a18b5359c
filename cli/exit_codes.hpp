// What the program's exit code tells a script.
#pragma once

namespace saddle::cli {

enum ExitCode : int {
  kFine = 0,
  kAnswerIsNo = 1,  // ran, but unstable, infeasible, does not agree
  kWrongUsage = 2,
  kWrongInput = 3,
  kNumericalFailure = 4,
  kSomethingMissing = 5,  // ngspice, gnuplot
  kInterrupted = 130,     // Ctrl-C; what was done is kept
};

}  // namespace saddle::cli
