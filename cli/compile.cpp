// saddle compile: a problem becomes a SPICE deck, with a bill of materials and the map from each
// device to the term of the problem that it stands for.
#include <algorithm>
#include <cstdio>
#include <map>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <saddle/export/files/atomic_file.hpp>
#include <saddle/export/spice/deck_writer.hpp>

#include "exit_codes.hpp"
#include "inputs.hpp"
#include "json.hpp"
#include "outputs.hpp"
#include "verbs.hpp"

namespace saddle::cli {

namespace {

struct CompileOptions {
  InputOptions input;
  std::string output;
  bool json = false;
};

// One line of the bill of materials: how many, and from where to where the main value goes.
struct BillLine {
  int count = 0;
  double least = 0, most = 0;
};

std::map<DeviceKind, BillLine> bill_of_materials(const Circuit& circuit) {
  std::map<DeviceKind, BillLine> bill;
  for (const Device& device : circuit.devices) {
    BillLine& line = bill[device.kind];
    const double value = device.parameters.empty() ? 0 : device.parameters[0];
    line.least = line.count == 0 ? value : std::min(line.least, value);
    line.most = line.count == 0 ? value : std::max(line.most, value);
    ++line.count;
  }
  return bill;
}

bool has_value(DeviceKind kind) {
  return kind == DeviceKind::resistor || kind == DeviceKind::capacitor || kind == DeviceKind::ota;
}

void print_bill(const Circuit& circuit) {
  fmt::print("{:<36} {:>7}  values\n", "bill of materials", "count");
  for (const auto& [kind, line] : bill_of_materials(circuit)) {
    const DeviceInfo& info = device_info(kind);
    fmt::print("  {:<34} {:>7}", info.name, line.count);
    if (has_value(kind))
      fmt::print("  {} {:.4g} to {:.4g} {}", info.parameters[0].name, line.least, line.most,
                 info.parameters[0].unit);
    fmt::print("\n");
  }
}

void print_map(const Circuit& circuit) {
  std::size_t width = 0;
  for (const Device& device : circuit.devices) width = std::max(width, device.name.size());
  fmt::print("\nwhat each device stands for\n");
  for (const Device& device : circuit.devices)
    fmt::print("  {:<{}}  {}\n", device.name, width,
               device.term.empty() ? "(of the given circuit)" : device.term);
}

Json as_json(const Synthesis& made, const std::string& output) {
  Json j;
  j["deck"] = output;
  j["nodes"] = made.circuit.nodes.size() - 1;
  j["devices"] = made.circuit.devices.size();
  j["bill"] = Json::array();
  for (const auto& [kind, line] : bill_of_materials(made.circuit)) {
    Json entry{{"kind", device_info(kind).name}, {"count", line.count}};
    if (has_value(kind)) entry["least"] = line.least, entry["most"] = line.most;
    j["bill"].push_back(std::move(entry));
  }
  j["map"] = Json::object();
  for (const Device& device : made.circuit.devices) append(j["map"], device.name, device.term);
  j["readings"] = Json::array();
  for (const Reading& reading : made.readings)
    j["readings"].push_back(
        {{"name", reading.name}, {"node", made.circuit.nodes[reading.node]}, {"scale", reading.scale}});
  return j;
}

}  // namespace

void add_compile(CLI::App& app, Outcome& outcome) {
  auto options = std::make_shared<CompileOptions>();
  CLI::App& verb = *app.add_subcommand("compile", "a problem as a SPICE deck, with its bill of materials");
  options->input.add_to(verb);
  verb.add_option("-o,--output", options->output, "the deck to write (- for standard output)")->required();
  verb.add_flag("--json", options->json, "one JSON object instead of the table");
  verb.footer("Example:\n  saddle compile examples/qp.opt -o qp.cir");
  verb.callback([options, &outcome] {
    check_different({options->input.file, options->output});
    Description description = read_description(options->input.file);
    auto* problem = std::get_if<Problem>(&description);
    if (!problem)
      throw CLI::ValidationError("FILE", "compile takes a problem (.opt); this is a deck already");
    const Synthesis made = make_circuit(with_options(std::move(*problem), options->input), options->input);
    const std::string deck = write_deck(made.circuit);
    outcome.exit_code = kFine;
    if (options->output == "-") {
      fmt::print("{}", deck);
      return;
    }
    write_file(options->output, deck);
    if (options->json) {
      fmt::print("{}\n", as_json(made, options->output).dump(2));
      return;
    }
    fmt::print("circuit   {}\ndeck      {}\n\n", circuit_size(made.circuit), options->output);
    print_bill(made.circuit);
    fmt::print("\nhow signals read in the problem's units\n");
    for (const Reading& reading : made.readings)
      fmt::print("  {:<20} = {:.6g} * V({})\n", reading.name, reading.scale,
                 made.circuit.nodes[reading.node]);
    print_map(made.circuit);
  });
}

}  // namespace saddle::cli
