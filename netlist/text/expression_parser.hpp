// The one expression grammar (Spirit X3), behind a plain header.
//
//   expression := term  (("+" | "-") term)*
//   term       := signed (("*" | "/") signed)*
//   signed     := ("+" | "-")* power
//   power      := primary (("^" | "**") signed_exponent)?     binds tighter than a sign: -x^2 = -(x^2); right associative
//   primary    := number | name | name "(" arguments ")" | "(" expression ")"
//
// Numbers take SPICE suffixes (f p n u m k meg g t mil), letters after them are a unit and ignored.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include <saddle/models/expression/graph.hpp>
#include <saddle/netlist/text/source_text.hpp>

namespace saddle {

// How names become nodes. Each throws InputError at `offset` for what it does not know.
class NameScope {
 public:
  virtual ~NameScope() = default;
  virtual NodeId name(std::string_view name, std::size_t offset) = 0;
  // v(a), v(a,b), i(vs) and user functions; arguments as raw text with their offsets. Returns
  // none if the scope does not know the call, then the built-in functions are tried.
  struct RawArgument { std::string_view text; std::size_t offset; };
  virtual NodeId call(std::string_view name, std::size_t offset, std::span<const RawArgument> arguments) = 0;
};

// Parses one expression that starts at `begin` and ends at `end` at the latest; returns its node
// and the offset of the first character that does not belong to it.
struct ParsedExpression { NodeId node; std::size_t end; };
ParsedExpression parse_expression(const SourceText& source, std::size_t begin, std::size_t end,
                                  Graph& graph, NameScope& scope);

// A SPICE number at the start of `text`: value, and how many characters it took (0: none).
struct ParsedNumber { double value; std::size_t length; };
ParsedNumber parse_number(std::string_view text);

}  // namespace saddle
