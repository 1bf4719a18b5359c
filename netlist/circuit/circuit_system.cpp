#include <saddle/netlist/circuit/circuit_system.hpp>

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace saddle {

namespace {

constexpr int kVoltage = 0, kCurrent = 1;

// y += A x for a matrix given by pattern and values.
void add_product(const Pattern& pattern, const std::vector<double>& values, const double* x, double* y) {
  for (int column = 0; column < pattern.size; ++column) {
    const double xj = x[column];
    for (int k = pattern.column_start[column]; k < pattern.column_start[column + 1]; ++k)
      y[pattern.row[k]] += values[k] * xj;
  }
}

}  // namespace

CircuitSystem::CircuitSystem(const Circuit& circuit, CircuitTolerances tolerances)
    : kinds_{{"voltage", "V", tolerances.voltage}, {"current", "A", tolerances.current}},
      nodes_(static_cast<int>(circuit.nodes.size()) - 1),
      banks_(kDeviceKinds) {
  for (int node = 1; node <= nodes_; ++node)
    variables_.push_back({"v(" + circuit.nodes[node] + ")", kVoltage, false});
  for (const Device& device : circuit.devices) {
    const bool branch = device_info(device.kind).branch_current;
    branches_.push_back(branch ? static_cast<int>(variables_.size()) : -1);
    if (branch) variables_.push_back({"i(" + device.name + ")", kCurrent, true});
    device_names_.push_back(device.name);
    device_kinds_.push_back(device.kind);
  }
  place_devices(circuit);

  PatternBuilder builder(static_cast<int>(variables_.size()));
  for (const auto& bank : banks_)
    if (bank) bank->declare(builder);
  pattern_ = builder.build();
  for (const auto& bank : banks_)
    if (bank) bank->resolve(pattern_);
  for (int node = 0; node < nodes_; ++node) diagonal_.push_back(pattern_.slot(node, node));

  padded_.assign(variables_.size() + 1, 0.0);
  start_.assign(variables_.size(), 0.0);
  for (const auto& [node, volts] : circuit.initial_conditions)
    if (node > 0) start_[node_variable(node)] = volts;
  sum_constant_stamps();
  mark_algebraic(circuit);
}

void CircuitSystem::place_devices(const Circuit& circuit) {
  const int ground = static_cast<int>(variables_.size());
  const auto unknown_of_node = [&](int node) { return node == 0 ? ground : node_variable(node); };
  for (std::size_t d = 0; d < circuit.devices.size(); ++d) {
    const Device& device = circuit.devices[d];
    DeviceInstance instance;
    for (const int node : device.nodes) instance.unknowns.push_back(unknown_of_node(node));
    if (branches_[d] >= 0) instance.unknowns.push_back(branches_[d]);
    instance.parameters = device.parameters;
    if (device.waveform >= 0) instance.waveform = &circuit.waveforms[device.waveform];
    if (device.expression != NodeId::none) {
      instance.graph = &circuit.expressions;
      instance.expression = device.expression;
      instance.symbols = circuit.expressions.symbols_of(device.expression);
      for (const NodeId symbol : instance.symbols) {
        const Probe probe = circuit.probes.at(circuit.expressions[symbol].symbol);
        switch (probe.type) {
          case Probe::Type::voltage:
            instance.controls.push_back(unknown_of_node(probe.index));
            break;
          case Probe::Type::current:
            instance.controls.push_back(branches_[probe.index]);
            break;
          case Probe::Type::time:
            instance.controls.push_back(DeviceInstance::kTime);
            break;
        }
      }
    }
    auto& bank = banks_[static_cast<int>(device.kind)];
    if (!bank) bank = make_device_bank(device.kind);
    seats_.push_back({bank.get(), bank->count()});
    first_parameter_.push_back(first_parameter_.back() + static_cast<int>(device.parameters.size()));
    bank->add(instance);
  }
}

void CircuitSystem::sum_constant_stamps() {
  constant_ = std::make_unique<Evaluation>(pattern_);
  for (const auto& bank : banks_)
    if (bank) bank->stamp_constant(*constant_);
}

// A node voltage moves in time only where a capacitor holds it.
void CircuitSystem::mark_algebraic(const Circuit& circuit) {
  for (int node = 0; node < nodes_; ++node) variables_[node].algebraic = true;
  for (const Device& device : circuit.devices)
    if (device.kind == DeviceKind::capacitor)
      for (const int node : device.nodes)
        if (node > 0) variables_[node_variable(node)].algebraic = false;
}

std::string CircuitSystem::row_name(int row) const {
  if (row < nodes_)
    return "current law at node '" + variables_[row].name.substr(2, variables_[row].name.size() - 3) + "'";
  const std::string& current = variables_[row].name;
  return "voltage law of '" + current.substr(2, current.size() - 3) + "'";
}

void CircuitSystem::pad(std::span<const double> y) {
  std::copy(y.begin(), y.end(), padded_.begin());
}

void CircuitSystem::evaluate(const Point& at, Evaluation& out, Need need) {
  pad(at.y);
  std::fill(out.q.begin(), out.q.end(), 0.0);
  std::fill(out.f.begin(), out.f.end(), 0.0);
  out.limited = false;
  add_product(pattern_, constant_->C, padded_.data(), out.q.data());
  add_product(pattern_, constant_->G, padded_.data(), out.f.data());
  if (need == Need::jacobian) {
    out.C = constant_->C;
    out.G = constant_->G;
  }
  for (const auto& bank : banks_)
    if (bank) bank->evaluate(at, padded_.data(), out, need);
  if (at.gmin > 0) {
    for (int node = 0; node < nodes_; ++node) {
      out.f[node] += at.gmin * padded_[node];
      if (need == Need::jacobian) out.G[diagonal_[node]] += at.gmin;
    }
  }
}

void CircuitSystem::start(std::span<double> y) const {
  std::copy(start_.begin(), start_.end(), y.begin());
}

double CircuitSystem::next_jump(double after) const {
  double next = std::numeric_limits<double>::infinity();
  for (const auto& bank : banks_)
    if (bank) next = std::min(next, bank->next_jump(after));
  return next;
}

double CircuitSystem::longest_step() const {
  double longest = std::numeric_limits<double>::infinity();
  for (const auto& bank : banks_)
    if (bank) longest = std::min(longest, bank->longest_step());
  return longest;
}

std::vector<Parameter> CircuitSystem::parameters() const {
  std::vector<Parameter> result;
  for (std::size_t d = 0; d < seats_.size(); ++d) {
    const auto infos = device_info(device_kinds_[d]).parameters;
    for (std::size_t p = 0; p < infos.size(); ++p)
      result.push_back({device_names_[d] + "." + std::string(infos[p].name), std::string(infos[p].unit),
                        seats_[d].bank->parameters(seats_[d].index)[p]});
  }
  return result;
}

void CircuitSystem::set_parameters(std::span<const double> values) {
  if (values.size() != static_cast<std::size_t>(first_parameter_.back()))
    throw std::invalid_argument("set_parameters: expected " + std::to_string(first_parameter_.back()) +
                                " values, got " + std::to_string(values.size()));
  for (std::size_t d = 0; d < seats_.size(); ++d) {
    const int count = first_parameter_[d + 1] - first_parameter_[d];
    if (count > 0)
      seats_[d].bank->set_parameters(seats_[d].index, values.subspan(first_parameter_[d], count));
  }
  sum_constant_stamps();
}

ParameterColumn CircuitSystem::parameter_derivative(const Point& at, int parameter) {
  if (parameter < 0 || parameter >= first_parameter_.back())
    throw std::out_of_range("parameter_derivative: no such parameter");
  const auto after = std::upper_bound(first_parameter_.begin(), first_parameter_.end(), parameter);
  const std::size_t d = after - first_parameter_.begin() - 1;
  pad(at.y);
  ParameterColumn all, column;
  seats_[d].bank->parameter_derivative(at, padded_.data(), seats_[d].index, parameter - first_parameter_[d],
                                       all);
  for (std::size_t k = 0; k < all.rows.size(); ++k) {
    if (all.rows[k] >= size()) continue;  // ground
    column.rows.push_back(all.rows[k]);
    column.dq.push_back(all.dq[k]);
    column.df.push_back(all.df[k]);
  }
  return column;
}

}  // namespace saddle
