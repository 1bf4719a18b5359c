// The multiplier of figures 3.1 and 3.3 of [T]: for one linear constraint sum_i a_i v_i = e
//
//   followers (negators where a_i < 0) read the nodes; resistors of conductance G_i = coupling |w_i|,
//   w_i = a_i / sum|a|, average them on node s;
//   a transconductance amplifier compares e / sum|a| with s and charges the capacitor C3:
//       C3 dlambda/dt = K (e/sum|a| - s),  K = i0 alpha                        [T 3.4]
//   a follower (negator) of lambda pulls node i through another resistor G_i: current G_i (+-lambda - v_i).
//
// A resistor R3 in series with C3 adds R3 K (e/sum|a| - s) to what the nodes see: the penalty force
// of the modified method [T 2.26] for one more resistor.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <saddle/netlist/circuit/circuit.hpp>

namespace saddle {

struct Tap {
  int node = 0;
  double weight = 0;       // a_i
  std::string variable;    // for names
  std::string force_term;  // what the coupling stands for
  std::string sum_term;    // what the summing resistor stands for
};

struct MultiplierCell {
  std::string name;  // of the constraint
  std::string text;  // the constraint as written
  std::vector<Tap> taps;
  int target = 0;                // node at e / sum|a|
  double coupling = 0;           // sum of the G_i [S]
  double capacitance = 0;        // C3 [F]
  double series_resistance = 0;  // R3 [ohm]; 0: none
  double i0 = 0, alpha = 0;      // of the amplifier
};

// Followers and negators of nodes, made when first needed and shared.
class Buffers {
 public:
  explicit Buffers(Circuit& circuit) : circuit_(circuit) {}
  int node(int of, bool negated, const std::string& wish);

 private:
  Circuit& circuit_;
  std::map<std::pair<int, bool>, int> made_;
};

// Adds the cell; returns the node of its capacitor, whose voltage is the multiplier.
int add_multiplier_cell(Circuit& circuit, Buffers& buffers, const MultiplierCell& cell);

}  // namespace saddle
