// Making expressions: what simplifies, what is shared, what is left for readers to report.
#include <saddle/models/expression/graph.hpp>

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

using namespace saddle;

namespace {

struct Symbols {
  Graph g;
  NodeId x = g.symbol("x"), y = g.symbol("y");
  NodeId c(double value) { return g.constant(value); }
  NodeId power(NodeId a, NodeId b) { return g.make(Op::power, a, b); }
};

}  // namespace

TEST_CASE("neutral and absorbing elements vanish", "[expression]") {
  Symbols s;
  auto& [g, x, y] = s;
  CHECK(g.add(x, s.c(0)) == x);
  CHECK(g.add(s.c(0), x) == x);
  CHECK(g.subtract(x, s.c(0)) == x);
  CHECK(g.is_constant(g.subtract(x, x), 0));
  CHECK(g.multiply(x, s.c(1)) == x);
  CHECK(g.is_constant(g.multiply(x, s.c(0)), 0));
  CHECK(g.divide(x, s.c(1)) == x);
  CHECK(g.is_constant(g.divide(s.c(0), x), 0));
  CHECK(g.is_constant(s.power(x, s.c(0)), 1));
  CHECK(s.power(x, s.c(1)) == x);
  CHECK(g.negate(g.negate(x)) == x);
  CHECK(g.make(Op::minimum, x, x) == x);
}

TEST_CASE("constants fold, except to what is not finite", "[expression]") {
  Symbols s;
  auto& [g, x, y] = s;
  CHECK(g.is_constant(s.power(s.c(-2), s.c(3)), -8));
  CHECK(g.is_constant(g.make(Op::maximum, s.c(2), s.c(5)), 5));
  CHECK(g.is_constant(g.make(Op::exp, s.c(0)), 1));
  CHECK(g.constant(-0.0) == g.constant(0.0));
  CHECK_FALSE(g.is_constant(g.divide(s.c(1), s.c(0))));
  CHECK_FALSE(g.is_constant(g.make(Op::ln, s.c(-1))));
  CHECK_FALSE(g.is_constant(s.power(s.c(0), s.c(-1))));
  CHECK_FALSE(g.is_constant(g.multiply(s.c(1e300), s.c(1e300))));
}

TEST_CASE("coefficients that together leave the range of a double stay apart", "[expression]") {
  Symbols s;
  auto& [g, x, y] = s;
  const NodeId huge = g.multiply(s.c(1e200), g.multiply(s.c(1e200), x));
  const NodeId tiny = g.multiply(s.c(1e-200), g.multiply(s.c(1e-200), x));
  const std::vector<double> small{1e-300, 0}, large{1e300, 0};
  CHECK(g.value(huge, small) == Approx(1e100).epsilon(1e-14));
  CHECK(g.value(tiny, large) == Approx(1e-100).epsilon(1e-14));
}

TEST_CASE("like terms merge and constants move to the left of products", "[expression]") {
  Symbols s;
  auto& [g, x, y] = s;
  const NodeId two_x = g.multiply(s.c(2), x);
  CHECK(g.add(x, x) == two_x);
  CHECK(g.multiply(x, s.c(2)) == two_x);
  CHECK(g.add(two_x, g.multiply(x, s.c(3))) == g.multiply(s.c(5), x));
  CHECK(g.subtract(two_x, x) == x);
  CHECK(g.multiply(two_x, g.multiply(s.c(3), y)) == g.multiply(s.c(6), g.multiply(x, y)));
  CHECK(g.add(x, g.negate(y)) == g.subtract(x, y));
  CHECK(g.subtract(x, g.multiply(s.c(-2), y)) == g.add(x, g.multiply(s.c(2), y)));
  CHECK(g.negate(g.subtract(x, y)) == g.subtract(y, x));
  CHECK(g.divide(g.negate(x), y) == g.negate(g.divide(x, y)));
}

TEST_CASE("equal expressions are one node", "[expression]") {
  Symbols s;
  auto& [g, x, y] = s;
  const NodeId first = g.make(Op::sin, g.add(g.multiply(x, y), s.c(1)));
  const int size = g.size();
  CHECK(g.make(Op::sin, g.add(s.c(1), g.multiply(y, x))) == first);
  CHECK(g.size() == size);
  CHECK(g.symbol("x") == x);
  CHECK(g.find_symbol("x") == x);
  CHECK(g.find_symbol("nobody") == NodeId::none);
  CHECK(g.divide(x, y) != g.divide(y, x));
}

