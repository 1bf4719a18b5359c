#include <saddle/export/spice/deck_text.hpp>

namespace saddle {

namespace {

constexpr std::size_t kWidth = 100;  // where a line is folded

// The number of bytes of the UTF-8 character at the start of a text; 0 if there is none.
std::size_t character_length(std::string_view text) {
  const unsigned char first = text[0];
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xC2 ? 0
                             : first < 0xE0 ? 2
                             : first < 0xF0 ? 3
                             : first < 0xF5 ? 4
                                            : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k)
    if ((text[k] & 0xC0) != 0x80) return 0;
  return length;
}

// ngspice stops at a deck that is not UTF-8, and a line end would end a comment: both are replaced.
// Trailing blanks and backslashes (two of them continue a line) go.
std::string clean_line(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0)
      result += '?';
    else if (length == 1 && (static_cast<unsigned char>(text[0]) < ' ' || text[0] == 127))
      result += ' ';
    else
      result.append(text.substr(0, length));
    text.remove_prefix(length == 0 ? 1 : length);
  }
  const std::size_t begin = result.find_first_not_of(' ');
  if (begin == std::string::npos) return {};
  return result.substr(begin, result.find_last_not_of(" \\") + 1 - begin);
}

// Breaks at blanks; each line after the first starts with `continuation`.
void append_folded(std::string& deck, std::string_view text, std::string_view continuation) {
  while (text.size() > kWidth) {
    std::size_t blank = text.rfind(' ', kWidth);
    if (blank == std::string_view::npos || blank == 0) blank = text.find(' ', 1);
    if (blank == std::string_view::npos) break;
    deck.append(text.substr(0, blank)).append("\n").append(continuation);
    text.remove_prefix(blank + 1);
  }
  deck.append(text);
}

}  // namespace

std::string deck_title(std::string_view title) {
  const std::string clean = clean_line(title);
  if (clean.empty()) return "Saddle circuit";
  // Cards, continuations and ngspice's "*ng_script" keep their power on the first line.
  const bool special = clean[0] == '.' || clean[0] == '+' || clean.starts_with("*ng_");
  return special ? "* " + clean : clean;
}

void append_comment(std::string& deck, std::string_view comment) {
  deck += "* ";
  append_folded(deck, clean_line(comment), "* ");
  deck += '\n';
}

void append_card(std::string& deck, std::string_view card, std::string_view term) {
  append_folded(deck, card, "+ ");
  const std::string clean = clean_line(term);
  if (!clean.empty()) deck.append(" ; = ").append(clean);
  deck += '\n';
}

}  // namespace saddle
