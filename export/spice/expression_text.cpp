#include <saddle/export/spice/expression_text.hpp>

#include <array>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <vector>

#include <saddle/export/files/number_text.hpp>
#include <saddle/export/spice/deck_error.hpp>

namespace saddle {

namespace {

constexpr std::size_t kLongest = 1'000'000;
constexpr double kLargestProduct = 1000;  // factors of an integer power

// How tightly a text binds; an operand that binds less than its place asks for is put in parentheses.
enum Binding { kAnything, kSum, kProduct, kFactor };

// ngspice knows the functions by the language's names, and a power it would misread as one more.
std::string_view ngspice_function(Op op) {
  const std::string_view name = op == Op::power ? "pow" : function_name(op);
  if (name.empty()) throw DeckError("an operation of this expression has no name in ngspice");
  return name;
}

// Writes depth first with a stack of its own: what is still to be written, the next on top.
class Writer {
 public:
  Writer(const Graph& graph, const std::function<std::string(int)>& symbol_text)
      : graph_(graph), symbol_text_(symbol_text) {}

  std::string write(NodeId root) {
    push(root, kAnything);
    while (!pending_.empty()) {
      const Item item = pending_.back();
      pending_.pop_back();
      item.node == NodeId::none ? void(text_ += item.literal) : expand(item.node, item.place);
      if (text_.size() > kLongest)
        throw DeckError("an expression is longer than a million characters in a deck");
    }
    return std::move(text_);
  }

 private:
  struct Item {
    NodeId node = NodeId::none;
    Binding place = kAnything;
    std::string_view literal;  // where there is no node
  };

  void push(NodeId node, Binding place) { pending_.push_back({node, place, {}}); }
  void push(std::string_view literal) { pending_.push_back({NodeId::none, kAnything, literal}); }

  void expand(NodeId id, Binding place) {
    const Graph::Node& node = graph_[id];
    switch (node.op) {
      case Op::constant:
        return constant(node.value, place);
      case Op::symbol:
        text_ += symbol_text_(node.symbol);
        return;
      case Op::add:
        return infix(node, " + ", kSum, place);
      case Op::subtract:
        return infix(node, " - ", kSum, place);
      case Op::multiply:
        return infix(node, "*", kProduct, place);
      case Op::divide:
        return infix(node, "/", kProduct, place);
      case Op::negate:
        return negation(node, place);
      case Op::power:
        return power(node, place);
      default:
        return call(node);
    }
  }

  void constant(double value, Binding place) {
    if (!std::isfinite(value)) throw DeckError("an expression holds a constant that is not finite");
    const bool wrap = std::signbit(value) && place > kAnything;
    if (wrap) text_ += '(';
    append_number(text_, value);
    if (wrap) text_ += ')';
  }

  // Pushes come last first.
  void open(Binding own, Binding place) {
    if (own >= place) return;
    text_ += '(';
    push(")");
  }

  void infix(const Graph::Node& node, std::string_view sign, Binding own, Binding place) {
    open(own, place);
    push(node.b, static_cast<Binding>(own + 1));
    push(sign);
    push(node.a, own);
  }

  void negation(const Graph::Node& node, Binding place) {
    open(kAnything, place);
    text_ += '-';
    push(node.a, kFactor);
  }

  void power(const Graph::Node& node, Binding place) {
    const Graph::Node& exponent = graph_[node.b];
    const bool integer = exponent.op == Op::constant && exponent.value == std::round(exponent.value);
    if (!integer) return call(node);
    if (std::abs(exponent.value) > kLargestProduct)
      throw DeckError("an expression raises to an integer power beyond 1000, which a deck cannot hold");
    const int factors = std::abs(static_cast<int>(exponent.value));
    open(kProduct, place);
    if (factors == 0) return push("1");
    if (exponent.value < 0) {
      text_ += "1/(";
      push(")");
    }
    for (int k = 0; k < factors; ++k) {
      push(node.a, kFactor);
      if (k + 1 < factors) push("*");
    }
  }

  void call(const Graph::Node& node) {
    text_ += ngspice_function(node.op);
    text_ += '(';
    push(")");
    if (is_binary(node.op)) {
      push(node.b, kAnything);
      push(", ");
    }
    push(node.a, kAnything);
  }

  const Graph& graph_;
  const std::function<std::string(int)>& symbol_text_;
  std::vector<Item> pending_;
  std::string text_;
};

}  // namespace

std::string expression_text(const Graph& graph, NodeId root,
                            const std::function<std::string(int)>& symbol_text) {
  return Writer(graph, symbol_text).write(root);
}

}  // namespace saddle
