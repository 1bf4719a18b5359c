// The words of one logical line of a deck.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <saddle/netlist/text/source_text.hpp>

namespace saddle {

// Blanks and commas separate. A word has at most 500 characters. `text` of an expression is what stands
// between its braces or quotes; `end` is past the last character of the whole token.
struct Token {
  enum class Kind { word, expression, open, close, equals, end };
  Kind kind = Kind::end;
  std::string_view text;
  std::size_t offset = 0, end = 0;

  bool is(Kind wanted) const { return kind == wanted; }
  std::string_view shown() const { return kind == Kind::expression ? "{...}" : text; }  // in messages
  std::size_t text_offset() const { return kind == Kind::expression ? offset + 1 : offset; }
};

class TokenReader {
 public:
  TokenReader(const SourceText& text, std::size_t begin, std::size_t end);

  const Token& peek() const { return ahead_; }
  Token next();  // Kind::end for ever after the last
  bool accept(Token::Kind kind);

  // Where something that is missing should have stood: just past the last token that was taken.
  std::size_t missing_at() const { return missing_at_; }

 private:
  Token scan();
  Token scan_expression(char closing);

  const SourceText* source_;
  std::string_view text_;
  std::size_t at_, end_, missing_at_;
  Token ahead_;
};

// name = value. A value of several words, or a word that is no number, is an expression.
struct Assignment {
  Token name, value;
};

// The rest of a line as assignments: `a=1 b={2*a} c = 3 * a`.
std::vector<Assignment> read_assignments(const SourceText& text, TokenReader& tokens);

}  // namespace saddle
