#include "inputs.hpp"

#include <array>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <saddle/netlist/text/readers.hpp>

namespace saddle::cli {

void InputOptions::add_to(CLI::App& verb) {
  verb.add_option("FILE", file, "a problem (.opt) or a deck (.cir, .sp, .net, .ckt, .spice)")->required();
  verb.add_option("--level", level,
                  "all amplifiers saturating (tanh) or linear (exact); default: as the deck says, saturating "
                  "for problems")
      ->check(CLI::IsMember({"saturating", "linear"}));
  verb.add_option("--method", method, "bdmm or mdmm, instead of the problem's")
      ->check(CLI::IsMember({"bdmm", "mdmm"}));
}

Description read_description(const std::string& file) {
  const std::string ending = std::filesystem::path(file).extension().string();
  std::vector<Warning> warnings;
  std::optional<Description> result;
  if (ending == ".opt") {
    result = read_problem(file, &warnings);
  } else if (ending == ".cir" || ending == ".sp" || ending == ".net" || ending == ".ckt" ||
             ending == ".spice") {
    result = read_circuit(file, &warnings);
  } else {
    throw InputError(
        fmt::format("{}: unknown kind of file; expected a problem (.opt) or a deck "
                    "(.cir, .sp, .net, .ckt, .spice)",
                    file));
  }
  for (const Warning& warning : warnings) fmt::print(stderr, "{}\n", warning.message);
  return std::move(*result);
}

Problem with_options(Problem problem, const InputOptions& options) {
  if (!options.method.empty()) problem.method.method = options.method == "bdmm" ? Method::bdmm : Method::mdmm;
  return problem;
}

Synthesis make_circuit(const Problem& problem, const InputOptions& options) {
  try {
    Synthesis made = synthesize(problem);
    apply_level(made.circuit, options);
    return made;
  } catch (const SynthesisError& error) {
    const Place place = error.place();
    if (place.file < 0) throw InputError(error.what());
    const SourceText source = read_source(problem.files.at(place.file));
    throw InputError(source, source.line_begin(place.line) + place.column - 1, error.what());
  }
}

void apply_level(Circuit& circuit, const InputOptions& options) {
  if (options.level.empty()) return;
  set_level(circuit, options.level == "linear" ? Level::linear : Level::saturating);
}

std::string circuit_size(const Circuit& circuit) {
  std::array<int, kDeviceKinds> counts{};
  for (const Device& device : circuit.devices) ++counts[static_cast<int>(device.kind)];
  std::string kinds;
  for (int k = 0; k < kDeviceKinds; ++k) {
    if (counts[k] == 0) continue;
    kinds += fmt::format("{}{} {}{}", kinds.empty() ? "" : ", ", counts[k],
                         device_info(static_cast<DeviceKind>(k)).name, counts[k] == 1 ? "" : "s");
  }
  const std::size_t nodes = circuit.nodes.size() - 1, devices = circuit.devices.size();
  return fmt::format("{} node{}, {} device{}: {}", nodes, nodes == 1 ? "" : "s", devices,
                     devices == 1 ? "" : "s", kinds);
}

}  // namespace saddle::cli
