// Names of what synthesis adds: by the role and the problem's own name, lower case, never taken.
#pragma once

#include <array>
#include <cctype>
#include <charconv>
#include <string>
#include <string_view>

#include <saddle/netlist/circuit/circuit.hpp>

namespace saddle {

inline std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// Words with a meaning of their own in ngspice's expressions get an ending.
inline std::string node_name(std::string_view wish) {
  const std::string name = lower_case(wish);
  return name == "time" || name == "temper" || name == "hertz" ? name + "_node" : name;
}

inline int add_node(Circuit& circuit, std::string_view wish) {
  return circuit.node(circuit.fresh_node(node_name(wish)));
}

// Component values to twelve digits: beyond them is the rounding of their derivation, and 12.5 kOhm
// should read so in the deck.
inline double tidy(double value) {
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.begin(), digits.end(), value, std::chars_format::general, 12).ptr;
  std::from_chars(digits.begin(), end, value);
  return value;
}

// "r" and "bias_x" make "r_bias_x": the first letter tells SPICE what it is.
inline std::string device_name(const Circuit& circuit, std::string_view letter, std::string_view wish) {
  return circuit.fresh_device(std::string(letter) + "_" + lower_case(wish));
}

inline void add_resistor(Circuit& circuit, std::string_view wish, int from, int to, double conductance,
                         std::string term) {
  circuit.add(DeviceKind::resistor, device_name(circuit, "r", wish), {from, to}, {tidy(1 / conductance)})
      .term = std::move(term);
}

inline void add_capacitor(Circuit& circuit, std::string_view wish, int node, double capacitance,
                          std::string term) {
  circuit.add(DeviceKind::capacitor, device_name(circuit, "c", wish), {node, 0}, {tidy(capacitance)}).term =
      std::move(term);
}

inline void add_source(Circuit& circuit, std::string_view wish, int node, SourceWaveform waveform,
                       std::string term) {
  circuit
      .add_source(DeviceKind::voltage_source, device_name(circuit, "v", wish), {node, 0}, std::move(waveform))
      .term = std::move(term);
}

}  // namespace saddle
