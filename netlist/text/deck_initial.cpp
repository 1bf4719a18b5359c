#include <saddle/netlist/text/deck_initial.hpp>

#include <fmt/format.h>

#include <optional>
#include <vector>

namespace saddle {

namespace {

Token expect(Deck& deck, TokenReader& tokens, Token::Kind kind) {
  const Token token = tokens.next();
  if (!token.is(kind))
    deck.fail(token.is(Token::Kind::end) ? tokens.missing_at() : token.offset, "expected v(node)=value");
  return token;
}

class Resolver {
 public:
  explicit Resolver(Deck& deck) : deck_(deck), volts_(deck.circuit.nodes.size()) {}

  void set(int node, double volts, std::size_t offset) {
    if (node == 0) deck_.fail(offset, "ground has no initial voltage: it is always 0");
    std::optional<double>& known = volts_[static_cast<std::size_t>(node)];
    if (known && *known != volts)
      deck_.fail(offset, fmt::format("node '{}' has two initial voltages, {:g} and {:g}",
                                     deck_.circuit.nodes[static_cast<std::size_t>(node)], *known, volts));
    if (!known) deck_.circuit.initial_conditions.emplace_back(node, volts);
    known = volts;
  }

 private:
  Deck& deck_;
  std::vector<std::optional<double>> volts_;  // by node
};

}  // namespace

void read_initial_voltages(Deck& deck, const Instance& at, TokenReader& tokens) {
  do {
    const Token v = expect(deck, tokens, Token::Kind::word);
    if (v.text != "v") deck.fail(v.offset, "expected v(node)=value");
    expect(deck, tokens, Token::Kind::open);
    const Token node = expect(deck, tokens, Token::Kind::word);
    expect(deck, tokens, Token::Kind::close);
    expect(deck, tokens, Token::Kind::equals);
    const Token value = tokens.next();
    if (value.is(Token::Kind::end)) deck.fail(tokens.missing_at(), "the initial voltage is missing");
    deck.node_voltages.push_back(
        {at.node_name(node.text), deck.values.number(value, *at.parameters), node.offset});
  } while (!tokens.peek().is(Token::Kind::end));
}

void resolve_initial_voltages(Deck& deck) {
  Resolver resolver(deck);
  for (const PendingNodeVoltage& initial : deck.node_voltages) {
    const int node = deck.circuit.find_node(initial.node);
    if (node < 0) deck.fail(initial.offset, fmt::format("nothing is connected to node '{}'", initial.node));
    resolver.set(node, initial.volts, initial.offset);
  }
  const bool used = deck.circuit.transient && deck.circuit.transient->use_initial_conditions;
  for (const PendingCapacitorVoltage& initial : deck.capacitor_voltages) {
    if (!used) {
      deck.warnings.add(initial.offset, "'ic=' has no effect without 'uic' on the .tran card");
      continue;
    }
    if (initial.plus != 0 && initial.minus != 0)
      deck.fail(initial.offset,
                "'ic=' works for a capacitor to ground only; give .ic for both nodes instead");
    const bool upright = initial.minus == 0;
    resolver.set(upright ? initial.plus : initial.minus, upright ? initial.volts : -initial.volts,
                 initial.offset);
  }
}

}  // namespace saddle
