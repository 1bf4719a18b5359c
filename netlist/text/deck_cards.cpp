#include <saddle/netlist/text/deck_cards.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <saddle/netlist/text/deck_initial.hpp>

namespace saddle {

namespace {

// .tran step stop [start [maxstep]] [uic]
void read_transient(Deck& deck, const Instance& at, const Token& card, TokenReader& tokens) {
  if (deck.circuit.transient) deck.fail(card.offset, "a second .tran card");
  TransientCard transient;
  std::vector<Token> values;
  while (!tokens.peek().is(Token::Kind::end)) {
    const Token token = tokens.next();
    if (token.text == "uic" && tokens.peek().is(Token::Kind::end)) {
      transient.use_initial_conditions = true;
    } else if (values.size() == 4) {
      deck.fail(token.offset, fmt::format(".tran: unexpected '{}'", token.shown()));
    } else {
      values.push_back(token);
    }
  }
  if (values.size() < 2) deck.fail(card.offset, ".tran needs a step and a stop time");
  double* const fields[] = {&transient.step, &transient.stop, &transient.start, &transient.max_step};
  for (std::size_t k = 0; k < values.size(); ++k) *fields[k] = deck.values.number(values[k], *at.parameters);

  if (!(transient.step > 0)) deck.fail(values[0].offset, ".tran: the step must be greater than zero");
  if (!(transient.stop > 0)) deck.fail(values[1].offset, ".tran: the stop time must be greater than zero");
  if (transient.start < 0 || transient.start >= transient.stop)
    deck.fail(values[2].offset, ".tran: the start of saving must lie between 0 and the stop time");
  if (transient.max_step < 0) deck.fail(values[3].offset, ".tran: the largest step must not be negative");
  deck.circuit.transient = transient;
}

void read_method(Deck& deck, const Token& value) {
  if (value.text == "trap" || value.text == "trapezoidal")
    deck.circuit.options.method = "trap";
  else if (value.text == "gear")
    deck.circuit.options.method = "gear";
  else
    deck.fail(value.offset, fmt::format("unknown method '{}': trap or gear", value.shown()));
}

// .options name=value ...; an option that Saddle does not know has no effect and is said so.
void read_options(Deck& deck, const Instance& at, const Token&, TokenReader& tokens) {
  CircuitOptions& options = deck.circuit.options;
  const std::pair<std::string_view, std::optional<double>*> numbers[] = {{"reltol", &options.reltol},
                                                                         {"abstol", &options.abstol},
                                                                         {"vntol", &options.vntol},
                                                                         {"gmin", &options.gmin}};
  while (!tokens.peek().is(Token::Kind::end)) {
    const Token name = tokens.next();
    if (!name.is(Token::Kind::word))
      deck.fail(name.offset, fmt::format(".options: unexpected '{}'", name.shown()));
    Token value;
    if (tokens.accept(Token::Kind::equals)) value = tokens.next();
    const auto number = std::find_if(std::begin(numbers), std::end(numbers),
                                     [&](const auto& known) { return known.first == name.text; });
    const bool known = number != std::end(numbers) || name.text == "method";
    if (!known) {
      deck.warnings.add(name.offset, fmt::format("option '{}' is not known and has no effect", name.text));
      continue;
    }
    if (value.is(Token::Kind::end))
      deck.fail(tokens.missing_at(), fmt::format("option '{}' needs a value", name.text));
    if (name.text == "method") {
      read_method(deck, value);
      continue;
    }
    *number->second = deck.values.number(value, *at.parameters);
    if (!(**number->second > 0))
      deck.fail(value.offset, fmt::format("option '{}' must be greater than zero", name.text));
  }
}

void read_title(Deck& deck, const Instance&, const Token&, TokenReader& tokens) {
  const std::size_t begin = tokens.peek().offset;
  std::size_t end = begin;
  while (!tokens.peek().is(Token::Kind::end)) end = tokens.next().end;
  deck.circuit.title = std::string(deck.source.text().substr(begin, end - begin));
}

void read_initial(Deck& deck, const Instance& at, const Token&, TokenReader& tokens) {
  read_initial_voltages(deck, at, tokens);
}

struct Card {
  std::string_view name;
  void (*read)(Deck&, const Instance&, const Token& card, TokenReader&);
  bool in_subcircuits;
};
constexpr Card kCards[] = {
    {".tran", read_transient, false}, {".ic", read_initial, true},   {".options", read_options, false},
    {".option", read_options, false}, {".opt", read_options, false}, {".title", read_title, false},
};

// What to show is the program's business: every signal is there. Said once for each kind.
constexpr std::string_view kOutputCards[] = {".save", ".print", ".plot", ".probe"};

constexpr std::string_view kUnsupportedCards[] = {
    ".control", ".endc", ".model", ".include", ".inc",  ".lib",   ".endl",    ".global", ".func", ".ac",
    ".dc",      ".op",   ".noise", ".tf",      ".sens", ".disto", ".pz",      ".four",   ".meas", ".measure",
    ".nodeset", ".temp", ".if",    ".elseif",  ".else", ".endif", ".csparam", ".width"};

template <class Names>
bool contains(const Names& names, std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

}  // namespace

void read_card(Deck& deck, const Instance& at, const LogicalLine& line) {
  TokenReader tokens(deck.text, line.begin, line.end);
  const Token name = tokens.next();
  const auto card =
      std::find_if(std::begin(kCards), std::end(kCards), [&](const Card& c) { return c.name == name.text; });
  if (card != std::end(kCards)) {
    if (at.caller && !card->in_subcircuits)
      deck.fail(name.offset, fmt::format("{} cannot stand in a subcircuit", name.text));
    card->read(deck, at, name, tokens);
  } else if (contains(kOutputCards, name.text)) {
    if (deck.skipped_cards.insert(name.text).second)
      deck.warnings.add(name.offset, fmt::format("{} is skipped: every signal is saved", name.text));
  } else if (contains(kUnsupportedCards, name.text)) {
    deck.fail(name.offset, fmt::format("{} is not supported yet", name.text));
  } else {
    deck.fail(name.offset, fmt::format("unknown card '{}'", name.text));
  }
}

}  // namespace saddle
