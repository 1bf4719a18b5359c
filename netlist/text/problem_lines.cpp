#include <saddle/netlist/text/problem_lines.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace saddle {

namespace {

constexpr std::string_view kSpace = " \t\r\f\v";
constexpr std::string_view kGoesOnAfter = "+-*/^=<>,:([";
constexpr std::string_view kGoesOnBefore = "+-*/^=<>,)]";

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// The text with comments blanked out, and its shape: what is inside strings replaced as well, so
// that nothing in a title looks like an operator.
struct Blanked {
  std::string text, shape;
};

Blanked blank_comments(const SourceText& source) {
  Blanked blanked{std::string(source.text()), std::string(source.text())};
  std::string& text = blanked.text;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') {
      const std::size_t close = text.find_first_of("\"\n", at + 1);
      if (close == std::string::npos || text[close] == '\n')
        throw InputError(source, at, "this string is not closed; expected '\"' on the same line");
      std::fill(blanked.shape.begin() + static_cast<std::ptrdiff_t>(at),
                blanked.shape.begin() + static_cast<std::ptrdiff_t>(close) + 1, '"');
      at = close;
    } else if (text[at] == '#' || text.compare(at, 2, "//") == 0) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      std::fill(text.begin() + static_cast<std::ptrdiff_t>(at),
                text.begin() + static_cast<std::ptrdiff_t>(end), ' ');
      std::fill(blanked.shape.begin() + static_cast<std::ptrdiff_t>(at),
                blanked.shape.begin() + static_cast<std::ptrdiff_t>(end), ' ');
      at = end;
    }
  }
  return blanked;
}

// The first word of a line that is a keyword; else empty.
std::string_view keyword_of(std::string_view line) {
  std::size_t length = 0;
  while (length < line.size() && is_word(line[length])) ++length;
  const auto found =
      std::find(std::begin(kProblemKeywords), std::end(kProblemKeywords), line.substr(0, length));
  return found == std::end(kProblemKeywords) ? std::string_view() : *found;
}

bool begins_with_label(std::string_view line) {
  std::size_t at = 0;
  while (at < line.size() && is_word(line[at])) ++at;
  if (at == 0) return false;
  at = line.find_first_not_of(kSpace, at);
  return at < line.size() && line[at] == ':';
}

int open_brackets(std::string_view line, int depth) {
  for (const char c : line) {
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') depth = std::max(depth - 1, 0);
  }
  return depth;
}

}  // namespace

ProblemLines split_problem(const SourceText& source) {
  Blanked blanked = blank_comments(source);
  const std::string_view shape = blanked.shape;
  std::vector<Statement> statements;
  int depth = 0;
  for (std::size_t begin = 0; begin < shape.size();) {
    const std::size_t next = std::min(shape.find('\n', begin), shape.size());
    const std::size_t first = std::min(shape.find_first_not_of(kSpace, begin), next);
    if (first < next) {
      const std::size_t last = shape.find_last_not_of(kSpace, next - 1);
      const std::string_view line = shape.substr(first, last + 1 - first);
      const std::string_view keyword = keyword_of(line);
      const bool fresh = statements.empty() || !keyword.empty() || begins_with_label(line);
      const bool goes_on =
          !fresh && (depth > 0 || kGoesOnBefore.find(line[0]) != std::string_view::npos ||
                     kGoesOnAfter.find(shape[statements.back().end - 1]) != std::string_view::npos);
      if (goes_on)
        statements.back().end = last + 1;
      else
        statements.push_back({first, last + 1, keyword});
      depth = open_brackets(line, goes_on ? depth : 0);
    }
    begin = next + 1;
  }
  return {source.rewritten(std::move(blanked.text)), std::move(statements)};
}

}  // namespace saddle
