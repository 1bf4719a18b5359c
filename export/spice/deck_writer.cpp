#include <saddle/export/spice/deck_writer.hpp>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string_view>

#include <saddle/export/files/number_text.hpp>
#include <saddle/export/spice/deck_names.hpp>
#include <saddle/export/spice/deck_text.hpp>
#include <saddle/export/spice/expression_text.hpp>
#include <saddle/export/spice/subcircuits.hpp>
#include <saddle/export/spice/waveform_text.hpp>

namespace saddle {

namespace {

struct Section {
  std::string_view heading;
  std::vector<DeviceKind> kinds;
};

const std::array<Section, 6>& sections() {
  static const std::array<Section, 6> all{{
      {"Sources", {DeviceKind::voltage_source, DeviceKind::current_source}},
      {"Resistors", {DeviceKind::resistor}},
      {"Capacitors", {DeviceKind::capacitor}},
      {"Controlled sources", {DeviceKind::vcvs, DeviceKind::vccs}},
      {"Behavioural sources", {DeviceKind::behavioural_voltage, DeviceKind::behavioural_current}},
      {"Amplifiers, followers and inverters",
       {DeviceKind::ota, DeviceKind::opamp, DeviceKind::follower, DeviceKind::inverter, DeviceKind::negator}},
  }};
  return all;
}

class DeckWriter {
 public:
  DeckWriter(const Circuit& circuit, const DeckOptions& options)
      : circuit_(circuit), options_(options), names_(circuit), by_kind_(kDeviceKinds) {
    for (std::size_t d = 0; d < circuit.devices.size(); ++d)
      by_kind_[static_cast<int>(circuit.devices[d].kind)].push_back(static_cast<int>(d));
  }

  std::string write() {
    text_ = deck_title(circuit_.title) + "\n";
    describe();
    define_subcircuits();
    for (const Section& section : sections()) write_section(section);
    write_initial_conditions();
    write_options();
    write_analysis();
    text_ += ".end\n";
    return std::move(text_);
  }

 private:
  const std::vector<int>& of_kind(DeviceKind kind) const { return by_kind_[static_cast<int>(kind)]; }

  void describe() {
    text_ += "* Deck written by Saddle, for ngspice 39 and later.\n";
    std::string size = fmt::format("Size: {} nodes besides ground, {} devices", circuit_.nodes.size() - 1,
                                   circuit_.devices.size());
    std::string_view separator = ": ";
    for (int kind = 0; kind < kDeviceKinds; ++kind) {
      const std::size_t count = by_kind_[kind].size();
      if (count == 0) continue;
      size += fmt::format("{}{} {}{}", separator, count, device_info(static_cast<DeviceKind>(kind)).name,
                          count == 1 ? "" : "s");
      separator = ", ";
    }
    append_comment(text_, size);
    text_ +=
        "* v(node) is the voltage of a node against ground [V].\n"
        "* i(device) is the current [A] from a source's first node through it to the second, or from\n"
        "* the output node into an amplifier.\n";
    bool terms = false;
    for (const Device& device : circuit_.devices) terms |= !device.term.empty();
    if (terms) text_ += "* Behind \"; =\" stands the term of the problem that an element realises.\n";
  }

  void define_subcircuits() {
    bool first = true;
    for (int kind = 0; kind < kDeviceKinds; ++kind) {
      const SubcircuitBody* body = find_subcircuit_body(static_cast<DeviceKind>(kind));
      if (!body || by_kind_[kind].empty()) continue;
      if (first) text_ += "\n";
      first = false;
      text_ += body->definition();
    }
  }

  void write_section(const Section& section) {
    bool first = true;
    for (const DeviceKind kind : section.kinds)
      for (const int device : of_kind(kind)) {
        if (first) text_ += fmt::format("\n* {}\n", section.heading);
        first = false;
        append_card(text_, element_line(device), circuit_.devices[device].term);
      }
  }

  std::string element_line(int number) const {
    const Device& device = circuit_.devices[number];
    std::string line = names_.element(number);
    for (const int node : device.nodes) line += " " + circuit_.nodes[node];
    switch (device.kind) {
      case DeviceKind::voltage_source:
      case DeviceKind::current_source:
        return line + " " +
               waveform_text(circuit_.waveforms[device.waveform].scaled(device.parameters[0]), device.name);
      case DeviceKind::behavioural_voltage:
        return line + " v = " + expression(device);
      case DeviceKind::behavioural_current:
        return line + " i = " + expression(device);
      default:
        break;
    }
    const DeviceInfo& info = device_info(device.kind);
    if (info.subcircuit.empty()) return line + " " + value(device, 0);
    line += " " + std::string(info.subcircuit);
    for (std::size_t k = 0; k < info.parameters.size(); ++k)
      line += fmt::format(" {}={}", info.parameters[k].name, value(device, k));
    return line;
  }

