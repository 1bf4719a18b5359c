// A flow as a system: the states with q_i = tau_i y_i, f_i = -(sum of the terms of state i), then the
// violations g, algebraic: f = y - g(x). The Jacobian is symbolic.
#pragma once

#include <span>
#include <vector>

#include <saddle/models/expression/tape.hpp>
#include <saddle/netlist/problem/input_values.hpp>
#include <saddle/netlist/synthesis/flow.hpp>
#include <saddle/solver/system/system.hpp>

namespace saddle {

class FlowSystem final : public System {
 public:
  explicit FlowSystem(const Flow& flow);

  const std::vector<VariableKind>& kinds() const override { return kinds_; }
  const std::vector<Variable>& variables() const override { return variables_; }
  const Pattern& pattern() const override { return pattern_; }
  void evaluate(const Point& at, Evaluation& out, Need need) override;
  void start(std::span<double> y) const override;
  double next_jump(double after) const override { return inputs_.next_jump(after); }
  double longest_step() const override { return inputs_.longest_step(); }
  std::vector<Parameter> parameters() const override { return parameters_; }
  void set_parameters(std::span<const double> values) override;
  ParameterColumn parameter_derivative(const Point& at, int parameter) override;

 private:
  void load_inputs(const Point& at);  // states, inputs, parameters in the order of the tapes

  std::vector<VariableKind> kinds_;
  std::vector<Variable> variables_;
  Pattern pattern_;
  int states_ = 0;
  std::vector<double> tau_, start_;
  std::vector<int> diagonal_;  // slots of the states
  std::vector<Parameter> parameters_;
  std::vector<double> parameter_values_;
  InputValues inputs_;
  int input_count_ = 0;
  Tape rows_, rows_and_slopes_;
  std::vector<int> slopes_;  // slot of each slope, in the order of the tape's outputs
  std::vector<double> in_, out_, work_;
  Flow flow_;                            // grown by what the system needs
  std::vector<NodeId> symbols_;          // of every variable
  std::vector<NodeId> row_expressions_;  // f_i
};

}  // namespace saddle
