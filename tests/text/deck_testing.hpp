// What the tests of the deck reader share.
#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include <saddle/netlist/text/readers.hpp>

namespace saddle {

struct WrongDeck {
  std::string text;
  std::string message;  // whole
};

// Each deck must fail with exactly its message.
inline void check_messages(const std::vector<WrongDeck>& decks) {
  for (const WrongDeck& deck : decks) {
    INFO(deck.text);
    std::string message = "it was accepted";
    try {
      parse_circuit(SourceText("deck.cir", deck.text));
    } catch (const InputError& error) {
      message = error.what();
    }
    CHECK(message == deck.message);
  }
}

inline Circuit circuit_of(const std::string& text) {
  return parse_circuit(SourceText("deck.cir", text));
}

inline std::vector<std::string> warnings_of(const std::string& text) {
  std::vector<Warning> warnings;
  parse_circuit(SourceText("deck.cir", text), &warnings);
  std::vector<std::string> messages;
  for (const Warning& warning : warnings) messages.push_back(warning.message);
  return messages;
}

inline const Device& device_of(const Circuit& circuit, const std::string& name) {
  const int number = circuit.find_device(name);
  INFO("device " << name);
  REQUIRE(number >= 0);
  return circuit.devices[static_cast<std::size_t>(number)];
}

inline std::vector<std::string> nodes_of(const Circuit& circuit, const std::string& device) {
  std::vector<std::string> names;
  for (const int node : device_of(circuit, device).nodes)
    names.push_back(circuit.nodes[static_cast<std::size_t>(node)]);
  return names;
}

}  // namespace saddle
