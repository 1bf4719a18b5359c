// A circuit as a system, by modified nodal analysis: the unknowns are the voltages of all nodes but
// ground, then the currents of devices that have one; a node's row is Kirchhoff's current law
// [T D.1] with currents that leave the node counted positive, a branch's row its law.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include <saddle/models/electrical/device_bank.hpp>
#include <saddle/netlist/circuit/circuit.hpp>
#include <saddle/solver/system/system.hpp>

namespace saddle {

struct CircuitTolerances {
  double voltage = 1e-7;   // vntol [V]
  double current = 1e-10;  // abstol [A]
};

class CircuitSystem final : public System {
 public:
  explicit CircuitSystem(const Circuit& circuit, CircuitTolerances tolerances = {});
  CircuitSystem(const CircuitSystem&) = delete;  // its banks know its pattern
  CircuitSystem& operator=(const CircuitSystem&) = delete;

  const std::vector<VariableKind>& kinds() const override { return kinds_; }
  const std::vector<Variable>& variables() const override { return variables_; }
  const Pattern& pattern() const override { return pattern_; }
  std::string row_name(int row) const override;
  void evaluate(const Point& at, Evaluation& out, Need need) override;
  void start(std::span<double> y) const override;
  double next_jump(double after) const override;
  double longest_step() const override;
  std::vector<Parameter> parameters() const override;
  void set_parameters(std::span<const double> values) override;
  ParameterColumn parameter_derivative(const Point& at, int parameter) override;

  int node_variable(int node) const { return node - 1; }               // -1 for ground
  int branch_variable(int device) const { return branches_[device]; }  // -1 if it has none

 private:
  struct Seat {  // where a device of the description lives
    DeviceBank* bank = nullptr;
    int index = 0;
  };

  void place_devices(const Circuit& circuit);
  void mark_algebraic(const Circuit& circuit);
  void sum_constant_stamps();
  void pad(std::span<const double> y);

  std::vector<VariableKind> kinds_;
  std::vector<Variable> variables_;
  int nodes_ = 0;  // unknowns that are node voltages
  std::vector<int> branches_;
  std::vector<std::unique_ptr<DeviceBank>> banks_;  // by kind; null if the circuit has none
  std::vector<Seat> seats_;
  std::vector<int> first_parameter_{0};  // of each device, in the list of all parameters; one more at the end
  std::vector<std::string> device_names_;
  std::vector<DeviceKind> device_kinds_;
  Pattern pattern_;
  std::unique_ptr<Evaluation> constant_;  // C and G of all linear devices
  std::vector<int> diagonal_;             // slots of node rows, for gmin
  std::vector<double> start_;
  std::vector<double> padded_;  // y and the voltage of ground
};

}  // namespace saddle
