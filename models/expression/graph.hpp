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

// clang-format off
enum class Op : std::uint8_t {
  constant, symbol,
  add, subtract, multiply, divide, power, minimum, maximum,    // two operands
  negate, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh,   // one operand
  exp, ln, log10, sqrt, abs, sign, step,                       // step(x) = 1 if x > 0 else 0
};
// clang-format on
constexpr bool is_binary(Op op) {
  return op >= Op::add && op <= Op::maximum;
}
constexpr bool is_unary(Op op) {
  return op >= Op::negate;
}

// What the language calls an operation that is written as a function; empty for operators.
std::string_view function_name(Op op);

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

  // Folds constants, drops 0 and 1, merges like terms, moves constants to the left of products
  // and signs out of them. What would fold to infinity or NaN (1/0, ln(-1)) stays an operation
  // on constants, for readers to report.
  NodeId make(Op op, NodeId a, NodeId b = NodeId::none);

  NodeId add(NodeId a, NodeId b) { return make(Op::add, a, b); }
  NodeId subtract(NodeId a, NodeId b) { return make(Op::subtract, a, b); }
  NodeId multiply(NodeId a, NodeId b) { return make(Op::multiply, a, b); }
  NodeId divide(NodeId a, NodeId b) { return make(Op::divide, a, b); }
  NodeId negate(NodeId a) { return make(Op::negate, a); }

  const Node& operator[](NodeId id) const { return nodes_[static_cast<std::size_t>(id)]; }
  int size() const { return static_cast<int>(nodes_.size()); }
  const std::vector<std::string>& symbols() const { return symbols_; }
  NodeId find_symbol(std::string_view name) const;  // none if never made
  bool is_constant(NodeId id) const { return (*this)[id].op == Op::constant; }
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
  struct NameHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>{}(name); }
  };

  NodeId intern(const Node& node);  // the node that equals this one, made if there is none
  void grow_table();
  NodeId raw(Op op, NodeId a, NodeId b = NodeId::none) { return intern({op, a, b}); }

  NodeId make_add(NodeId a, NodeId b);
  NodeId make_subtract(NodeId a, NodeId b);
  NodeId make_multiply(NodeId a, NodeId b);
  NodeId make_divide(NodeId a, NodeId b);
  NodeId make_power(NodeId a, NodeId b);
  NodeId make_negate(NodeId a);
  NodeId scale(double factor, NodeId a);
  struct Scaled {
    double factor;
    NodeId core;
  };
  Scaled coefficient(NodeId id) const;
  bool looks_negative(NodeId id) const;

  std::vector<Node> nodes_;
  std::vector<std::string> symbols_;
  std::unordered_map<std::string, NodeId, NameHash, std::equal_to<>> symbol_nodes_;
  std::vector<NodeId> table_;  // open addressing over nodes_, its size a power of two
};

// The shortest text that reads back as the same double: "0.1", "1e-06".
std::string format_number(double value);

}  // namespace saddle
