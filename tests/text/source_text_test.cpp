// Places in a text, and messages about them.
#include <saddle/netlist/text/source_text.hpp>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>

using namespace saddle;

namespace {

std::string message(const SourceText& source, std::size_t offset) {
  return InputError(source, offset, "wrong").what();
}

// A file that lives as long as the test.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& content)
      : path_(std::filesystem::temp_directory_path() /
              ("saddle_source_" + std::to_string(std::random_device{}()))) {
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

std::string read_failure(const std::string& path) {
  try {
    read_source(path);
  } catch (const InputError& error) {
    CHECK_FALSE(error.has_place());
    return error.what();
  }
  return "read";
}

}  // namespace

TEST_CASE("an offset is found as line and column", "[source]") {
  const SourceText source("a.opt", "one\ntwo\n\nlast");
  const auto at = [&](std::size_t offset) {
    const auto [line, column] = source.locate(offset);
    return std::to_string(line) + ":" + std::to_string(column);
  };
  CHECK(at(0) == "1:1");
  CHECK(at(3) == "1:4");  // the end of the line belongs to it
  CHECK(at(4) == "2:1");
  CHECK(at(8) == "3:1");
  CHECK(at(9) == "4:1");
  CHECK(at(13) == "4:5");
  CHECK(at(99) == "4:5");
  CHECK(source.line(3).empty());
  CHECK(source.line(4) == "last");
}

TEST_CASE("a message shows file, place, line and caret", "[source]") {
  const SourceText source("qp.opt", "var x\nline: 2*z = E\n");
  CHECK(message(source, 14) == "qp.opt:2:9: error: wrong\n  line: 2*z = E\n          ^");
  CHECK(message_at(source, 0, "warning", "odd") == "qp.opt:1:1: warning: odd\n  var x\n  ^");
  CHECK(message(source, 5) == "qp.opt:1:6: error: wrong\n  var x\n       ^");
}

TEST_CASE("columns count characters, not bytes", "[source]") {
  const SourceText source("a.opt", "αβγ z");
  CHECK(source.locate(7).column == 5);
  CHECK(message(source, 7) == "a.opt:1:5: error: wrong\n  αβγ z\n      ^");
}

TEST_CASE("byte order marks and carriage returns leave no trace", "[source]") {
  const SourceText source("a.opt", "\xEF\xBB\xBFvar x\r\nvar y\r\n");
  CHECK(source.text() == "var x\nvar y\n");
  CHECK(message(source, 4) == "a.opt:1:5: error: wrong\n  var x\n      ^");
}

TEST_CASE("tabs and control characters are shown as one space", "[source]") {
  CHECK(message(SourceText("a", "\tx\x1B[2J"), 1) == "a:1:2: error: wrong\n   x [2J\n   ^");
}

TEST_CASE("of a long line only the part around the caret is shown", "[source]") {
  const std::string digits = "0123456789";
  std::string line;
  for (int k = 0; k < 30; ++k) line += digits;
  const SourceText source("a", line);
  const std::string middle = message(source, 150);
  CHECK(middle ==
        "a:1:151: error: wrong\n  ..." + line.substr(90, 100) + "...\n  " + std::string(63, ' ') + "^");
  CHECK(message(source, 5) ==
        "a:1:6: error: wrong\n  " + line.substr(0, 100) + "...\n  " + std::string(5, ' ') + "^");
  CHECK(message(source, 300) ==
        "a:1:301: error: wrong\n  ..." + line.substr(240, 60) + "\n  " + std::string(63, ' ') + "^");
}

TEST_CASE("a rewritten text keeps the places and shows what the user wrote", "[source]") {
  const SourceText source("a", "VAR X # c\nVAR Y");
  const SourceText folded = source.rewritten("var x    \nvar y");
  CHECK(folded.text() == "var x    \nvar y");
  CHECK(message(folded, 14) == "a:2:5: error: wrong\n  VAR Y\n      ^");
}

TEST_CASE("files that cannot be read as text are named", "[source]") {
  const std::string folder = std::filesystem::temp_directory_path().string();
  CHECK(read_failure("no/such/file.opt") == "error: cannot read 'no/such/file.opt': no such file");
  CHECK(read_failure(folder) == "error: cannot read '" + folder + "': it is a directory");
  const TemporaryFile binary(std::string("ELF\0\1", 5));
  CHECK(read_failure(binary.path()) == "error: cannot read '" + binary.path() + "': it is not a text file");
  const TemporaryFile empty("");
  CHECK(read_source(empty.path()).text().empty());
}
