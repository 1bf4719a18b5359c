#include <saddle/netlist/circuit/circuit.hpp>

#include <stdexcept>

namespace saddle {

int Circuit::node(std::string_view name) {
  if (name == "gnd") name = "0";
  const auto [at, made] = node_numbers_.try_emplace(std::string(name), static_cast<int>(nodes.size()));
  if (made) nodes.emplace_back(name);
  return at->second;
}

int Circuit::find_node(std::string_view name) const {
  if (name == "gnd") name = "0";
  const auto found = node_numbers_.find(std::string(name));
  return found == node_numbers_.end() ? -1 : found->second;
}

int Circuit::find_device(std::string_view name) const {
  const auto found = device_numbers_.find(std::string(name));
  return found == device_numbers_.end() ? -1 : found->second;
}

namespace {

template <class Taken>
std::string fresh_name(std::string_view wish, Taken taken) {
  std::string name(wish);
  for (int k = 2; taken(name); ++k) name = std::string(wish) + "_" + std::to_string(k);
  return name;
}

}  // namespace

std::string Circuit::fresh_node(std::string_view wish) const {
  return fresh_name(wish, [&](const std::string& name) { return find_node(name) >= 0; });
}

std::string Circuit::fresh_device(std::string_view wish) const {
  return fresh_name(wish, [&](const std::string& name) { return find_device(name) >= 0; });
}

Device& Circuit::add(DeviceKind kind, std::string name, std::vector<int> terminals,
                     std::vector<double> values) {
  const DeviceInfo& info = device_info(kind);
  if (terminals.size() != info.terminals.size())
    throw std::invalid_argument("device '" + name + "': wrong number of terminals");
  if (values.size() > info.parameters.size())
    throw std::invalid_argument("device '" + name + "': too many parameters");
  for (std::size_t k = values.size(); k < info.parameters.size(); ++k)
    values.push_back(info.parameters[k].default_value);
  if (!device_numbers_.try_emplace(name, static_cast<int>(devices.size())).second)
    throw std::invalid_argument("device '" + name + "' exists already");
  Device& device = devices.emplace_back();
  device.kind = kind;
  device.name = std::move(name);
  device.nodes = std::move(terminals);
  device.parameters = std::move(values);
  return device;
}

Device& Circuit::add_source(DeviceKind kind, std::string name, std::vector<int> terminals,
                            SourceWaveform waveform) {
  Device& device = add(kind, std::move(name), std::move(terminals));
  device.waveform = static_cast<int>(waveforms.size());
  waveforms.push_back(std::move(waveform));
  return device;
}

NodeId Circuit::probe_symbol(std::string_view name, Probe probe) {
  const NodeId symbol = expressions.symbol(name);
  const std::size_t index = expressions[symbol].symbol;
  if (probes.size() <= index) probes.resize(index + 1);
  probes[index] = probe;
  return symbol;
}

NodeId Circuit::voltage_symbol(int node) {
  if (node == 0) return expressions.constant(0);
  return probe_symbol("v(" + nodes[node] + ")", {Probe::Type::voltage, node});
}

NodeId Circuit::current_symbol(int device) {
  return probe_symbol("i(" + devices[device].name + ")", {Probe::Type::current, device});
}

NodeId Circuit::time_symbol() {
  return probe_symbol("time", {Probe::Type::time, -1});
}

void set_level(Circuit& circuit, Level level) {
  for (Device& device : circuit.devices) {
    const auto parameters = device_info(device.kind).parameters;
    for (std::size_t k = 0; k < parameters.size(); ++k)
      if (parameters[k].name == "linear") device.parameters[k] = level == Level::linear ? 1 : 0;
  }
}

}  // namespace saddle
