// FILE on the command line: a problem (.opt) or a deck (.cir .sp .net .ckt .spice), read and, for a
// problem, made into a circuit.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include <saddle/netlist/circuit/circuit.hpp>
#include <saddle/netlist/problem/problem.hpp>
#include <saddle/netlist/synthesis/synthesize.hpp>

namespace CLI {
class App;
}

namespace saddle::cli {

// Options that every verb takes about its input.
struct InputOptions {
  std::string file;
  std::string level;   // empty: as the deck says; of a problem: saturating
  std::string method;  // empty: the problem's
  void add_to(CLI::App& verb);
};

using Description = std::variant<Problem, Circuit>;

// Reads the file by its ending; warnings go to stderr. Throws InputError.
Description read_description(const std::string& file);

// The problem with the method that the command line asks for.
Problem with_options(Problem problem, const InputOptions& options);

// The circuit of a problem at the asked level. Throws InputError at the place in the problem that
// the style cannot realise.
Synthesis make_circuit(const Problem& problem, const InputOptions& options);
void apply_level(Circuit& circuit, const InputOptions& options);

// "9 nodes, 15 devices: 6 resistors, 3 capacitors, ..."
std::string circuit_size(const Circuit& circuit);

}  // namespace saddle::cli
