// A circuit as a plain description: nodes by number, devices by kind. Readers and synthesis fill
// it, the deck writer prints it, CircuitSystem makes it move.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <saddle/models/electrical/device_kind.hpp>
#include <saddle/models/electrical/source_waveform.hpp>
#include <saddle/models/expression/graph.hpp>
#include <saddle/netlist/circuit/place.hpp>

namespace saddle {

// What a symbol in a behavioural expression reads.
struct Probe {
  enum class Type { voltage, current, time };
  Type type = Type::time;
  int index = -1;  // node number, or device number (its branch current)
};

struct Device {
  DeviceKind kind = DeviceKind::resistor;
  std::string name;                  // lower case, hierarchical: "r1", "x1.r1", "xamp" (for saddle_* devices)
  std::vector<int> nodes;            // in the order of DeviceInfo::terminals; 0 is ground
  std::vector<double> parameters;    // in the order of DeviceInfo::parameters
  int waveform = -1;                 // of independent sources: index into Circuit::waveforms
  NodeId expression = NodeId::none;  // of behavioural sources, in Circuit::expressions
  std::string term;                  // the term of the problem that it stands for; may be empty
  Place place;
};

struct TransientCard {
  double step = 0, stop = 0, start = 0, max_step = 0;  // [s]; as on the .tran card, 0: not given
  bool use_initial_conditions = false;                 // uic
};

struct CircuitOptions {  // of .options, with ngspice's names; what the deck does not say stays empty
  std::optional<double> reltol, abstol, vntol, gmin;
  std::optional<std::string> method;  // "trap" or "gear"
};

struct Circuit {
  std::string title;
  std::vector<std::string> files;       // what Place::file counts
  std::vector<std::string> nodes{"0"};  // lower case; 0 is ground
  std::vector<Device> devices;
  std::vector<SourceWaveform> waveforms;
  Graph expressions;
  std::vector<Probe> probes;                               // by symbol index of `expressions`
  std::vector<std::pair<int, double>> initial_conditions;  // node, volts (.ic)
  std::optional<TransientCard> transient;
  CircuitOptions options;

  int node(std::string_view name);             // found or made; "0" and "gnd" are ground
  int find_node(std::string_view name) const;  // -1 if there is none
  int find_device(std::string_view name) const;
  std::string fresh_node(std::string_view wish) const;  // a name that is still free
  std::string fresh_device(std::string_view wish) const;

  // Adds a device; parameters may be fewer than the kind has: the rest take their defaults.
  Device& add(DeviceKind kind, std::string name, std::vector<int> nodes, std::vector<double> parameters = {});
  Device& add_source(DeviceKind kind, std::string name, std::vector<int> nodes, SourceWaveform waveform);

  NodeId voltage_symbol(int node);  // for behavioural expressions; 0 for ground
  NodeId current_symbol(int device);
  NodeId time_symbol();

 private:
  NodeId probe_symbol(std::string_view name, Probe probe);
  std::unordered_map<std::string, int> node_numbers_{{"0", 0}};
  std::unordered_map<std::string, int> device_numbers_;
};

// The level of the papers' amplifiers: `linear` makes every one exact, `saturating` is [T D.4].
enum class Level { linear, saturating };
void set_level(Circuit& circuit, Level level);

}  // namespace saddle
