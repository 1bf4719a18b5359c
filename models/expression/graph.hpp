// Symbolic expressions as one growing graph: differentiate, simplify, print.
//
// Nodes are numbered in the order they are made, so operands always precede their user: every
// traversal is a loop over ascending (or descending) numbers, never a recursion, and a sum of a
// million terms is as safe as a sum of two. Equal expressions are the same node.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace saddle {

enum class Op : std::uint8_t {
  constant, symbol,
  add, subtract, multiply, divide, power, minimum, maximum,       // two operands
  negate, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh,      // one operand
  exp, ln, log10, sqrt, abs, sign, step,                          // step(x) = 1 if x > 0 else 0
};
constexpr bool is_binary(Op op) { return op >= Op::add && op <= Op::maximum; }
constexpr bool is_unary(Op op) { return op >= Op::negate; }

enum class NodeId : std::int32_t { none = -1 };

class Graph {
 public:
  struct Node {
    Op op;
    NodeId a = NodeId::none, b = NodeId::none;
    double value = 0;  // of a constant
    int symbol = -1;   // of a symbol: index into symbols()
  };

  NodeId constant(double value);
  NodeId symbol(std::string_view name);  // the same name gives the same node
  NodeId make(Op op, NodeId a, NodeId b = NodeId::none);  // folds constants, drops 0 and 1

  NodeId add(NodeId a, NodeId b) { return make(Op::add, a, b); }
  NodeId subtract(NodeId a, NodeId b) { return make(Op::subtract, a, b); }
  NodeId multiply(NodeId a, NodeId b) { return make(Op::multiply, a, b); }
  NodeId divide(NodeId a, NodeId b) { return make(Op::divide, a, b); }
  NodeId negate(NodeId a) { return make(Op::negate, a); }

  const Node& operator[](NodeId id) const { return nodes_[static_cast<std::size_t>(id)]; }
  int size() const { return static_cast<int>(nodes_.size()); }
  const std::vector<std::string>& symbols() const { return symbols_; }
  NodeId find_symbol(std::string_view name) const;  // none if never made
  bool is_constant(NodeId id, double value) const;

  // The symbols an expression depends on, as their nodes, ascending.
  std::vector<NodeId> symbols_of(NodeId id) const;

  // d(of)/d(wrt[k]) for every k by one reverse sweep: the work is linear in the size of `of`.
  // |x|, min, max, step and sign get their one-sided derivatives (0 at the kink of step, sign).
  std::vector<NodeId> gradient(NodeId of, std::span<const NodeId> wrt);
  NodeId derivative(NodeId of, NodeId wrt);

  // The same expression with symbols replaced; `with` maps a symbol node to its replacement.
  NodeId substitute(NodeId id, const std::unordered_map<NodeId, NodeId>& with);

  // The expression copied from another graph; symbols keep their names.
  NodeId import(const Graph& from, NodeId id);

  // One evaluation with a value for each symbol, by symbol index. For loops use a Tape.
  double value(NodeId id, std::span<const double> symbol_values) const;

  // Text that reads back as the same expression, fully precise: "2*(x - x0)^2".
  std::string to_string(NodeId id) const;

 private:
  std::vector<Node> nodes_;
  std::vector<std::string> symbols_;
  std::unordered_map<std::string, NodeId> symbol_nodes_;
  std::unordered_multimap<std::uint64_t, NodeId> by_hash_;
};

}  // namespace saddle
