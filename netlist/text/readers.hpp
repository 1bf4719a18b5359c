// Text in. Every function throws InputError on wrong input.
#pragma once

#include <string>
#include <vector>

#include <saddle/netlist/circuit/circuit.hpp>
#include <saddle/netlist/problem/problem.hpp>
#include <saddle/netlist/text/source_text.hpp>

namespace saddle {

struct Warning {
  std::string message;  // whole, with place and caret like an error
};

Circuit read_circuit(const std::string& path, std::vector<Warning>* warnings = nullptr);
Circuit parse_circuit(const SourceText& source, std::vector<Warning>* warnings = nullptr);

Problem read_problem(const std::string& path, std::vector<Warning>* warnings = nullptr);
Problem parse_problem(const SourceText& source, std::vector<Warning>* warnings = nullptr);

}  // namespace saddle
