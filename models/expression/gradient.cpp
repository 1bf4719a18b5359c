// Symbolic reverse differentiation.
//
// The adjoint of a node n is w = d(of)/dn. Going from `of` down in descending numbers, each node
// hands w * dn/da to its operand a, so every node is visited once, whatever shares it. Only what
// depends on one of the wanted symbols is differentiated: a parameter in an exponent makes no ln.
#include <cassert>
#include <cmath>
#include <numbers>

#include <saddle/models/expression/graph.hpp>
#include <saddle/models/expression/reach.hpp>

namespace saddle {

namespace {

class ReverseSweep {
 public:
  ReverseSweep(Graph& graph, NodeId of, std::span<const NodeId> wrt)
      : graph_(graph),
        reach_(graph, {&of, 1}),
        depends_(reach_.ids().size()),
        adjoint_(depends_.size(), NodeId::none) {
    for (const NodeId symbol : wrt)
      if (const int at = reach_.position(symbol); at >= 0) depends_[static_cast<std::size_t>(at)] = true;
    for (std::size_t k = 0; k < depends_.size(); ++k) {
      const Graph::Node& node = graph_[reach_.ids()[k]];
      depends_[k] = depends_[k] || depends(node.a) || depends(node.b);
    }
    adjoint_.back() = graph_.constant(1);
    for (std::size_t k = depends_.size(); k-- > 0;)
      if (depends_[k] && adjoint_[k] != NodeId::none) hand_down(reach_.ids()[k], adjoint_[k]);
  }

  NodeId adjoint(NodeId id) {
    const int at = reach_.position(id);
    if (at < 0 || adjoint_[static_cast<std::size_t>(at)] == NodeId::none) return graph_.constant(0);
    return adjoint_[static_cast<std::size_t>(at)];
  }

 private:
  bool depends(NodeId id) const {
    return id != NodeId::none && depends_[static_cast<std::size_t>(reach_.position(id))];
  }

  void accumulate(NodeId to, NodeId share) {
    NodeId& sum = adjoint_[static_cast<std::size_t>(reach_.position(to))];
    sum = sum == NodeId::none ? share : graph_.add(sum, share);
  }

  void hand_down(NodeId id, NodeId w) {
    const Graph::Node node = graph_[id];
    if (is_binary(node.op)) {
      if (depends(node.a)) accumulate(node.a, share_of_first(node, w));
      if (depends(node.b)) accumulate(node.b, share_of_second(node, id, w));
    } else if (is_unary(node.op)) {
      accumulate(node.a, share_of_only(node, id, w));
    }
  }

  NodeId constant(double value) { return graph_.constant(value); }
  NodeId square(NodeId a) { return graph_.make(Op::power, a, constant(2)); }

  NodeId share_of_first(const Graph::Node& node, NodeId w) {
    const auto [a, b] = std::pair(node.a, node.b);
    switch (node.op) {
      case Op::add:
      case Op::subtract:
        return w;
      case Op::multiply:
        return graph_.multiply(w, b);
      case Op::divide:
        return graph_.divide(w, b);
      case Op::power:  // b a^(b-1)
        return graph_.multiply(
            w, graph_.multiply(b, graph_.make(Op::power, a, graph_.subtract(b, constant(1)))));
      case Op::minimum:
        return graph_.multiply(w, graph_.make(Op::step, graph_.subtract(b, a)));
      case Op::maximum:
        return graph_.multiply(w, graph_.make(Op::step, graph_.subtract(a, b)));
      default:
        break;
    }
    assert(false && "not a binary operation");
    return w;
  }

  NodeId share_of_second(const Graph::Node& node, NodeId id, NodeId w) {
    const auto [a, b] = std::pair(node.a, node.b);
    const auto unless = [&](NodeId condition) {
      return graph_.multiply(w, graph_.subtract(constant(1), graph_.make(Op::step, condition)));
    };
    switch (node.op) {
      case Op::add:
        return w;
      case Op::subtract:
        return graph_.negate(w);
      case Op::multiply:
        return graph_.multiply(w, a);
      case Op::divide:
        return graph_.negate(graph_.divide(graph_.multiply(w, a), square(b)));
      case Op::power:
        return graph_.multiply(w, graph_.multiply(graph_.make(Op::ln, a), id));
      case Op::minimum:
        return unless(graph_.subtract(b, a));
      case Op::maximum:
        return unless(graph_.subtract(a, b));
      default:
        break;
    }
    assert(false && "not a binary operation");
    return w;
  }

  NodeId share_of_only(const Graph::Node& node, NodeId id, NodeId w) {
    const NodeId a = node.a, one = constant(1);
    const auto times = [&](NodeId slope) { return graph_.multiply(w, slope); };
    const auto over = [&](NodeId divisor) { return graph_.divide(w, divisor); };
    switch (node.op) {
      case Op::negate:
        return graph_.negate(w);
      case Op::sin:
        return times(graph_.make(Op::cos, a));
      case Op::cos:
        return graph_.negate(times(graph_.make(Op::sin, a)));
      case Op::tan:
        return times(graph_.add(one, square(id)));
      case Op::asin:
        return over(graph_.make(Op::sqrt, graph_.subtract(one, square(a))));
      case Op::acos:
        return graph_.negate(over(graph_.make(Op::sqrt, graph_.subtract(one, square(a)))));
      case Op::atan:
        return over(graph_.add(one, square(a)));
      case Op::sinh:
        return times(graph_.make(Op::cosh, a));
      case Op::cosh:
        return times(graph_.make(Op::sinh, a));
      case Op::tanh:
        return times(graph_.subtract(one, square(id)));
      case Op::exp:
        return times(id);
      case Op::ln:
        return over(a);
      case Op::log10:
        return over(graph_.multiply(constant(std::numbers::ln10), a));
      case Op::sqrt:
        return over(graph_.multiply(constant(2), id));
      case Op::abs:
        return times(graph_.make(Op::sign, a));
      case Op::sign:
      case Op::step:
        return constant(0);
      default:
        break;
    }
    assert(false && "not a unary operation");
    return w;
  }

  Graph& graph_;
  Reach reach_;
  std::vector<bool> depends_;    // on one of the wanted symbols
  std::vector<NodeId> adjoint_;  // none: nothing handed down yet
};

}  // namespace

std::vector<NodeId> Graph::gradient(NodeId of, std::span<const NodeId> wrt) {
  ReverseSweep sweep(*this, of, wrt);
  std::vector<NodeId> result;
  result.reserve(wrt.size());
  for (const NodeId symbol : wrt) result.push_back(sweep.adjoint(symbol));
  return result;
}

NodeId Graph::derivative(NodeId of, NodeId wrt) {
  return gradient(of, {&wrt, 1}).front();
}

}  // namespace saddle
