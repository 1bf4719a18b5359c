// Expressions as text, with no more parentheses than reading them back needs.
#include <array>
#include <cassert>
#include <charconv>

#include <saddle/models/expression/graph.hpp>

namespace saddle {

std::string_view function_name(Op op) {
  switch (op) {
    case Op::minimum:
      return "min";
    case Op::maximum:
      return "max";
    case Op::sin:
      return "sin";
    case Op::cos:
      return "cos";
    case Op::tan:
      return "tan";
    case Op::asin:
      return "asin";
    case Op::acos:
      return "acos";
    case Op::atan:
      return "atan";
    case Op::sinh:
      return "sinh";
    case Op::cosh:
      return "cosh";
    case Op::tanh:
      return "tanh";
    case Op::exp:
      return "exp";
    case Op::ln:
      return "ln";
    case Op::log10:
      return "log10";
    case Op::sqrt:
      return "sqrt";
    case Op::abs:
      return "abs";
    case Op::sign:
      return "sgn";
    case Op::step:
      return "u";
    default:
      return {};
  }
}

namespace {

// How tightly a text holds together; an operand below what its place asks for gets parentheses.
// A leading minus belongs to the first factor of a product, so it holds like a product.
enum Level { sum = 1, product = 2, power = 3, primary = 4 };

// Writes with a stack of what is still to come instead of recursion: depth is the user's choice.
class Printer {
 public:
  explicit Printer(const Graph& graph) : graph_(graph) {}

  std::string print(NodeId root) {
    later_.push_back({root, sum, {}});
    while (!later_.empty()) {
      const Piece piece = later_.back();
      later_.pop_back();
      if (piece.node == NodeId::none)
        text_ += piece.literal;
      else
        print_node(piece.node, piece.least);
    }
    return std::move(text_);
  }

 private:
  struct Piece {  // a literal, or a node that must hold at least this tightly
    NodeId node = NodeId::none;
    Level least = sum;
    std::string_view literal;
  };

  Level level(const Graph::Node& node) const {
    switch (node.op) {
      case Op::constant:
        return node.value < 0 ? product : primary;
      case Op::add:
      case Op::subtract:
        return sum;
      case Op::multiply:
      case Op::divide:
      case Op::negate:
        return product;
      case Op::power:
        return power;
      default:
        return primary;
    }
  }

  void print_node(NodeId id, Level least) {
    const Graph::Node& node = graph_[id];
    if (level(node) < least) {
      text_ += '(';
      later_.push_back({.literal = ")"});
    }
    switch (node.op) {
      case Op::constant:
        text_ += format_number(node.value);
        break;
      case Op::symbol:
        text_ += graph_.symbols()[static_cast<std::size_t>(node.symbol)];
        break;
      case Op::add:
        binary(node, sum, " + ", product);
        break;
      case Op::subtract:
        binary(node, sum, " - ", product);
        break;
      case Op::multiply:
        binary(node, product, "*", least_after_times(node));
        break;
      case Op::divide:
        binary(node, product, "/", power);
        break;
      case Op::power:
        binary(node, primary, "^", power);
        break;
      case Op::negate:
        text_ += '-';
        later_.push_back({node.a, least_after_minus(node), {}});
        break;
      default:
        call(node);
    }
  }

  NodeId leftmost_factor(NodeId id, bool through_quotients) const {
    while (graph_[id].op == Op::multiply || (through_quotients && graph_[id].op == Op::divide))
      id = graph_[id].a;
    return id;
  }

  // 2*(x*y) reads back from 2*x*y, because constants move to the left of products; but 2*(x/y*z)
  // does not from 2*x/y*z, where the constant joins the quotient.
  Level least_after_times(const Graph::Node& node) const {
    if (!graph_.is_constant(node.a) || graph_[node.b].op != Op::multiply) return power;
    const NodeId leftmost = leftmost_factor(node.b, false);
    return graph_.is_constant(leftmost) || graph_[leftmost].op == Op::divide ? power : product;
  }

  // -(x*y) reads back from -x*y, because signs move out of products; but -((a - b)*y) does not
  // from -(a - b)*y, where the sign turns the difference round.
  Level least_after_minus(const Graph::Node& node) const {
    return graph_[leftmost_factor(node.a, true)].op == Op::subtract ? power : product;
  }

  void binary(const Graph::Node& node, Level least_left, std::string_view sign, Level least_right) {
    later_.push_back({node.b, least_right, {}});
    later_.push_back({.literal = sign});
    later_.push_back({node.a, least_left, {}});
  }

  void call(const Graph::Node& node) {
    text_ += function_name(node.op);
    text_ += '(';
    later_.push_back({.literal = ")"});
    if (is_binary(node.op)) {
      later_.push_back({node.b, sum, {}});
      later_.push_back({.literal = ", "});
    }
    later_.push_back({node.a, sum, {}});
  }

  const Graph& graph_;
  std::string text_;
  std::vector<Piece> later_;
};

}  // namespace

std::string Graph::to_string(NodeId id) const {
  return Printer(*this).print(id);
}

std::string format_number(double value) {
  std::array<char, 32> buffer;
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  assert(error == std::errc{});
  return std::string(buffer.data(), end);
}

}  // namespace saddle
