// A deck becomes a circuit:
//   text -> logical lines (deck_lines) -> tree of definitions (deck_subcircuits)
//        -> devices (deck_expansion, deck_elements, deck_sources, deck_cards)
//        -> what needs all names (deck_behaviour, deck_initial) -> checks of the whole.
#include <fmt/format.h>

#include <memory>
#include <utility>

#include <saddle/netlist/text/deck_behaviour.hpp>
#include <saddle/netlist/text/deck_context.hpp>
#include <saddle/netlist/text/deck_expansion.hpp>
#include <saddle/netlist/text/deck_initial.hpp>
#include <saddle/netlist/text/readers.hpp>

namespace saddle {

namespace {

constexpr int kMostLooseEnds = 10;  // warnings about nodes with one connection

void warn_of_loose_ends(Deck& deck) {
  int found = 0;
  std::size_t last = 0;
  for (std::size_t node = 1; node < deck.circuit.nodes.size(); ++node) {
    if (deck.connections[node] != 1) continue;
    last = node;
    if (++found <= kMostLooseEnds)
      deck.warnings.add(deck.first_mention[node],
                        fmt::format("node '{}' has only one connection", deck.circuit.nodes[node]));
  }
  if (found > kMostLooseEnds)
    deck.warnings.add(deck.first_mention[last],
                      fmt::format("{} more nodes have only one connection", found - kMostLooseEnds));
}

void check_whole(Deck& deck) {
  if (deck.circuit.devices.empty()) deck.fail(0, "the deck has no elements");
  if (deck.connections.empty() || deck.connections[0] == 0)
    deck.fail(deck.lines.lines.front().begin, "no element is connected to ground (node 0)");
  warn_of_loose_ends(deck);
}

}  // namespace

Circuit parse_circuit(const SourceText& source, std::vector<Warning>* warnings) {
  Deck deck(source, warnings);
  deck.circuit.title = deck.lines.title;
  deck.circuit.files = {source.name()};
  const std::unique_ptr<Subcircuit> definitions = gather_subcircuits(deck.lines);
  auto whole = std::make_shared<Instance>();
  whole->definition = definitions.get();
  whole->parameters = std::make_shared<ParameterFrame>();
  expand(deck, whole);
  resolve_behaviours(deck);
  resolve_initial_voltages(deck);
  check_whole(deck);
  return std::move(deck.circuit);
}

Circuit read_circuit(const std::string& path, std::vector<Warning>* warnings) {
  return parse_circuit(read_source(path), warnings);
}

}  // namespace saddle
