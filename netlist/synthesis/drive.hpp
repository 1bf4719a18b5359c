// Voltage sources for what comes from outside: constants, inputs, formulas of them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <saddle/netlist/circuit/circuit.hpp>
#include <saddle/netlist/problem/problem.hpp>

namespace saddle {

class Drive {
 public:
  // `graph` holds the expressions to be driven; it is the problem's, possibly grown.
  Drive(Graph& graph, const Problem& problem, Circuit& circuit);

  // A node at the voltage factor * expression. The expression depends on parameters, inputs and t
  // only. A constant 0 is ground; an input alone is a source of its own shape, made once; anything
  // else a behavioural source.
  int node(NodeId expression, double factor, std::string_view wish, const std::string& term);

 private:
  int constant_node(double volts, std::string_view wish, const std::string& term);
  int input_node(int input, double factor, const std::string& term);
  int formula_node(NodeId expression, double factor, std::string_view wish, const std::string& term);
  NodeId circuit_expression(NodeId expression);  // in the circuit's graph, inputs as node voltages
  double parameter_value(NodeId expression) const;

  Graph& graph_;
  const Problem& problem_;
  Circuit& circuit_;
  std::map<std::pair<int, double>, int> input_nodes_;  // (input, factor)
  std::unordered_map<NodeId, int> inputs_;             // index of each input's symbol
  std::unordered_map<NodeId, double> parameters_;      // value of each parameter's symbol
};

}  // namespace saddle
