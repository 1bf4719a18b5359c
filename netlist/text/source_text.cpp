#include <saddle/netlist/text/source_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

namespace saddle {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr int kWindow = 100;            // characters of a line that a message shows
constexpr int kWindowBeforeCaret = 60;  // of these before the caret, when the line is cut

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

void normalise(std::string& text) {
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] != '\r' || i + 1 == text.size() || text[i + 1] != '\n') text[kept++] = text[i];
  text.resize(kept);
}

// One step of one character; stays inside the line.
std::size_t next_character(std::string_view line, std::size_t at) {
  do ++at;
  while (at < line.size() && continues_character(line[at]));
  return std::min(at, line.size());
}

std::size_t previous_character(std::string_view line, std::size_t at) {
  do --at;
  while (at > 0 && continues_character(line[at]));
  return at;
}

// The visible part of a line around the caret: at most kWindow characters, found by walking from
// the caret so that a line of many megabytes costs no more than a short one.
struct Window {
  std::string text;
  int caret = 0;  // characters before it
};

Window window_around(std::string_view line, std::size_t at) {
  Window window;
  std::size_t begin = at, end = at;
  int width = 0;
  while (begin > 0 && width < kWindow) {
    begin = previous_character(line, begin);
    ++width;
  }
  for (; end < line.size() && width < kWindow; ++width) end = next_character(line, end);
  if (end < line.size() || begin > 0) {  // it does not fit: centre it on the caret
    begin = end = at;
    width = 0;
    for (; begin > 0 && width < kWindowBeforeCaret; ++width) begin = previous_character(line, begin);
    for (; end < line.size() && width < kWindow; ++width) end = next_character(line, end);
  }
  const std::string_view before = line.substr(begin, at - begin);
  window.caret = static_cast<int>(
      std::count_if(before.begin(), before.end(), [](char c) { return !continues_character(c); }));
  window.text = line.substr(begin, end - begin);
  for (char& c : window.text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  if (begin > 0) {
    window.text.insert(0, "...");
    window.caret += 3;
  }
  if (end < line.size()) window.text += "...";
  return window;
}

}  // namespace

SourceText::SourceText(std::string name, std::string text) : name_(std::move(name)) {
  normalise(text);
  line_starts_.push_back(0);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') line_starts_.push_back(i + 1);
    if (continues_character(text[i])) continuation_bytes_.push_back(i);
  }
  text_ = std::make_shared<const std::string>(std::move(text));
}

SourceText SourceText::rewritten(std::string text) const {
  if (text.size() != text_->size()) throw std::invalid_argument("a rewritten text must keep its length");
  SourceText other = *this;
  other.rewritten_ = std::move(text);
  return other;
}

SourceText::LineColumn SourceText::locate(std::size_t offset) const {
  offset = std::min(offset, text_->size());
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const std::size_t start = *(after - 1);
  const auto bytes_before = [&](std::size_t end) {
    return std::lower_bound(continuation_bytes_.begin(), continuation_bytes_.end(), end);
  };
  const auto hidden = bytes_before(offset) - bytes_before(start);
  return {static_cast<int>(after - line_starts_.begin()),
          static_cast<int>(offset - start - static_cast<std::size_t>(hidden)) + 1};
}

std::size_t SourceText::line_begin(int number) const {
  return line_starts_.at(static_cast<std::size_t>(number) - 1);
}

std::string_view SourceText::line(int number) const {
  const auto next = static_cast<std::size_t>(number);
  const std::size_t begin = line_begin(number);
  const std::size_t end = next < line_starts_.size() ? line_starts_[next] - 1 : text_->size();
  return std::string_view(*text_).substr(begin, end - begin);
}

SourceText read_source(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw InputError(fmt::format("cannot read '{}': it is a directory", path));
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    const bool missing = errno == ENOENT || errno == ENOTDIR;
    throw InputError(
        fmt::format("cannot read '{}': {}", path, missing ? "no such file" : std::strerror(errno)));
  }
  std::ostringstream content;
  content << file.rdbuf();
  if (file.bad()) throw InputError(fmt::format("cannot read '{}': the file cannot be read to its end", path));
  std::string text = std::move(content).str();
  if (text.find('\0') != std::string::npos)
    throw InputError(fmt::format("cannot read '{}': it is not a text file", path));
  return SourceText(path, std::move(text));
}

std::string message_at(const SourceText& source, std::size_t offset, std::string_view severity,
                       std::string_view message) {
  offset = std::min(offset, source.text().size());
  const auto [line, column] = source.locate(offset);
  const Window window = window_around(source.line(line), offset - source.line_begin(line));
  return fmt::format("{}:{}:{}: {}: {}\n  {}\n  {:{}}^", source.name(), line, column, severity, message,
                     window.text, "", window.caret);
}

InputError::InputError(const SourceText& source, std::size_t offset, const std::string& message)
    : std::runtime_error(message_at(source, offset, "error", message)), has_place_(true), message_(message) {}

InputError::InputError(const std::string& message_without_place)
    : std::runtime_error("error: " + message_without_place),
      has_place_(false),
      message_(message_without_place) {}

}  // namespace saddle
