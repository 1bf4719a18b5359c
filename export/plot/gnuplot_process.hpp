// The gnuplot program as a filter: a script in, the picture out. No shell, no file names, no
// settings of the user's.
#pragma once

#include <stdexcept>
#include <string>

namespace saddle {

// gnuplot is missing, or did not draw. what() is one sentence.
class PlotError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Runs `gnuplot` (or the program that SADDLE_GNUPLOT names) and returns what it wrote to stdout.
std::string run_gnuplot(const std::string& script);

}  // namespace saddle
