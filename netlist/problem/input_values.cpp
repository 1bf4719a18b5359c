#include <saddle/netlist/problem/input_values.hpp>

#include <algorithm>
#include <limits>

namespace saddle {

InputValues::InputValues(const Graph& graph, const std::vector<ProblemInput>& inputs,
                         const std::vector<ProblemParameter>& parameters) {
  Graph own = graph;
  std::vector<NodeId> in{own.symbol("t")}, out;
  for (const ProblemParameter& parameter : parameters) in.push_back(parameter.symbol);
  for (const ProblemInput& input : inputs) {
    waveforms_.push_back(input.waveform);
    const bool formula = input.expression != NodeId::none;
    formula_.push_back(formula ? static_cast<int>(out.size()) : -1);
    if (formula) out.push_back(input.expression);
  }
  tape_ = Tape(own, in, out);
  in_.resize(in.size());
  out_.resize(out.size());
  work_.resize(tape_.work_size());
}

void InputValues::at(double time, std::span<const double> parameters, std::span<double> values) {
  if (!out_.empty()) {
    in_[0] = time;
    std::copy(parameters.begin(), parameters.end(), in_.begin() + 1);
    tape_.run(in_, out_, work_);
  }
  for (std::size_t k = 0; k < waveforms_.size(); ++k)
    values[k] = formula_[k] >= 0 ? out_[formula_[k]] : waveforms_[k].value(time);
}

double InputValues::longest_step() const {
  double longest = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < waveforms_.size(); ++k)
    if (formula_[k] < 0) longest = std::min(longest, waveforms_[k].longest_step());
  return longest;
}

double InputValues::next_jump(double after) const {
  double next = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < waveforms_.size(); ++k)
    if (formula_[k] < 0) next = std::min(next, waveforms_[k].next_jump(after));
  return next;
}

}  // namespace saddle