  std::string value(const Device& device, std::size_t parameter) const {
    const double number = device.parameters[parameter];
    const std::string_view name = device_info(device.kind).parameters[parameter].name;
    if (!std::isfinite(number))
      throw DeckError(fmt::format("device '{}': its {} is not a finite number", device.name, name));
    if (device.kind == DeviceKind::resistor && number == 0)
      throw DeckError(fmt::format(
          "device '{}': ngspice has no resistor of 0 ohm, use a voltage source of 0 V", device.name));
    return number_text(number);
  }

  std::string expression(const Device& device) const {
    try {
      return expression_text(circuit_.expressions, device.expression,
                             [&](int symbol) { return probe(symbol); });
    } catch (const DeckError& error) {
      throw DeckError(fmt::format("device '{}': {}", device.name, error.what()));
    }
  }

  std::string probe(int symbol) const {
    const Probe& probe = circuit_.probes[symbol];
    switch (probe.type) {
      case Probe::Type::voltage:
        return fmt::format("v({})", circuit_.nodes[probe.index]);
      case Probe::Type::time:
        return "time";
      case Probe::Type::current:
        break;
    }
    const DeviceInfo& info = device_info(circuit_.devices[probe.index].kind);
    if (!info.branch_current || !info.subcircuit.empty())
      throw DeckError(
          fmt::format("ngspice cannot read the current of the {} '{}' in an expression: put a voltage "
                      "source of 0 V in series and read its current",
                      info.name, circuit_.devices[probe.index].name));
    return fmt::format("i({})", names_.element(probe.index));
  }

  void write_initial_conditions() {
    if (circuit_.initial_conditions.empty()) return;
    text_ += "\n";
    for (const auto& [node, volts] : circuit_.initial_conditions) {
      if (node == 0) continue;  // ground is 0 V
      if (!std::isfinite(volts))
        throw DeckError(
            fmt::format("the initial voltage of node '{}' is not a finite number", circuit_.nodes[node]));
      text_ += fmt::format(".ic v({})={}\n", circuit_.nodes[node], number_text(volts));
    }
  }

  void write_options() {
    const CircuitOptions& options = options_.options ? *options_.options : circuit_.options;
    std::string line;
    const auto add = [&](std::string_view name, const std::optional<double>& value) {
      if (value) line += fmt::format(" {}={}", name, number_text(*value));
    };
    add("reltol", options.reltol);
    add("abstol", options.abstol);
    add("vntol", options.vntol);
    add("gmin", options.gmin);
    if (options.method) line += " method=" + *options.method;
    for (const std::string& extra : options_.extra_options) line += " " + extra;
    if (!line.empty()) append_card(text_, ".options" + line);
  }

  void write_analysis() {
    if (!options_.save.empty()) {
      std::string line = ".save";
      for (const std::string& signal : options_.save) line += " " + names_.saved(signal);
      append_card(text_, line);
    }
    const std::optional<TransientCard>& card = options_.transient ? options_.transient : circuit_.transient;
    if (!card) return;
    if (!(card->stop > 0 && card->start >= 0 && card->start < card->stop && card->step >= 0 &&
          card->max_step >= 0))
      throw DeckError("the transient analysis needs a stop time > 0 and a start time before it");
    const double step = card->step > 0 ? card->step : card->stop / kPrintedPoints;
    std::string line = fmt::format(".tran {} {}", number_text(step), number_text(card->stop));
    if (card->start > 0 || card->max_step > 0) line += " " + number_text(card->start);
    if (card->max_step > 0) line += " " + number_text(card->max_step);
    text_ += line + (card->use_initial_conditions ? " uic\n" : "\n");
  }

  static constexpr double kPrintedPoints = 1000;  // where the circuit does not say: bounds ngspice's step

  const Circuit& circuit_;
  const DeckOptions& options_;
  DeckNames names_;
  std::vector<std::vector<int>> by_kind_;
  std::string text_;
};

}  // namespace

std::string write_deck(const Circuit& circuit, const DeckOptions& options) {
  return DeckWriter(circuit, options).write();
}

}  // namespace saddle
