// Problem to flow to circuit.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <saddle/netlist/circuit/circuit.hpp>
#include <saddle/netlist/problem/problem.hpp>
#include <saddle/netlist/synthesis/flow.hpp>

namespace saddle {

enum class Style { resistive };

struct SynthesisOptions {
  std::optional<Method> method;  // instead of the problem's
  Style style = Style::resistive;
  double conductance = 100e-6;       // the largest total conductance at a variable's node [S]
  double amplifier_current = 10e-6;  // i0 of transconductance amplifiers [A]
  double amplifier_alpha = 1.0;      // alpha of transconductance amplifiers [1/V]
};

// How a signal of the circuit reads in the problem's units: value = scale * V(node).
struct Reading {
  std::string name;  // "x", "lambda(line)"
  int node = 0;
  double scale = 1;
};

struct Synthesis {
  Problem problem;
  std::optional<Flow> flow;  // none where a circuit is the objective
  Circuit circuit;
  std::vector<Reading> readings;  // variables first, then multipliers
};

// Wrong for this style (a variable without a quadratic term, a product of two variables, ...).
class SynthesisError : public std::runtime_error {
 public:
  SynthesisError(const std::string& message, Place place) : std::runtime_error(message), place_(place) {}
  Place place() const { return place_; }

 private:
  Place place_;
};

Synthesis synthesize(const Problem& problem, const SynthesisOptions& options = {});

}  // namespace saddle