TEST_CASE("the symbols of an expression, and only those, are listed", "[expression]") {
  Symbols s;
  auto& [g, x, y] = s;
  const NodeId z = g.symbol("z");
  CHECK(g.symbols_of(g.add(g.make(Op::sin, z), x)) == std::vector{x, z});
  CHECK(g.symbols_of(s.c(3)).empty());
}

TEST_CASE("substitution rebuilds and simplifies", "[expression]") {
  Symbols s;
  auto& [g, x, y] = s;
  const NodeId f = g.add(g.multiply(x, x), g.make(Op::cos, y));
  CHECK(g.substitute(f, {}) == f);
  CHECK(g.is_constant(g.substitute(f, {{x, s.c(3)}, {y, s.c(0)}}), 10));
  CHECK(g.substitute(f, {{x, y}, {y, x}}) == g.add(g.multiply(y, y), g.make(Op::cos, x)));
}

TEST_CASE("an imported expression keeps the names of its symbols", "[expression]") {
  Symbols s;
  auto& [g, x, y] = s;
  const NodeId f = g.divide(g.make(Op::tanh, g.subtract(x, y)), g.add(y, s.c(2)));
  Graph other;
  other.symbol("y");
  const NodeId copy = other.import(g, f);
  CHECK(other.to_string(copy) == g.to_string(f));
  CHECK(other.import(g, f) == copy);
}

TEST_CASE("numbers print as the shortest text that is still exact", "[expression]") {
  CHECK(format_number(0.1) == "0.1");
  CHECK(format_number(1e-6) == "1e-06");
  CHECK(format_number(2) == "2");
  CHECK(format_number(2.0 / 7) == "0.2857142857142857");
  CHECK(std::stod(format_number(1.0 / 3)) == 1.0 / 3);
}

TEST_CASE("expressions print with no more parentheses than they need", "[expression]") {
  Symbols s;
  auto& [g, x, y] = s;
  const NodeId one = s.c(1);
  const auto text = [&](NodeId id) { return g.to_string(id); };
  CHECK(text(g.add(g.add(x, y), one)) == "x + y + 1");
  CHECK(text(g.subtract(x, g.subtract(y, one))) == "x - (y - 1)");
  CHECK(text(g.multiply(s.c(2), g.multiply(x, y))) == "2*x*y");
  CHECK(text(g.divide(x, g.multiply(x, y))) == "x/(x*y)");
  CHECK(text(g.multiply(s.c(2), s.power(g.subtract(x, y), s.c(2)))) == "2*(x - y)^2");
  CHECK(text(g.negate(s.power(x, s.c(2)))) == "-x^2");
  CHECK(text(s.power(g.negate(x), s.c(2))) == "(-x)^2");
  CHECK(text(s.power(x, s.c(-2))) == "x^(-2)");
  CHECK(text(s.power(s.c(-3), x)) == "(-3)^x");
  CHECK(text(s.power(s.power(x, y), x)) == "(x^y)^x");
  CHECK(text(s.power(x, s.power(y, x))) == "x^y^x");
  CHECK(text(g.make(Op::minimum, x, g.negate(y))) == "min(x, -y)");
  CHECK(text(g.make(Op::step, x)) == "u(x)");
}

TEST_CASE("a million nested operations are evaluated, copied, printed and differentiated", "[expression]") {
  constexpr int depth = 1'000'000;
  Graph g;
  const NodeId x = g.symbol("x");
  NodeId f = x;
  for (int k = 0; k < depth; ++k) f = g.make(Op::sin, f);
  const std::vector<double> zero{0.0};
  CHECK(g.value(f, zero) == 0);
  CHECK(g.value(g.derivative(f, x), zero) == 1);  // the product of a million cos(0)
  CHECK(g.to_string(f).size() == 5 * depth + 1);
  Graph other;
  CHECK(other.symbols_of(other.import(g, f)).size() == 1);
  CHECK(g.is_constant(g.substitute(f, {{x, g.constant(0)}}), 0));
}

TEST_CASE("a chain of a million quotients is scaled and negated without descending it", "[expression]") {
  Graph g;
  const NodeId x = g.symbol("x"), y = g.symbol("y");
  NodeId f = x;
  for (int k = 0; k < 1'000'000; ++k) f = g.divide(f, y);
  const NodeId scaled = g.negate(g.multiply(g.constant(3), g.multiply(f, g.divide(g.constant(2), x))));
  CHECK(g.value(scaled, std::vector{5.0, 1.0}) == -6);
}
