#include <saddle/netlist/text/deck_elements.hpp>

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include <saddle/netlist/text/deck_expansion.hpp>
#include <saddle/netlist/text/deck_sources.hpp>

namespace saddle {

namespace {

// A line being read: what it says so far, and what its messages call it.
struct Element {
  Deck& deck;
  const std::shared_ptr<const Instance>& at;
  const LogicalLine& line;
  const DeviceInfo& info;
  TokenReader tokens;
  Token name;

  Element(Deck& d, const std::shared_ptr<const Instance>& where, const LogicalLine& l, DeviceKind kind)
      : deck(d),
        at(where),
        line(l),
        info(device_info(kind)),
        tokens(d.text, l.begin, l.end),
        name(tokens.next()) {}

  std::string title() const { return fmt::format("{} '{}'", info.name, name.text); }

  std::vector<int> read_nodes() {
    const std::size_t wanted = info.terminals.size();
    std::vector<int> nodes;
    nodes.reserve(wanted);
    while (nodes.size() < wanted) {
      if (!tokens.peek().is(Token::Kind::word))
        deck.fail(tokens.missing_at(),
                  fmt::format("{} needs {} nodes, {} given", title(), wanted, nodes.size()));
      nodes.push_back(deck.connect(*at, tokens.next()));
    }
    return nodes;
  }

  Token read_value_token(std::string_view what) {
    const Token token = tokens.next();
    if (token.is(Token::Kind::end))
      deck.fail(tokens.missing_at(), fmt::format("{}: the {} is missing", title(), what));
    return token;
  }

  double value_of(const Token& token) { return deck.values.number(token, *at->parameters); }

  void expect_end() {
    const Token& token = tokens.peek();
    if (!token.is(Token::Kind::end))
      deck.fail(token.offset, fmt::format("{}: unexpected '{}'", title(), token.shown()));
  }

  Device& add(std::vector<int> nodes, std::vector<double> parameters = {}) {
    return deck.add(*at, name, line, info.kind, std::move(nodes), std::move(parameters));
  }
};

void read_resistor(Element e) {
  std::vector<int> nodes = e.read_nodes();
  const Token token = e.read_value_token("resistance");
  const double resistance = e.value_of(token);
  if (resistance == 0) e.deck.fail(token.offset, "resistance must not be zero");
  e.expect_end();
  e.add(std::move(nodes), {resistance});
}

// In SPICE 'f' is femto, also where somebody means farad.
void warn_of_farads(Deck& deck, const Token& token) {
  const std::string_view written = deck.source.text().substr(token.offset, token.text.size());
  if (!token.is(Token::Kind::word) || written.size() < 2 || !written.ends_with('F')) return;
  const char before = written[written.size() - 2];
  if ((before >= '0' && before <= '9') || before == '.')
    deck.warnings.add(token.offset, fmt::format("'{}' is in femtofarads: the suffix f means 1e-15", written));
}

// ic=value, the initial voltage; it acts only with uic.
void read_initial_voltage(Element& e, const std::vector<int>& nodes) {
  const Token name = e.tokens.peek();
  if (!name.is(Token::Kind::word) || name.text != "ic") return;
  e.tokens.next();
  if (!e.tokens.accept(Token::Kind::equals)) e.deck.fail(e.tokens.missing_at(), "expected '=' after 'ic'");
  const double volts = e.value_of(e.read_value_token("initial voltage"));
  e.deck.capacitor_voltages.push_back({nodes[0], nodes[1], volts, name.offset});
}

void read_capacitor(Element e) {
  std::vector<int> nodes = e.read_nodes();
  const Token token = e.read_value_token("capacitance");
  const double capacitance = e.value_of(token);
  if (!(capacitance > 0)) e.deck.fail(token.offset, "capacitance must be greater than zero");
  warn_of_farads(e.deck, token);
  read_initial_voltage(e, nodes);
  e.expect_end();
  e.add(std::move(nodes), {capacitance});
}

void read_independent_source(Element e) {
  std::vector<int> nodes = e.read_nodes();
  SourceWaveform waveform = read_source_waveform(e.deck, *e.at, e.tokens, e.title());
  Device& device = e.add(std::move(nodes));
  device.waveform = static_cast<int>(e.deck.circuit.waveforms.size());
  e.deck.circuit.waveforms.push_back(std::move(waveform));
}

// E and G: two nodes, two controlling nodes, the gain.
void read_controlled_source(Element e) {
  TokenReader ahead = e.tokens;
  ahead.next();
  ahead.next();
  const Token form = ahead.next();
  for (const std::string_view other : {"value", "vol", "cur", "poly", "table", "laplace"})
    if (form.text == other)
      e.deck.fail(form.offset,
                  fmt::format("{}: '{}' is not supported, only the linear form; a B source takes "
                              "any expression",
                              e.title(), other));
  std::vector<int> nodes = e.read_nodes();
  const double gain = e.value_of(e.read_value_token(e.info.parameters[0].name));
  e.expect_end();
  e.add(std::move(nodes), {gain});
}

// B: `V=` or `I=` and an expression up to the end of the line. It is parsed when all names are known.
void read_behavioural_source(Deck& deck, const std::shared_ptr<const Instance>& at, const LogicalLine& line) {
  Element e(deck, at, line, DeviceKind::behavioural_voltage);
  std::vector<int> nodes = e.read_nodes();
  const Token quantity = e.tokens.next();
  const bool voltage = quantity.text == "v";
  const Token equals = e.tokens.next();
  if ((!voltage && quantity.text != "i") || !equals.is(Token::Kind::equals))
    deck.fail(quantity.is(Token::Kind::end) ? e.tokens.missing_at() : quantity.offset,
              fmt::format("behavioural source '{}' needs V=expression or I=expression", e.name.text));
  if (e.tokens.peek().is(Token::Kind::end))
    deck.fail(e.tokens.missing_at(),
              fmt::format("behavioural source '{}': the expression is missing", e.name.text));
  deck.behaviours.push_back({static_cast<int>(deck.circuit.devices.size()), equals.end, line.end, at});
  deck.add(*at, e.name, line, voltage ? DeviceKind::behavioural_voltage : DeviceKind::behavioural_current,
           std::move(nodes));
}

}  // namespace

void read_element(Deck& deck, const std::shared_ptr<const Instance>& at, const LogicalLine& line) {
  const auto element = [&](DeviceKind kind) { return Element(deck, at, line, kind); };
  switch (deck.text.text()[line.begin]) {
    case 'r':
      return read_resistor(element(DeviceKind::resistor));
    case 'c':
      return read_capacitor(element(DeviceKind::capacitor));
    case 'v':
      return read_independent_source(element(DeviceKind::voltage_source));
    case 'i':
      return read_independent_source(element(DeviceKind::current_source));
    case 'e':
      return read_controlled_source(element(DeviceKind::vcvs));
    case 'g':
      return read_controlled_source(element(DeviceKind::vccs));
    case 'b':
      return read_behavioural_source(deck, at, line);
    case 'x':
      return read_instance(deck, at, line);
    default:
      break;
  }
  const Token name = TokenReader(deck.text, line.begin, line.end).next();
  deck.fail(line.begin,
            fmt::format("unknown element '{}': the letters known are R, C, V, I, E, G, B and X", name.text));
}

}  // namespace saddle
