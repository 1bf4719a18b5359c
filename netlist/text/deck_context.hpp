// What the parts of the deck reader share while one deck becomes one circuit.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include <saddle/netlist/circuit/circuit.hpp>
#include <saddle/netlist/text/deck_lines.hpp>
#include <saddle/netlist/text/deck_parameters.hpp>
#include <saddle/netlist/text/deck_subcircuits.hpp>
#include <saddle/netlist/text/deck_warnings.hpp>
#include <saddle/netlist/text/source_text.hpp>

namespace saddle {

// A B source whose expression waits until every node and every device is known.
struct PendingBehaviour {
  int device = 0;
  std::size_t begin = 0, end = 0;  // the expression
  std::shared_ptr<const Instance> at;
};

// An initial voltage of a node (.ic); the node may be connected later.
struct PendingNodeVoltage {
  std::string node;  // of the circuit
  double volts = 0;
  std::size_t offset = 0;
};

// An initial voltage across a capacitor (ic=).
struct PendingCapacitorVoltage {
  int plus = 0, minus = 0;  // nodes
  double volts = 0;
  std::size_t offset = 0;
};

struct Deck {
  Deck(const SourceText& original, std::vector<Warning>* out)
      : source(original),
        lines(fold_deck(original)),
        text(lines.folded),
        warnings(text, out),
        values(text, warnings) {}

  const SourceText& source;
  const DeckLines lines;
  const SourceText& text;  // folded: lower case, without comments
  DeckWarnings warnings;
  DeckValues values;
  Circuit circuit;
  std::vector<int> connections;            // by node: how many device terminals and B expressions use it
  std::vector<std::size_t> first_mention;  // by node: where the first of them is
  std::vector<PendingBehaviour> behaviours;
  std::vector<PendingNodeVoltage> node_voltages;
  std::vector<PendingCapacitorVoltage> capacitor_voltages;
  std::unordered_set<std::string_view> skipped_cards;  // kinds of output cards met so far
  long expanded_lines = 0;                             // element lines read so far, of all instances

  [[noreturn]] void fail(std::size_t offset, const std::string& message) const;

  // The circuit's node of a name in an instance; counts one more connection.
  int connect(const Instance& at, const Token& node);

  // Adds the device of a line under its full name; a name that is taken is an error.
  Device& add(const Instance& at, const Token& name, const LogicalLine& line, DeviceKind kind,
              std::vector<int> nodes, std::vector<double> parameters = {});
};

}  // namespace saddle
