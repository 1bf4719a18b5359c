#include <saddle/netlist/text/deck_context.hpp>

#include <fmt/format.h>

#include <utility>

namespace saddle {

void Deck::fail(std::size_t offset, const std::string& message) const {
  throw InputError(text, offset, message);
}

int Deck::connect(const Instance& at, const Token& node) {
  const int number = circuit.node(at.prefix.empty() ? std::string(node.text) : at.node_name(node.text));
  const auto index = static_cast<std::size_t>(number);
  if (index >= connections.size()) {
    connections.resize(circuit.nodes.size());
    first_mention.resize(circuit.nodes.size());
  }
  if (connections[index]++ == 0) first_mention[index] = node.offset;
  return number;
}

Device& Deck::add(const Instance& at, const Token& name, const LogicalLine& line, DeviceKind kind,
                  std::vector<int> nodes, std::vector<double> parameters) {
  std::string full_name = at.device_name(name.text);
  if (const int twin = circuit.find_device(full_name); twin >= 0)
    fail(name.offset, fmt::format("device '{}' is already defined on line {}", full_name,
                                  circuit.devices[static_cast<std::size_t>(twin)].place.line));
  Device& device = circuit.add(kind, std::move(full_name), std::move(nodes), std::move(parameters));
  const auto [row, column] = text.locate(name.offset);
  device.place = {0, row, column};
  device.term = term_of(source, line);
  return device;
}

}  // namespace saddle
