// Every problem in the language reference is one that the reader takes, without a warning.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include <saddle/netlist/text/readers.hpp>

using namespace saddle;

namespace {

// The fenced blocks of this language, each after as many empty lines as stand before it in the
// page, so that a message names the line of the page.
std::vector<std::string> fenced_blocks(const std::string& path, const std::string& language) {
  const SourceText page = read_source(path);
  const std::string text(page.text());
  const std::string open = "```" + language + "\n", close = "\n```";
  std::vector<std::string> blocks;
  for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, at)) {
    at += open.size();
    const std::size_t end = text.find(close, at);
    REQUIRE(end != std::string::npos);
    const int line = page.locate(at).line;
    blocks.push_back(std::string(static_cast<std::size_t>(line - 1), '\n') + text.substr(at, end - at) +
                     "\n");
  }
  return blocks;
}

}  // namespace

TEST_CASE("every problem in the language reference is read", "[problem]") {
  const std::string root = SADDLE_SOURCE_DIR;
  const std::vector<std::string> blocks = fenced_blocks(root + "/docs/language.md", "opt");
  CHECK(blocks.size() >= 6);
  for (const std::string& block : blocks) {
    INFO(block);
    std::vector<Warning> warnings;
    const SourceText source(root + "/examples/language.md", block);  // circuits are found among the examples
    CHECK_NOTHROW(parse_problem(source, &warnings));
    for (const Warning& warning : warnings) FAIL_CHECK(warning.message);
  }
}
