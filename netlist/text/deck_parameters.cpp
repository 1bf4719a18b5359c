#include <saddle/netlist/text/deck_parameters.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>

#include <saddle/netlist/text/expression_parser.hpp>

namespace saddle {

namespace {

// How far parameters may refer to parameters that are defined later: each needs a level of recursion.
constexpr int kDeepestForwardReference = 100;

bool is_digit_or_letter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
}

// Parameters become constants; the circuit cannot be read.
class ConstantScope final : public NameScope {
 public:
  ConstantScope(const SourceText& text, DeckValues& values, ParameterFrame& frame, Graph& graph)
      : text_(text), values_(values), frame_(frame), graph_(graph) {}

  NodeId name(std::string_view name, std::size_t offset) override {
    return graph_.constant(values_.parameter(name, offset, frame_));
  }
  NodeId call(std::string_view name, std::size_t offset, std::span<const RawArgument>) override {
    if (name == "v" || name == "i")
      throw InputError(text_, offset, fmt::format("'{}(...)' can only be read by a B source", name));
    return NodeId::none;
  }

 private:
  const SourceText& text_;
  DeckValues& values_;
  ParameterFrame& frame_;
  Graph& graph_;
};

}  // namespace

bool ParameterFrame::define(std::string_view name, double value) {
  return entries_.try_emplace(name, Entry{Entry::State::known, value, {}, this}).second;
}

bool ParameterFrame::define(std::string_view name, const Token& unevaluated) {
  return entries_.try_emplace(name, Entry{Entry::State::unevaluated, 0, unevaluated, this}).second;
}

ParameterFrame::Entry* ParameterFrame::find(std::string_view name) {
  for (ParameterFrame* frame = this; frame; frame = frame->caller_.get()) {
    const auto found = frame->entries_.find(name);
    if (found != frame->entries_.end()) return &found->second;
  }
  return nullptr;
}

double DeckValues::number(const Token& token, ParameterFrame& frame) {
  if (token.is(Token::Kind::expression)) return expression(token, frame);
  double value = 0;
  if (read_plain_number(token, value)) return value;
  const bool parameter = frame.find(token.text) != nullptr;
  throw InputError(text_, token.offset,
                   parameter
                       ? fmt::format("'{0}' is not a number; the parameter is written {{{0}}}", token.text)
                       : fmt::format("'{}' is not a number", token.text));
}

double DeckValues::assigned(const Token& token, ParameterFrame& frame) {
  double value = 0;
  return token.is(Token::Kind::word) && read_plain_number(token, value) ? value : expression(token, frame);
}

bool DeckValues::read_plain_number(const Token& token, double& value) {
  const ParsedNumber number = parse_number(token.text);
  if (number.length == 0) return false;
  value = number.value;
  if (!std::isfinite(value))
    throw InputError(text_, token.offset, fmt::format("'{}' is too large for a number", token.text));
  if (number.length == token.text.size()) return true;
  const std::string_view rest = token.text.substr(number.length);
  if (!std::all_of(rest.begin(), rest.end(), is_digit_or_letter)) return false;
  warnings_.add(token.offset,
                fmt::format("'{}' means {:g}: what follows the suffix is ignored", token.text, value));
  return true;
}

double DeckValues::expression(const Token& token, ParameterFrame& frame) {
  Graph graph;
  ConstantScope scope(text_, *this, frame, graph);
  const std::size_t begin = token.text_offset();
  const NodeId node = parse_whole_expression(text_, begin, begin + token.text.size(), graph, scope);
  const double value = graph.value(node, {});
  if (!std::isfinite(value)) throw InputError(text_, begin, "the value of this expression is not finite");
  return value;
}

double DeckValues::parameter(std::string_view name, std::size_t offset, ParameterFrame& frame) {
  using State = ParameterFrame::Entry::State;
  ParameterFrame::Entry* entry = frame.find(name);
  if (!entry) {
    if (const std::optional<double> constant = builtin_constant(name)) return *constant;
    throw InputError(text_, offset, fmt::format("unknown parameter '{}'", name));
  }
  if (entry->state == State::known) return entry->value;
  if (entry->state == State::in_progress)
    throw InputError(text_, offset, fmt::format("parameter '{}' is defined by itself", name));
  if (depth_ == kDeepestForwardReference)
    throw InputError(text_, offset,
                     fmt::format("more than {} parameters that each need a later one; define them in order",
                                 kDeepestForwardReference));
  ++depth_;
  entry->state = State::in_progress;
  entry->value = assigned(entry->token, *entry->frame);
  entry->state = State::known;
  --depth_;
  return entry->value;
}

NodeId parse_whole_expression(const SourceText& text, std::size_t begin, std::size_t end, Graph& graph,
                              NameScope& scope) {
  const ParsedExpression parsed = parse_expression(text, begin, end, graph, scope);
  const std::size_t rest = text.text().find_first_not_of(" \t\r\n\f\v", parsed.end);
  if (rest < end)
    throw InputError(text, rest, fmt::format("unexpected '{}' in the expression", text.text()[rest]));
  return parsed.node;
}

}  // namespace saddle
