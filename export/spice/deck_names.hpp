// How a circuit's devices and signals are called in its deck and in ngspice's vectors.
//
// SPICE takes the first letter of an element's name for its kind. A device whose name begins with
// that letter keeps it; any other (the resistor "x1.r1" of a flattened subcircuit) is written as
// letter, point, name ("r.x1.r1"), with underscores behind where that name is taken. Names that
// follow the rule are never changed, so writing what was read changes nothing more.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <saddle/netlist/circuit/circuit.hpp>

namespace saddle {

class DeckNames {
 public:
  // Throws DeckError for a name of a node or device that ngspice would misread.
  explicit DeckNames(const Circuit& circuit);

  const std::string& element(int device) const { return elements_[device]; }

  // The current vector of a device in ngspice: "v1", or "e.xf.esaddle" inside a subcircuit. Only
  // for devices whose branch current is an unknown.
  const std::string& current(int device) const { return currents_[device]; }

  // Saddle's name of an ngspice vector: "x" is "v(x)", "e.xf.esaddle#branch" is "i(xf)". Empty for
  // vectors that the circuit does not know.
  std::string signal(std::string_view vector) const;

  // The other way, as a .save card wants it: "i(xf)" is "e.xf.esaddle#branch". Throws DeckError.
  std::string saved(std::string_view signal) const;

 private:
  const Circuit& circuit_;
  std::vector<std::string> elements_, currents_;
  std::unordered_map<std::string, int> device_of_current_;
};

}  // namespace saddle
