#include <filesystem>
#include <fstream>
#include <random>

#include "deck_testing.hpp"

namespace saddle {

using Names = std::vector<std::string>;

TEST_CASE("a line goes on over continuations, comments and blank lines between them", "[text]") {
  const Circuit circuit = circuit_of(
      "R9 the first line is the title 1k\n"
      "V1 a 0 PULSE(0 5 1u ; begins\n"
      "* a comment\n"
      "\n"
      "  + 1n, 2n $ goes on\n"
      "+ 2u 10u) // ends\n"
      "R1 a 0\n"
      "+1k\n");
  CHECK(circuit.title == "R9 the first line is the title 1k");
  REQUIRE(circuit.devices.size() == 2);
  CHECK(circuit.waveforms[0].arguments == std::vector<double>{0, 5, 1e-6, 1e-9, 2e-9, 2e-6, 1e-5});
  CHECK(device_of(circuit, "r1").parameters[0] == 1000);
}

TEST_CASE("messages about a continued line show the line the user wrote", "[text]") {
  check_messages(
      {{"t\n"
        "R1 a 0 ; comment\n"
        "\t+ {2*\n"
        "* comment\n"
        "+ SPEED}\n",
        "deck.cir:5:3: error: unknown parameter 'speed'\n"
        "  + SPEED}\n"
        "    ^"}});
}

TEST_CASE("comments begin at ';', '//' and a '$' that stands alone", "[text]") {
  const Circuit circuit = circuit_of(
      "t\n"
      "R1 a$b 0 1k;2k\n"
      "R2 a$b 0 2k $ 3k\n"
      "R3 a$b 0 3k//4k\n"
      "   * R4 a 0 1k\n");
  CHECK(circuit.devices.size() == 3);
  CHECK(circuit.nodes == Names{"0", "a$b"});
}

TEST_CASE("the term of a device is what stands behind ' ; = '", "[text]") {
  const Circuit circuit = circuit_of(
      "t\n"
      "R1 a 0 1k ; = -lambda*(2*X - 3); // $ all of it \n"
      "R2 a 0 1k ; an ordinary comment\n"
      "R3 a 0 1k; = not the convention\n"
      "R4 a 0\n"
      "+ 1k ; = continued\n"
      "R5 a 0 1k ;= not the convention\n");
  CHECK(device_of(circuit, "r1").term == "-lambda*(2*X - 3); // $ all of it");
  CHECK(device_of(circuit, "r2").term.empty());
  CHECK(device_of(circuit, "r3").term.empty());
  CHECK(device_of(circuit, "r4").term == "continued");
  CHECK(device_of(circuit, "r5").term.empty());
}

TEST_CASE("line ends of other systems, tabs and a missing last line end are no obstacle", "[text]") {
  const Circuit circuit = circuit_of("t\r\nR1\ta\t0\t1k ; = term\r\nC1 a 0\r\n+ 1n\r\n.end");
  CHECK(device_of(circuit, "r1").term == "term");
  CHECK(device_of(circuit, "c1").parameters[0] == 1e-9);
}

TEST_CASE("a deck of 100,000 elements is read", "[text]") {
  std::string text = "ladder\nV1 n0 0 1\n";
  constexpr int kCells = 50'000;
  for (int k = 0; k < kCells; ++k) {
    const std::string from = std::to_string(k), to = std::to_string(k + 1);
    text += "R" + to + " n" + from + " n" + to + " 1k\nC" + to + " n" + to + " 0 1p\n";
  }
  const Circuit circuit = circuit_of(text);
  CHECK(circuit.devices.size() == 2 * kCells + 1);
  CHECK(circuit.nodes.size() == kCells + 2);
  CHECK(nodes_of(circuit, "r50000") == Names{"n49999", "n50000"});
  CHECK(device_of(circuit, "c50000").place.line == 2 * kCells + 2);
}

TEST_CASE("a line of a million characters is cut in its message", "[text]") {
  const std::string zeros(1'000'000, '0');
  const std::string blanks(1'000'000, ' ');
  check_messages({{"t\nR1 a 0 " + zeros + "\n",
                   "deck.cir:2:8: error: a word of 1000000 characters; the longest allowed has 500\n"
                   "  R1 a 0 " +
                       std::string(93, '0') +
                       "...\n"
                       "         ^"},
                  {"t\nR1 a 0" + blanks + "x\n",
                   "deck.cir:2:1000007: error: 'x' is not a number\n"
                   "  ..." +
                       std::string(60, ' ') +
                       "x\n"
                       "  " +
                       std::string(63, ' ') + "^"}});
}

TEST_CASE("a missing file, a directory and a binary file are refused", "[text]") {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("saddle_deck_" + std::to_string(std::random_device{}()));
  std::filesystem::create_directories(folder);
  const auto message = [](const std::string& path) -> std::string {
    try {
      read_circuit(path);
    } catch (const InputError& error) {
      return error.what();
    }
    return "it was accepted";
  };
  const std::string missing = (folder / "missing.cir").string();
  CHECK(message(missing) == "error: cannot read '" + missing + "': no such file");
  CHECK(message(folder.string()) == "error: cannot read '" + folder.string() + "': it is a directory");
  const std::string binary = (folder / "binary.cir").string();
  std::ofstream(binary, std::ios::binary) << "t\nR1 a 0 1k\n" << '\0' << "\n";
  CHECK(message(binary) == "error: cannot read '" + binary + "': it is not a text file");
  std::filesystem::remove_all(folder);
}

}  // namespace saddle
