// The constructors that simplify. Each looks at most two levels down, so making a node is
// constant work, and each leaves a canonical form that it would itself leave alone:
//   - a product holds at most one constant, on its left; a quotient by a constant none on top
//     (2*x/7 is one coefficient);
//   - the sign of a product is in its constant, or else outside; that of a quotient is outside;
//   - nothing that looks negative is added or subtracted: a + (-b) is a - b.
#include <cassert>
#include <cmath>
#include <utility>

#include <saddle/models/expression/graph.hpp>
#include <saddle/models/expression/tape.hpp>

namespace saddle {

namespace {

// Whether two coefficients may become one: not where that would lose range.
bool mergeable(double merged) {
  return std::isnormal(merged);
}

}  // namespace

NodeId Graph::make(Op op, NodeId a, NodeId b) {
  assert(is_binary(op) || is_unary(op));
  assert(a != NodeId::none && (b != NodeId::none) == is_binary(op));
  if (is_constant(a) && (is_unary(op) || is_constant(b))) {
    const double folded = apply(op, (*this)[a].value, is_binary(op) ? (*this)[b].value : 0);
    return std::isfinite(folded) ? constant(folded) : raw(op, a, b);
  }
  switch (op) {
    case Op::add:
      return make_add(a, b);
    case Op::subtract:
      return make_subtract(a, b);
    case Op::multiply:
      return make_multiply(a, b);
    case Op::divide:
      return make_divide(a, b);
    case Op::power:
      return make_power(a, b);
    case Op::negate:
      return make_negate(a);
    case Op::minimum:
    case Op::maximum:
      return a == b ? a : raw(op, a, b);
    default:
      return raw(op, a);
  }
}

// An expression as factor * core.
Graph::Scaled Graph::coefficient(NodeId id) const {
  const Node& node = (*this)[id];
  if (node.op == Op::negate) return {-1, node.a};
  if (node.op == Op::multiply && is_constant(node.a)) return {(*this)[node.a].value, node.b};
  return {1, id};
}

// Whether it prints with a leading minus, so that its negation is the simpler form.
bool Graph::looks_negative(NodeId id) const {
  return is_constant(id) ? (*this)[id].value < 0 : coefficient(id).factor < 0;
}

NodeId Graph::scale(double factor, NodeId a) {
  return make(Op::multiply, constant(factor), a);
}

NodeId Graph::make_add(NodeId a, NodeId b) {
  if (is_constant(a, 0)) return b;
  if (is_constant(b, 0)) return a;
  const Scaled left = coefficient(a), right = coefficient(b);
  if (left.core == right.core && std::isfinite(left.factor + right.factor))
    return scale(left.factor + right.factor, left.core);
  if (looks_negative(b)) return make_subtract(a, make(Op::negate, b));
  if (looks_negative(a)) return make_subtract(b, make(Op::negate, a));
  return raw(Op::add, a, b);
}

NodeId Graph::make_subtract(NodeId a, NodeId b) {
  if (a == b) return constant(0);
  if (is_constant(b, 0)) return a;
  if (is_constant(a, 0)) return make(Op::negate, b);
  const Scaled left = coefficient(a), right = coefficient(b);
  if (left.core == right.core && std::isfinite(left.factor - right.factor))
    return scale(left.factor - right.factor, left.core);
  if (looks_negative(b)) return make_add(a, make(Op::negate, b));
  return raw(Op::subtract, a, b);
}

NodeId Graph::make_negate(NodeId a) {
  const Node node = (*this)[a];
  switch (node.op) {
    case Op::negate:
      return node.a;
    case Op::subtract:
      return make(Op::subtract, node.b, node.a);
    case Op::multiply:
      if (is_constant(node.a)) return scale(-(*this)[node.a].value, node.b);
      break;
    default:
      break;
  }
  return raw(Op::negate, a);
}

NodeId Graph::make_multiply(NodeId a, NodeId b) {
  if (is_constant(b)) std::swap(a, b);
  const Node left = (*this)[a], right = (*this)[b];
  if (left.op == Op::constant) {
    if (left.value == 0) return a;
    if (left.value == 1) return b;
    if (left.value == -1) return make(Op::negate, b);
    const Scaled inner = coefficient(b);
    if (inner.factor != 1 && mergeable(left.value * inner.factor))
      return scale(left.value * inner.factor, inner.core);
    // c*(x/y) = c*x/y, but not down a chain x/y/z, which may be long; a constant quotient such as
    // 1/0 is left for the reader to see.
    if (right.op == Op::divide && (*this)[right.a].op != Op::divide &&
        !(is_constant(right.a) && is_constant(right.b))) {
      const NodeId top = make(Op::multiply, a, right.a);
      if (!is_constant(right.a) || is_constant(top)) return make(Op::divide, top, right.b);
    }
    return raw(Op::multiply, a, b);
  }
  if (const Scaled outer = coefficient(a); outer.factor != 1)
    return scale(outer.factor, make(Op::multiply, outer.core, b));
  if (const Scaled outer = coefficient(b); outer.factor != 1)
    return scale(outer.factor, make(Op::multiply, a, outer.core));
  // (c/x)*y = c*y/x
  if (left.op == Op::divide && is_constant(left.a) && !is_constant(left.b))
    return make(Op::divide, make(Op::multiply, left.a, b), left.b);
  if (right.op == Op::divide && is_constant(right.a) && !is_constant(right.b))
    return make(Op::divide, make(Op::multiply, right.a, a), right.b);
  return raw(Op::multiply, a, b);
}

NodeId Graph::make_divide(NodeId a, NodeId b) {
  const Node below = (*this)[b];
  if (below.op == Op::constant) {
    if (below.value == 0) return raw(Op::divide, a, b);
    if (below.value == 1) return a;
    if (below.value < 0) return make(Op::negate, make(Op::divide, a, constant(-below.value)));
    const Scaled top = coefficient(a);
    if (top.factor < 0) return make(Op::negate, make(Op::divide, make(Op::negate, a), b));
    if (top.factor != 1 && mergeable(top.factor / below.value))
      return scale(top.factor / below.value, top.core);
    return raw(Op::divide, a, b);
  }
  if (is_constant(a, 0)) return a;
  if (looks_negative(a)) return make(Op::negate, make(Op::divide, make(Op::negate, a), b));
  if (looks_negative(b)) return make(Op::negate, make(Op::divide, a, make(Op::negate, b)));
  return raw(Op::divide, a, b);
}

NodeId Graph::make_power(NodeId a, NodeId b) {
  if (is_constant(b, 0) || is_constant(a, 1)) return constant(1);
  if (is_constant(b, 1)) return a;
  return raw(Op::power, a, b);
}

}  // namespace saddle
