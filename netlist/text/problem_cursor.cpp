#include <saddle/netlist/text/problem_cursor.hpp>

#include <fmt/format.h>

#include <saddle/netlist/text/expression_parser.hpp>

namespace saddle {

namespace {

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

std::size_t Cursor::offset() {
  while (at_ < end_ && is_space(text_.text()[at_])) ++at_;
  return at_;
}

bool Cursor::take(char c) {
  if (peek() != c) return false;
  ++at_;
  return true;
}

void Cursor::expect(char c, std::string_view why) {
  if (!take(c)) throw InputError(text_, offset(), fmt::format("expected '{}' {}", c, why));
}

Cursor::Word Cursor::peek_word() {
  const std::size_t begin = offset();
  std::size_t end = begin;
  const std::string_view text = text_.text();
  if (begin < end_ && is_letter(text[begin]))
    while (end < end_ && (is_letter(text[end]) || is_digit(text[end]))) ++end;
  return {text.substr(begin, end - begin), begin};
}

Cursor::Word Cursor::take_word() {
  const Word word = peek_word();
  at_ = word.offset + word.text.size();
  return word;
}

bool Cursor::take_word(std::string_view word) {
  if (peek_word().text != word) return false;
  take_word();
  return true;
}

Cursor::Word Cursor::expect_name(std::string_view what) {
  const Word word = take_word();
  if (word.text.empty()) throw InputError(text_, word.offset, fmt::format("expected {}", what));
  return word;
}

Cursor::Word Cursor::expect_string(std::string_view what) {
  const std::size_t open = offset();
  if (peek() != '"') throw InputError(text_, open, fmt::format("expected {} in double quotes", what));
  const std::size_t close = text_.text().find('"', open + 1);
  at_ = close + 1;
  return {text_.text().substr(open + 1, close - open - 1), open};
}

void Cursor::expect_end() {
  if (!done()) reject_at(text_, at_, "the end of the line");
}

std::string on_one_line(std::string_view text) {
  std::string line;
  bool gap = false;
  for (const char c : text) {
    if (is_space(c)) {
      gap = !line.empty();
    } else {
      if (gap) line += ' ';
      gap = false;
      line += c;
    }
  }
  return line;
}

}  // namespace saddle
