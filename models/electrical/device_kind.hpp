// The devices by name: terminals, parameters with unit and default. Readers, writers, messages
// and the manual all take them from here.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace saddle {

enum class DeviceKind : std::uint8_t {
  resistor,             // R
  capacitor,            // C
  voltage_source,       // V
  current_source,       // I
  vcvs,                 // E
  vccs,                 // G
  behavioural_voltage,  // B with V =
  behavioural_current,  // B with I =
  ota,                  // transconductance amplifier [T D.4, D.5], subcircuit saddle_ota
  opamp,                // operational amplifier [T D.6], saddle_opamp
  follower,             // ideal voltage follower [T D.7], saddle_follower
  inverter,             // saturating inverter [T D.8], saddle_inverter
  negator,              // ideal gain of -1, saddle_negator
};
inline constexpr int kDeviceKinds = static_cast<int>(DeviceKind::negator) + 1;

struct ParameterInfo {
  std::string_view name;  // as in a deck: "i0"
  std::string_view unit;  // "A"
  double default_value;
  std::string_view meaning;
};

struct DeviceInfo {
  DeviceKind kind;
  std::string_view name;                        // "transconductance amplifier"
  std::string_view letter;                      // SPICE element letter, "X" for subcircuits
  std::string_view subcircuit;                  // "saddle_ota", empty for SPICE elements
  std::span<const std::string_view> terminals;  // "out" "plus" "minus"
  std::span<const ParameterInfo> parameters;
  bool branch_current;  // its current is an unknown: I(name) can be read
};

const DeviceInfo& device_info(DeviceKind kind);
const DeviceInfo* find_subcircuit_device(std::string_view subcircuit);  // null if none

}  // namespace saddle
