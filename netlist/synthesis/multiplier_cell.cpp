#include <saddle/netlist/synthesis/multiplier_cell.hpp>

#include <cmath>

#include <saddle/netlist/synthesis/naming.hpp>

namespace saddle {

int Buffers::node(int of, bool negated, const std::string& wish) {
  const auto [at, made] = made_.try_emplace({of, negated}, 0);
  if (made) {
    at->second = add_node(circuit_, wish + (negated ? "_neg" : "_buf"));
    const DeviceKind kind = negated ? DeviceKind::negator : DeviceKind::follower;
    Device& device =
        circuit_.add(kind, device_name(circuit_, negated ? "x_negate" : "x_follow", wish), {at->second, of});
    device.term = negated ? "-" + wish : wish + " without load";
  }
  return at->second;
}

int add_multiplier_cell(Circuit& circuit, Buffers& buffers, const MultiplierCell& cell) {
  const std::string lambda = "lambda_" + cell.name;
  const int output = add_node(circuit, lambda);
  const int sum = add_node(circuit, "sum_" + cell.name);
  double weight_sum = 0;
  for (const Tap& tap : cell.taps) weight_sum += std::abs(tap.weight);

  for (const Tap& tap : cell.taps) {
    const bool negated = tap.weight < 0;
    const double conductance = cell.coupling * std::abs(tap.weight) / weight_sum;
    const std::string name = cell.name + "_" + tap.variable;
    const int read = buffers.node(tap.node, negated, tap.variable);
    add_resistor(circuit, "sum_" + name, read, sum, conductance, tap.sum_term);
    const int force = buffers.node(output, negated, lambda);
    add_resistor(circuit, "couple_" + name, force, tap.node, conductance, tap.force_term);
  }

  circuit
      .add(DeviceKind::ota, device_name(circuit, "x_amp", cell.name), {output, cell.target, sum},
           {cell.i0, cell.alpha})
      .term = "d/dt lambda(" + cell.name + "): " + cell.text;
  int capacitor = output;
  if (cell.series_resistance > 0) {
    capacitor = add_node(circuit, lambda + "_c");
    add_resistor(circuit, "penalty_" + cell.name, output, capacitor, 1 / cell.series_resistance,
                 "penalty force of " + cell.name);
  }
  add_capacitor(circuit, lambda, capacitor, cell.capacitance, "integrates lambda(" + cell.name + ")");
  return capacitor;
}

}  // namespace saddle
