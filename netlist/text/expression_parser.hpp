// The one expression grammar (Spirit X3), behind a plain header.
//
//   expression := term  (("+" | "-") term)*
//   term       := signed (("*" | "/") signed)*
//   signed     := ("+" | "-")* power
//   power      := primary (("^" | "**") signed)?    binds tighter than a sign: -x^2 = -(x^2);
//                                                   right associative: a^b^c = a^(b^c)
//   primary    := number | name | name "(" arguments ")" | "(" expression ")"
//
//   name       := (letter | "_") (letter | digit | "_" | "." | "#" | ":")*
//
// Numbers take SPICE suffixes (f p n u m k meg g t mil) and after them a unit (V A F H s Hz ohm W),
// all in any case. Other letters glued to a number are an error: 2x is not read as 2. Built-in
// functions, in any case: sin cos tan asin acos atan arctan sinh cosh tanh exp ln log (natural)
// log10 sqrt abs sgn u (step) min max pow. Parentheses nest at most kMaxNesting deep.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include <saddle/models/expression/graph.hpp>
#include <saddle/netlist/text/number.hpp>
#include <saddle/netlist/text/source_text.hpp>

namespace saddle {

// How names become nodes. Each throws InputError at `offset` for what it does not know.
class NameScope {
 public:
  virtual ~NameScope() = default;
  virtual NodeId name(std::string_view name, std::size_t offset) = 0;
  // v(a), v(a,b), i(vs) and user functions; arguments as raw text with their offsets. Returns
  // none if the scope does not know the call, then the built-in functions are tried.
  struct RawArgument {
    std::string_view text;
    std::size_t offset;
  };
  virtual NodeId call(std::string_view name, std::size_t offset, std::span<const RawArgument> arguments) = 0;
  // Whether a name glued to a number (2k) could have been meant as a factor. Such a number is
  // refused as ambiguous; a scope that follows the SPICE rule, suffix before name, says no.
  virtual bool could_mean([[maybe_unused]] std::string_view name) const { return false; }
};

inline constexpr int kMaxNesting = 200;

// The constants a scope offers for names it does not know itself: "pi" and "e".
std::optional<double> builtin_constant(std::string_view name);
bool is_builtin_function(std::string_view name);

// Parses one expression that starts at `begin` and ends at `end` at the latest; returns its node
// and the offset of the first character that does not belong to it.
struct ParsedExpression {
  NodeId node;
  std::size_t end;
};
ParsedExpression parse_expression(const SourceText& source, std::size_t begin, std::size_t end, Graph& graph,
                                  NameScope& scope);

// Throws the message for a character that cannot stand where it does; `expected` is what could,
// such as "an operator".
[[noreturn]] void reject_at(const SourceText& source, std::size_t offset, std::string_view expected);

}  // namespace saddle
