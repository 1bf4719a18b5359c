// Parameters of a deck, and the values that are written with them.
//
// A frame holds the parameters of the deck or of one instance of a subcircuit. What a frame does not
// know, the frame of the caller may: SPICE looks parameters up along the chain of instances. The order
// of .param cards does not matter, so a parameter is evaluated when it is first read.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <saddle/models/expression/graph.hpp>
#include <saddle/netlist/text/deck_tokens.hpp>
#include <saddle/netlist/text/deck_warnings.hpp>
#include <saddle/netlist/text/source_text.hpp>

namespace saddle {

class NameScope;

class ParameterFrame {
 public:
  explicit ParameterFrame(std::shared_ptr<ParameterFrame> caller = nullptr) : caller_(std::move(caller)) {}

  // Both return false if the frame has the name already.
  bool define(std::string_view name, double value);
  bool define(std::string_view name, const Token& unevaluated);

  struct Entry {
    enum class State { unevaluated, in_progress, known };
    State state = State::unevaluated;
    double value = 0;
    Token token;
    ParameterFrame* frame = nullptr;  // where the token is to be evaluated
  };
  Entry* find(std::string_view name);  // here or along the callers; null if there is none

 private:
  std::shared_ptr<ParameterFrame> caller_;
  std::unordered_map<std::string_view, Entry> entries_;
};

class DeckValues {
 public:
  DeckValues(const SourceText& text, DeckWarnings& warnings) : text_(text), warnings_(warnings) {}

  // The value of an element: a number with its suffix, or an expression in braces or quotes.
  double number(const Token& token, ParameterFrame& frame);

  // The value of `name=value`: also an expression without braces.
  double assigned(const Token& token, ParameterFrame& frame);

  // The value of a parameter by name; throws at `offset` if it is not known.
  double parameter(std::string_view name, std::size_t offset, ParameterFrame& frame);

 private:
  bool read_plain_number(const Token& token, double& value);
  double expression(const Token& token, ParameterFrame& frame);

  const SourceText& text_;
  DeckWarnings& warnings_;
  int depth_ = 0;
};

// Parses the whole of [begin, end) as one expression.
NodeId parse_whole_expression(const SourceText& text, std::size_t begin, std::size_t end, Graph& graph,
                              NameScope& scope);

}  // namespace saddle
