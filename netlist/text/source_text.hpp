// The user's text, and messages about it: file:line:column, the line, a caret.
#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace saddle {

class SourceText {
 public:
  // A byte order mark at the start is dropped and CR LF becomes LF, so readers never see either.
  SourceText(std::string name, std::string text);
  const std::string& name() const { return name_; }
  std::string_view text() const { return rewritten_.empty() ? std::string_view(*text_) : rewritten_; }
  struct LineColumn {
    int line, column;
  };  // from 1; columns count characters (UTF-8)
  LineColumn locate(std::size_t offset) const;
  std::size_t line_begin(int number) const;
  std::string_view line(int number) const;  // as the user wrote it, without its end

  // The same places with other characters, for readers that fold case or blank out comments: text()
  // is `text`, which must be as long as the original; messages go on showing the original.
  SourceText rewritten(std::string text) const;

 private:
  std::string name_;
  std::shared_ptr<const std::string> text_;  // as the user wrote it
  std::string rewritten_;
  std::vector<std::size_t> line_starts_;
  std::vector<std::size_t> continuation_bytes_;  // of UTF-8 characters: they take no column
};

// Reads a file whole. Throws InputError without a place when it is missing, a directory,
// or holds NUL bytes (not text).
SourceText read_source(const std::string& path);

// The whole text of a message about a place, ready for stderr; `severity` is "error" or "warning".
std::string message_at(const SourceText& source, std::size_t offset, std::string_view severity,
                       std::string_view message);

// Wrong input. what() is the whole message, ready for stderr:
//   qp.opt:7:12: error: unknown name 'z'
//     line: 2*z = E
//             ^
// Long lines are cut to a window around the caret, tabs are shown as one space. Without a place
// what() is "error: " and the message.
class InputError : public std::runtime_error {
 public:
  InputError(const SourceText& source, std::size_t offset, const std::string& message);
  explicit InputError(const std::string& message_without_place);
  bool has_place() const { return has_place_; }
  const std::string& message() const { return message_; }  // bare: no place, no line

 private:
  bool has_place_;
  std::string message_;
};

}  // namespace saddle
