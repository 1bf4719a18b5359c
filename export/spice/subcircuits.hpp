// The papers' devices as subcircuits of standard SPICE elements, one element each. Names, terminals
// and parameters come from device_info(); only the element's law is written here.
#pragma once

#include <string>
#include <string_view>

#include <saddle/models/electrical/device_kind.hpp>

namespace saddle {

struct SubcircuitBody {
  DeviceKind kind;
  std::string_view equation;  // of the thesis, or what it is
  std::string_view element;   // name inside the subcircuit, its first letter is the kind
  std::string_view law;       // the rest of its line

  // What ngspice calls the element of the instance "xf": "e.xf.esaddle".
  std::string flattened_name(std::string_view instance) const;

  // The definition, .subckt to .ends, with a comment above.
  std::string definition() const;
};

const SubcircuitBody* find_subcircuit_body(DeviceKind kind);  // null for SPICE's own elements

}  // namespace saddle
