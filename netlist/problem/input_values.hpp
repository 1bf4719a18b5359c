// Values of a problem's inputs at a time, whatever shape they have.
#pragma once

#include <span>
#include <vector>

#include <saddle/models/expression/tape.hpp>
#include <saddle/netlist/problem/problem.hpp>

namespace saddle {

class InputValues {
 public:
  InputValues(const Graph& graph, const std::vector<ProblemInput>& inputs,
              const std::vector<ProblemParameter>& parameters);
  void at(double time, std::span<const double> parameters, std::span<double> values);
  double next_jump(double after) const;
  double longest_step() const;

 private:
  std::vector<SourceWaveform> waveforms_;
  std::vector<int> formula_;  // of each input: which output of the tape, -1 for waveforms
  Tape tape_;                 // (t, parameters) -> inputs given by an expression
  std::vector<double> in_, out_, work_;
};

}  // namespace saddle
