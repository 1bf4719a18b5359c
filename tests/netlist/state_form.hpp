// A circuit in state form: given the voltages of its capacitor nodes, all other unknowns follow from
// their own rows; what is left at the capacitor nodes is the current that charges them.
#pragma once

#include <stdexcept>
#include <vector>

#include <Eigen/Dense>

#include <saddle/netlist/circuit/circuit_system.hpp>

namespace saddle::test {

// dv/dt of the nodes `states` (grounded capacitors, one each) at the voltages `volts`.
inline std::vector<double> state_rates(const Circuit& circuit, const std::vector<int>& states,
                                       const std::vector<double>& volts, double time) {
  CircuitSystem system(circuit);
  const int n = system.size();
  std::vector<bool> is_state(n, false);
  std::vector<double> y(n, 0.0);
  for (std::size_t k = 0; k < states.size(); ++k) {
    is_state[system.node_variable(states[k])] = true;
    y[system.node_variable(states[k])] = volts[k];
  }
  std::vector<int> others;
  for (int i = 0; i < n; ++i)
    if (!is_state[i]) others.push_back(i);
  const int m = static_cast<int>(others.size());

  Evaluation at(system.pattern());
  for (int iteration = 0;; ++iteration) {
    system.evaluate({.time = time, .y = y}, at, Need::jacobian);
    Eigen::VectorXd residual(m);
    for (int r = 0; r < m; ++r) residual[r] = at.f[others[r]];
    if (iteration > 0 && residual.norm() < 1e-17) break;
    if (iteration > 3) break;  // linear: two iterations leave rounding
    Eigen::MatrixXd jacobian = Eigen::MatrixXd::Zero(m, m);
    for (int r = 0; r < m; ++r)
      for (int c = 0; c < m; ++c)
        if (const int slot = system.pattern().find(others[r], others[c]); slot >= 0)
          jacobian(r, c) = at.G[slot];
    const Eigen::VectorXd step = jacobian.fullPivLu().solve(residual);
    for (int r = 0; r < m; ++r) y[others[r]] -= step[r];
  }
  std::vector<double> rates;
  for (const int node : states) {
    const int row = system.node_variable(node);
    const double capacitance = at.C[system.pattern().slot(row, row)];
    if (capacitance <= 0) throw std::logic_error("state node without a capacitor");
    rates.push_back(-at.f[row] / capacitance);
  }
  return rates;
}

}  // namespace saddle::test
