#include <saddle/netlist/text/deck_lines.hpp>

#include <algorithm>
#include <utility>

namespace saddle {

namespace {

constexpr std::string_view kTermMark = "; = ";

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Where the trailing comment of a physical line begins: `;` and `//` anywhere, `$` as a word.
std::size_t find_comment(std::string_view line) {
  for (std::size_t k = 0; k < line.size(); ++k) {
    const bool last = k + 1 == line.size();
    if (line[k] == ';') return k;
    if (line[k] == '/' && !last && line[k + 1] == '/') return k;
    if (line[k] == '$' && (k == 0 || is_blank(line[k - 1])) && (last || is_blank(line[k + 1]))) return k;
  }
  return line.size();
}

class Folder {
 public:
  explicit Folder(const SourceText& source) : source_(source), text_(source.text()), folded_(text_) {
    std::transform(folded_.begin(), folded_.end(), folded_.begin(), lower);
  }

  DeckLines run() {
    if (std::all_of(text_.begin(), text_.end(), [](char c) { return is_blank(c) || c == '\n'; }))
      throw InputError(source_, 0, "the deck is empty");
    std::size_t begin = 0;
    const std::string title = read_title(begin);
    while (begin < text_.size() && !ended_) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      fold_physical_line(begin, end);
      begin = end + 1;
    }
    finish_line();
    return {source_.rewritten(std::move(folded_)), title, std::move(lines_)};
  }

 private:
  std::string read_title(std::size_t& begin) {
    std::size_t end = std::min(text_.find('\n'), text_.size());
    begin = end + 1;
    std::size_t first = 0;
    while (first < end && is_blank(text_[first])) ++first;
    while (end > first && is_blank(text_[end - 1])) --end;
    return std::string(text_.substr(first, end - first));
  }

  void fold_physical_line(std::size_t begin, std::size_t end) {
    const std::size_t comment = begin + find_comment(text_.substr(begin, end - begin));
    std::fill(folded_.begin() + comment, folded_.begin() + std::min(end + 1, folded_.size()), ' ');
    std::size_t first = begin;
    while (first < comment && is_blank(text_[first])) ++first;
    if (first == comment) return;
    if (text_[first] == '*') {
      std::fill(folded_.begin() + first, folded_.begin() + comment, ' ');
      return;
    }
    if (text_[first] == '+')
      continue_line(first);
    else
      begin_line(first);
    if (ended_) return;
    std::size_t last = comment;
    while (is_blank(folded_[last - 1])) --last;
    lines_.back().end = std::max(lines_.back().end, last);
    note_term(comment, end);
  }

  void continue_line(std::size_t plus) {
    if (lines_.empty()) throw InputError(source_, plus, "a continuation line with nothing to continue");
    folded_[plus] = ' ';
  }

  void begin_line(std::size_t first) {
    finish_line();
    const std::string_view rest = std::string_view(folded_).substr(first);
    if (rest.substr(0, 4) == ".end" && (rest.size() == 4 || is_blank(rest[4]) || rest[4] == '\n'))
      ended_ = true;
    else
      lines_.push_back({first, first, 0});
  }

  // In the expression of a B source, braces and quotes only group.
  void finish_line() {
    if (lines_.empty() || folded_[lines_.back().begin] != 'b') return;
    bool open = true;
    for (std::size_t k = lines_.back().begin; k < lines_.back().end; ++k) {
      char& c = folded_[k];
      if (c == '{') c = '(';
      if (c == '}') c = ')';
      if (c == '\'') c = std::exchange(open, !open) ? '(' : ')';
    }
  }

  void note_term(std::size_t comment, std::size_t end) {
    if (lines_.back().term != 0 || !is_blank(text_[comment - 1])) return;
    if (text_.substr(comment, std::min(end - comment, kTermMark.size())) != kTermMark) return;
    lines_.back().term = comment + kTermMark.size();
  }

  const SourceText& source_;
  std::string_view text_;
  std::string folded_;
  std::vector<LogicalLine> lines_;
  bool ended_ = false;
};

}  // namespace

DeckLines fold_deck(const SourceText& source) {
  return Folder(source).run();
}

std::string term_of(const SourceText& source, const LogicalLine& line) {
  if (line.term == 0) return {};
  const std::string_view text = source.text();
  std::size_t end = std::min(text.find('\n', line.term), text.size());
  while (end > line.term && is_blank(text[end - 1])) --end;
  return std::string(text.substr(line.term, end - line.term));
}

}  // namespace saddle
