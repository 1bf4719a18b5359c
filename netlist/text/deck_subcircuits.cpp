#include <saddle/netlist/text/deck_subcircuits.hpp>

#include <fmt/format.h>

#include <saddle/models/electrical/device_kind.hpp>
#include <saddle/netlist/text/source_text.hpp>

namespace saddle {

const Subcircuit* Subcircuit::find(std::string_view wanted) const {
  for (const Subcircuit* level = this; level; level = level->outer) {
    const auto found = level->inner.find(wanted);
    if (found != level->inner.end()) return found->second.get();
  }
  return nullptr;
}

std::string Instance::node_name(std::string_view local) const {
  if (local == "0" || local == "gnd") return "0";
  const auto port = ports.find(local);
  return port != ports.end() ? port->second : prefix + std::string(local);
}

std::vector<Token> read_words_before_assignments(TokenReader& tokens) {
  std::vector<Token> words;
  while (tokens.peek().is(Token::Kind::word)) {
    TokenReader further = tokens;
    const Token word = further.next();
    if (further.peek().is(Token::Kind::equals)) break;
    tokens = further;
    if (word.text == "params:") break;
    words.push_back(word);
  }
  return words;
}

namespace {

// Definitions inside definitions: deeper than anybody writes, shallow enough to walk by recursion.
constexpr std::size_t kDeepestNesting = 100;

class Gatherer {
 public:
  explicit Gatherer(const SourceText& text) : text_(text) {
    root_ = std::make_unique<Subcircuit>();
    open_.push_back({root_.get(), {}});
  }

  std::unique_ptr<Subcircuit> run(const std::vector<LogicalLine>& lines) {
    for (const LogicalLine& line : lines) {
      if (text_.text()[line.begin] == '.')
        take_card(line);
      else if (skipped_.empty())
        take_element(line);
    }
    if (!skipped_.empty()) fail_unclosed(skipped_.front());
    if (open_.size() > 1) fail_unclosed(open_.back().name);
    return std::move(root_);
  }

 private:
  struct Open {
    Subcircuit* definition;
    Token name;
  };

  [[noreturn]] void fail_unclosed(const Token& name) const {
    throw InputError(text_, name.offset, fmt::format("subcircuit '{}' has no '.ends'", name.text));
  }

  void take_element(const LogicalLine& line) {
    Subcircuit& definition = *open_.back().definition;
    definition.elements.push_back(line);
    if (text_.text()[line.begin] != 'x') return;
    const Token name = TokenReader(text_, line.begin, line.end).next();
    const auto [twin, fresh] = definition.instances.try_emplace(name.text, text_.locate(name.offset).line);
    if (!fresh)
      throw InputError(text_, name.offset,
                       fmt::format("instance '{}' is already defined on line {}", name.text, twin->second));
  }

  void take_card(const LogicalLine& line) {
    TokenReader tokens(text_, line.begin, line.end);
    const Token card = tokens.next();
    if (card.text == ".subckt")
      begin_definition(tokens);
    else if (card.text == ".ends")
      end_definition(card, tokens);
    else if (skipped_.empty())
      (card.text == ".param" ? open_.back().definition->parameter_cards : open_.back().definition->cards)
          .push_back(line);
  }

  void begin_definition(TokenReader& tokens) {
    const Token name = tokens.next();
    if (!name.is(Token::Kind::word)) throw InputError(text_, tokens.missing_at(), "'.subckt' without a name");
    if (!skipped_.empty() || find_subcircuit_device(name.text)) {
      skipped_.push_back(name);
      return;
    }
    if (open_.size() > kDeepestNesting)
      throw InputError(text_, name.offset,
                       fmt::format("subcircuits nested more than {} deep", kDeepestNesting));
    Subcircuit* outer = open_.back().definition;
    auto definition = std::make_unique<Subcircuit>();
    definition->name = name.text;
    definition->outer = outer;
    read_ports(*definition, tokens);
    definition->parameters = read_assignments(text_, tokens);
    for (const Assignment& parameter : definition->parameters)
      if (!definition->parameter_names.insert(parameter.name.text).second)
        throw InputError(text_, parameter.name.offset,
                         fmt::format("parameter '{}' is defined twice", parameter.name.text));
    const auto [at, made] = outer->inner.try_emplace(name.text, std::move(definition));
    if (!made)
      throw InputError(text_, name.offset, fmt::format("subcircuit '{}' is defined twice", name.text));
    open_.push_back({at->second.get(), name});
  }

  void read_ports(Subcircuit& definition, TokenReader& tokens) const {
    std::unordered_set<std::string_view> seen;
    for (const Token& port : read_words_before_assignments(tokens)) {
      if (port.text == "0" || port.text == "gnd")
        throw InputError(text_, port.offset, "ground cannot be a port of a subcircuit");
      if (!seen.insert(port.text).second)
        throw InputError(text_, port.offset, fmt::format("port '{}' appears twice", port.text));
      definition.ports.push_back(port.text);
    }
  }

  void end_definition(const Token& card, TokenReader& tokens) {
    if (!skipped_.empty()) {
      skipped_.pop_back();
      return;
    }
    if (open_.size() == 1) throw InputError(text_, card.offset, "'.ends' without '.subckt'");
    const Token name = tokens.next();
    if (!name.is(Token::Kind::end) && name.text != open_.back().name.text)
      throw InputError(
          text_, name.offset,
          fmt::format("'.ends {}' stands where subcircuit '{}' is open", name.text, open_.back().name.text));
    open_.pop_back();
  }

  const SourceText& text_;
  std::unique_ptr<Subcircuit> root_;
  std::vector<Open> open_;      // the definitions we are inside of, outermost first
  std::vector<Token> skipped_;  // saddle_* definitions, and what is nested in them
};

}  // namespace

std::unique_ptr<Subcircuit> gather_subcircuits(const DeckLines& deck) {
  return Gatherer(deck.folded).run(deck.lines);
}

}  // namespace saddle
