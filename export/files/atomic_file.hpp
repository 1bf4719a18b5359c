// Output files appear whole or not at all: they are written under a temporary name in the
// directory of the target and renamed over it once everything is written. A target that is no
// regular file (a pipe, a terminal, /dev/null) is written to directly.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace saddle {

// A file could not be written. what() is one sentence that names the path and the cause.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Append, then commit. Without a commit the target is left as it was and nothing stays behind.
class AtomicFile {
 public:
  explicit AtomicFile(std::string path);  // throws OutputError
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void append(std::string_view bytes);  // buffered; throws OutputError
  void commit();                        // throws OutputError; at most once

 private:
  void open_temporary();
  void flush();
  [[noreturn]] void fail(int error) const;

  std::string path_;       // as the caller named it
  std::string target_;     // with symbolic links followed: a link stays a link
  std::string temporary_;  // empty where the target is written directly
  std::string buffer_;
  int file_ = -1;
};

void write_file(const std::string& path, std::string_view content);  // throws OutputError

}  // namespace saddle
