#include <saddle/export/spice/deck_names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include <saddle/export/spice/deck_error.hpp>
#include <saddle/export/spice/subcircuits.hpp>

namespace saddle {

namespace {

constexpr std::string_view kBranch = "#branch";

// What ngspice 39 takes for an end of a word, a comment, a parameter or a quote inside a name. It also
// turns every character outside ASCII into '_' and capitals into small letters.
bool readable(std::string_view name) {
  const auto wrong = [](unsigned char c) {
    return c <= ' ' || c >= 127 || (c >= 'A' && c <= 'Z') ||
           std::string_view(",;='\"(){}").find(c) != std::string_view::npos;
  };
  return !name.empty() && name[0] != '$' && name.find("//") == std::string_view::npos &&
         std::none_of(name.begin(), name.end(), wrong);
}

void check_nodes(const Circuit& circuit) {
  for (const std::string& node : circuit.nodes) {
    if (!readable(node))
      throw DeckError(fmt::format("ngspice cannot read the node name '{}': rename the node", node));
    if (node == "time")
      throw DeckError("ngspice keeps the name 'time' for itself: a node cannot have it, rename the node");
  }
}

char letter_of(const Device& device) {
  return static_cast<char>(device_info(device.kind).letter[0] | 0x20);  // to lower case
}

}  // namespace

DeckNames::DeckNames(const Circuit& circuit) : circuit_(circuit) {
  check_nodes(circuit);
  std::unordered_set<std::string> taken;
  for (const Device& device : circuit.devices) {
    if (!readable(device.name))
      throw DeckError(
          fmt::format("ngspice cannot read the device name '{}': rename the device", device.name));
    if (device.name[0] != letter_of(device)) continue;
    taken.insert(device.name);
    if (const SubcircuitBody* body = find_subcircuit_body(device.kind))
      taken.insert(body->flattened_name(device.name));  // ngspice will make an element of this name
  }
  for (const Device& device : circuit.devices) {
    std::string name = device.name;
    if (name[0] != letter_of(device)) {
      name = std::string(1, letter_of(device)) + "." + name;
      while (!taken.insert(name).second) name += '_';
    }
    const SubcircuitBody* body = find_subcircuit_body(device.kind);
    currents_.push_back(body ? body->flattened_name(name) : name);
    if (device_info(device.kind).branch_current)
      device_of_current_.emplace(currents_.back(), static_cast<int>(elements_.size()));
    elements_.push_back(std::move(name));
  }
}

std::string DeckNames::signal(std::string_view vector) const {
  if (!vector.ends_with(kBranch))
    return circuit_.find_node(vector) > 0 ? fmt::format("v({})", vector) : std::string();
  const auto found = device_of_current_.find(std::string(vector.substr(0, vector.size() - kBranch.size())));
  if (found == device_of_current_.end()) return {};
  return fmt::format("i({})", circuit_.devices[found->second].name);
}

std::string DeckNames::saved(std::string_view signal) const {
  if (signal.size() > 3 && signal[1] == '(' && signal.back() == ')') {
    const std::string_view inside = signal.substr(2, signal.size() - 3);
    if (signal[0] == 'v' && circuit_.find_node(inside) > 0) return std::string(signal);
    const int device = signal[0] == 'i' ? circuit_.find_device(inside) : -1;
    if (device >= 0 && device_info(circuit_.devices[device].kind).branch_current)
      return currents_[device] + std::string(kBranch);
  }
  throw DeckError(fmt::format("the circuit has no signal '{}' to save", signal));
}

}  // namespace saddle
