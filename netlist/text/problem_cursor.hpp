// Reads one statement of a problem from left to right.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <saddle/netlist/text/source_text.hpp>

namespace saddle {

class Cursor {
 public:
  struct Word {
    std::string_view text;  // empty: there is none
    std::size_t offset = 0;
  };

  Cursor(const SourceText& text, std::size_t begin, std::size_t end) : text_(text), at_(begin), end_(end) {}

  // The next character that is not white space; past the last one where there is none.
  std::size_t offset();
  std::size_t end() const { return end_; }
  bool done() { return offset() >= end_; }
  char peek() { return done() ? '\0' : text_.text()[at_]; }
  void move_to(std::size_t offset) { at_ = offset; }

  bool take(char c);
  void expect(char c, std::string_view why);  // "expected '=' after 'A'"
  Word peek_word();                           // letters, digits and "_", not beginning with a digit
  Word take_word();
  bool take_word(std::string_view word);
  Word expect_name(std::string_view what);    // "expected the name of a variable"
  Word expect_string(std::string_view what);  // without its quotes; the offset is the first quote's
  void expect_end();                          // nothing may follow

 private:
  const SourceText& text_;
  std::size_t at_, end_;
};

// A text on one line: every run of white space becomes one space.
std::string on_one_line(std::string_view text);

}  // namespace saddle
