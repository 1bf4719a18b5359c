// A constrained-optimization problem as a plain description:
//     minimize f(x)   subject to   g_a(x, inputs(t)) = 0.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <saddle/models/electrical/source_waveform.hpp>
#include <saddle/models/expression/graph.hpp>
#include <saddle/netlist/circuit/circuit.hpp>
#include <saddle/netlist/circuit/place.hpp>

namespace saddle {

enum class Method { bdmm, mdmm };  // [T 2.20], [T 2.26]

struct MethodChoice {
  Method method = Method::mdmm;
  double c = 1;                   // penalty strength of mdmm; >= 0
  double tau = 10e-6;             // time constant of the variables [s]; > 0
  double multiplier_tau = 10e-6;  // time constant of the multipliers [s]; > 0
  double coupling = 0;            // constrained circuits: conductance for weight 1 [S]; 0: chosen
};

struct ProblemParameter {
  std::string name;
  NodeId symbol;
  double value;
  Place place;
};

struct ProblemInput {
  std::string name;
  NodeId symbol;
  SourceWaveform waveform;           // where it is one of the standard shapes
  NodeId expression = NodeId::none;  // else any expression of the symbol "t" [s]
  Place place;
};

struct ProblemVariable {
  std::string name;
  NodeId symbol;
  double start = 0;
  Place place;
};

struct ProblemConstraint {
  std::string name;  // given, or "c1", "c2", ...
  NodeId residual;   // g = left - right
  std::string text;  // as written, for the source map: "2/7*x + 5/7*y = E"
  Place place;
};

struct Problem {
  std::string title;
  std::vector<std::string> files;
  Graph graph;  // holds every expression below
  std::vector<ProblemParameter> parameters;
  std::vector<ProblemInput> inputs;
  std::vector<ProblemVariable> variables;
  NodeId objective = NodeId::none;  // none in a constrained circuit
  std::string objective_text;
  Place objective_place;
  std::vector<ProblemConstraint> constraints;
  MethodChoice method;
  std::optional<double> stop;  // length of a run [s]

  // `circuit "file.cir"`: the circuit is the objective; the variables are its node voltages,
  // named "V(u1)", one for each node that a constraint mentions, in order of mention.
  std::optional<Circuit> circuit;
  std::vector<int> circuit_nodes;  // node number of variables[k] in `circuit`
};

}  // namespace saddle
