// Subcircuits: their definitions as a tree, and what an instance of one knows.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <saddle/netlist/text/deck_lines.hpp>
#include <saddle/netlist/text/deck_parameters.hpp>
#include <saddle/netlist/text/deck_tokens.hpp>

namespace saddle {

// The lines of a definition by what they are. The deck itself is the nameless root of the tree.
// Definitions of saddle_* devices are not in it: they are for other simulators.
struct Subcircuit {
  std::string_view name;
  std::vector<std::string_view> ports;
  std::vector<Assignment> parameters;  // with their defaults
  std::unordered_set<std::string_view> parameter_names;
  std::vector<LogicalLine> parameter_cards, cards, elements;
  std::unordered_map<std::string_view, int> instances;  // names of X lines, and their lines
  const Subcircuit* outer = nullptr;
  std::unordered_map<std::string_view, std::unique_ptr<Subcircuit>> inner;

  const Subcircuit* find(std::string_view wanted) const;  // inside, or inside what is outside; null if none
};

std::unique_ptr<Subcircuit> gather_subcircuits(const DeckLines& deck);

// One use of a definition: how its names become names of the circuit.
struct Instance {
  const Subcircuit* definition = nullptr;
  std::string prefix;                                       // "x1.x2."; empty for the deck itself
  std::unordered_map<std::string_view, std::string> ports;  // inner node to the circuit's node
  std::shared_ptr<ParameterFrame> parameters;
  std::shared_ptr<const Instance> caller;
  int depth = 0;

  std::string node_name(std::string_view local) const;
  std::string device_name(std::string_view local) const { return prefix + std::string(local); }
};

// The words of a line up to `params:` or the first `name=`: nodes, ports and names.
std::vector<Token> read_words_before_assignments(TokenReader& tokens);

}  // namespace saddle
