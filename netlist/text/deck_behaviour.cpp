#include <saddle/netlist/text/deck_behaviour.hpp>

#include <fmt/format.h>

#include <span>
#include <string>
#include <string_view>

#include <saddle/netlist/text/expression_parser.hpp>

namespace saddle {

namespace {

// v(a), v(a,b), i(device), time, and parameters as constants. Names are those of the instance the
// B source stands in.
class BehaviourScope final : public NameScope {
 public:
  BehaviourScope(Deck& deck, const Instance& at) : deck_(deck), at_(at) {}

  NodeId name(std::string_view name, std::size_t offset) override {
    if (name == "time") return deck_.circuit.time_symbol();
    return deck_.circuit.expressions.constant(deck_.values.parameter(name, offset, *at_.parameters));
  }

  NodeId call(std::string_view name, std::size_t offset, std::span<const RawArgument> arguments) override {
    if (name == "v") return read_voltage(offset, arguments);
    if (name == "i") return read_current(offset, arguments);
    return NodeId::none;
  }

 private:
  NodeId read_voltage(std::size_t offset, std::span<const RawArgument> arguments) {
    if (arguments.empty() || arguments.size() > 2)
      deck_.fail(offset, "v() takes one node, or two for their difference");
    const NodeId first = voltage_of(trimmed(arguments[0]));
    if (arguments.size() == 1) return first;
    return deck_.circuit.expressions.subtract(first, voltage_of(trimmed(arguments[1])));
  }

  NodeId voltage_of(const RawArgument& argument) {
    const std::string name = at_.node_name(argument.text);
    const int node = deck_.circuit.find_node(name);
    if (node < 0) deck_.fail(argument.offset, fmt::format("nothing is connected to node '{}'", name));
    if (node > 0) ++deck_.connections[static_cast<std::size_t>(node)];
    return deck_.circuit.voltage_symbol(node);
  }

  NodeId read_current(std::size_t offset, std::span<const RawArgument> arguments) {
    if (arguments.size() != 1) deck_.fail(offset, "i() takes the name of one device");
    const RawArgument argument = trimmed(arguments[0]);
    const std::string name = at_.device_name(argument.text);
    const int device = deck_.circuit.find_device(name);
    if (device < 0) deck_.fail(argument.offset, fmt::format("there is no device '{}'", name));
    const DeviceInfo& info = device_info(deck_.circuit.devices[static_cast<std::size_t>(device)].kind);
    if (!info.branch_current)
      deck_.fail(
          argument.offset,
          fmt::format("the current of {} '{}' cannot be read; put a 0 V source in series", info.name, name));
    return deck_.circuit.current_symbol(device);
  }

  static RawArgument trimmed(RawArgument argument) {
    constexpr std::string_view blanks = " \t\r\n\f\v";
    const std::size_t first = argument.text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {{}, argument.offset};
    const std::size_t last = argument.text.find_last_not_of(blanks);
    return {argument.text.substr(first, last - first + 1), argument.offset + first};
  }

  Deck& deck_;
  const Instance& at_;
};

}  // namespace

void resolve_behaviours(Deck& deck) {
  for (const PendingBehaviour& behaviour : deck.behaviours) {
    BehaviourScope scope(deck, *behaviour.at);
    deck.circuit.devices[static_cast<std::size_t>(behaviour.device)].expression =
        parse_whole_expression(deck.text, behaviour.begin, behaviour.end, deck.circuit.expressions, scope);
  }
}

}  // namespace saddle
