// Derivatives against central differences, in closed form, and at size.
#include <saddle/models/expression/graph.hpp>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

using namespace saddle;

namespace {

struct Case {
  std::string name;
  std::function<NodeId(Graph&, NodeId)> make;  // of one symbol
  std::vector<double> points;                  // inside the domain, away from kinks
};

NodeId unary(Graph& g, Op op, NodeId a) {
  return g.make(op, a);
}

std::vector<Case> every_operation() {
  const auto of = [](Op op, std::vector<double> points) {
    return Case{"op " + std::to_string(static_cast<int>(op)),
                [op](Graph& g, NodeId x) { return unary(g, op, x); }, std::move(points)};
  };
  const auto with = [](Op op, double constant, bool constant_first, std::vector<double> points) {
    return Case{"op " + std::to_string(static_cast<int>(op)) + (constant_first ? " c,x" : " x,c"),
                [=](Graph& g, NodeId x) {
                  const NodeId c = g.constant(constant);
                  return constant_first ? g.make(op, c, x) : g.make(op, x, c);
                },
                std::move(points)};
  };
  const std::vector<double> anywhere{-1.7, -0.3, 0.4, 1.2, 2.6}, positive{0.2, 0.9, 1.6, 3.1},
      unit{-0.8, -0.2, 0.5};
  return {
      of(Op::negate, anywhere),
      of(Op::sin, anywhere),
      of(Op::cos, anywhere),
      of(Op::tan, {-1.1, -0.3, 0.4, 1.2}),
      of(Op::asin, unit),
      of(Op::acos, unit),
      of(Op::atan, anywhere),
      of(Op::sinh, anywhere),
      of(Op::cosh, anywhere),
      of(Op::tanh, anywhere),
      of(Op::exp, anywhere),
      of(Op::ln, positive),
      of(Op::log10, positive),
      of(Op::sqrt, positive),
      of(Op::abs, anywhere),
      of(Op::sign, anywhere),
      of(Op::step, anywhere),
      with(Op::add, 1.3, false, anywhere),
      with(Op::subtract, 1.3, true, anywhere),
      with(Op::subtract, 1.3, false, anywhere),
      with(Op::multiply, 1.3, false, anywhere),
      with(Op::divide, 1.3, false, anywhere),
      with(Op::divide, 1.3, true, anywhere),
      with(Op::power, 3, false, anywhere),
      with(Op::power, -2, false, anywhere),
      with(Op::power, 2.5, false, positive),
      with(Op::power, 1.7, true, anywhere),
      with(Op::minimum, 0.5, false, anywhere),
      with(Op::minimum, 0.5, true, anywhere),
      with(Op::maximum, 0.5, false, anywhere),
      with(Op::maximum, 0.5, true, anywhere),
      {"x^x", [](Graph& g, NodeId x) { return g.make(Op::power, x, x); }, positive},
      {"x*x*sin(x)/(1 + x^2)",
       [](Graph& g, NodeId x) {
         const NodeId square = g.make(Op::power, x, g.constant(2));
         return g.divide(g.multiply(g.multiply(x, x), unary(g, Op::sin, x)), g.add(g.constant(1), square));
       },
       anywhere},
      {"min(x^2, cos(x))",
       [](Graph& g, NodeId x) { return g.make(Op::minimum, g.multiply(x, x), unary(g, Op::cos, x)); },
       anywhere},
      {"sqrt(exp(tanh(x)))",
       [](Graph& g, NodeId x) { return unary(g, Op::sqrt, unary(g, Op::exp, unary(g, Op::tanh, x))); },
       anywhere},
  };
}

// Central differences with h = 1e-5: truncation h^2 f'''/6 is about 1e-10 of the third derivative,
// rounding eps |f| / h about 2e-11 of the value. The third derivatives in these ranges stay below
// a few hundred, so 1e-7 of the scale leaves a margin of ten and still finds any wrong term.
void check_slope(const Graph& g, NodeId f, NodeId slope, double x) {
  const double h = 1e-5;
  const auto at = [&](NodeId id, double point) { return g.value(id, std::vector{point}); };
  const double difference = (at(f, x + h) - at(f, x - h)) / (2 * h);
  const double scale = std::max({1.0, std::abs(at(f, x)), std::abs(difference)});
  INFO("at x = " << x << ": " << g.to_string(slope));
  CHECK(std::abs(at(slope, x) - difference) <= 1e-7 * scale);
}

double cpu_seconds_for(const std::function<void()>& work) {  // whatever else the machine does
  const std::clock_t begin = std::clock();
  work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

}  // namespace

TEST_CASE("first and second derivatives of every operation are the slopes", "[expression]") {
  for (const Case& c : every_operation()) {
    DYNAMIC_SECTION(c.name) {
      Graph g;
      const NodeId x = g.symbol("x");
      const NodeId f = c.make(g, x);
      const NodeId first = g.derivative(f, x), second = g.derivative(first, x);
      for (const double point : c.points) {
        check_slope(g, f, first, point);
        check_slope(g, first, second, point);
      }
    }
  }
}

TEST_CASE("a gradient has all partial derivatives, 0 for what does not occur", "[expression]") {
  Graph g;
  const NodeId x = g.symbol("x"), y = g.symbol("y"), z = g.symbol("z");
  const NodeId f = g.add(g.multiply(x, y), g.make(Op::exp, g.multiply(x, y)));
  const std::vector<NodeId> gradient = g.gradient(f, std::vector{x, y, z});
  CHECK(g.to_string(gradient[0]) == "(1 + exp(x*y))*y");
  CHECK(g.to_string(gradient[1]) == "(1 + exp(x*y))*x");
  CHECK(g.is_constant(gradient[2], 0));
  CHECK(g.is_constant(g.derivative(x, x), 1));
}

TEST_CASE("derivatives print as one would write them", "[expression]") {
  Graph g;
  const NodeId x = g.symbol("x"), a = g.symbol("A"), x0 = g.symbol("x0");
  const auto slope = [&](NodeId f) { return g.to_string(g.derivative(f, x)); };
  CHECK(slope(g.multiply(x, x)) == "2*x");
  CHECK(slope(g.make(Op::power, x, g.constant(2))) == "2*x");
  CHECK(slope(g.multiply(a, g.make(Op::power, g.subtract(x, x0), g.constant(2)))) == "2*A*(x - x0)");
  CHECK(slope(g.divide(g.constant(1), x)) == "-1/x^2");
  CHECK(slope(g.make(Op::sqrt, x)) == "1/(2*sqrt(x))");
  CHECK(slope(g.make(Op::power, x, a)) == "A*x^(A - 1)");
  CHECK(slope(g.make(Op::tanh, g.multiply(g.constant(3), x))) == "3*(1 - tanh(3*x)^2)");
}

TEST_CASE("a kink takes one of its two slopes", "[expression]") {
  Graph g;
  const NodeId x = g.symbol("x");
  const auto slope_at_kink = [&](NodeId f) { return g.value(g.derivative(f, x), std::vector{0.0}); };
  const NodeId zero = g.constant(0);
  CHECK(slope_at_kink(g.make(Op::minimum, x, zero)) == 0);
  CHECK(slope_at_kink(g.make(Op::minimum, zero, x)) == 1);
  CHECK(slope_at_kink(g.make(Op::maximum, x, zero)) == 0);
  CHECK(slope_at_kink(g.make(Op::step, x)) == 0);
  CHECK(slope_at_kink(g.make(Op::sign, x)) == 0);
}

TEST_CASE("the gradient of a sum of a million terms is linear work", "[expression]") {
  constexpr int terms = 1'000'000;
  Graph g;
  std::vector<NodeId> symbols;
  NodeId sum = g.constant(0);
  for (int k = 0; k < terms; ++k) {
    symbols.push_back(g.symbol("x" + std::to_string(k)));
    sum = g.add(sum, g.make(Op::power, symbols.back(), g.constant(2)));
  }
  std::vector<NodeId> gradient;
  const double seconds = cpu_seconds_for([&] { gradient = g.gradient(sum, symbols); });
  CHECK(g.to_string(gradient[123'456]) == "2*x123456");
  CHECK(seconds < 20);  // measured 0.4 s; quadratic work would take hours
}

TEST_CASE("a symbol that a million terms share gets its derivative in linear work", "[expression]") {
  constexpr int terms = 1'000'000;
  Graph g;
  const NodeId x = g.symbol("x");
  NodeId sum = g.constant(0);
  for (int k = 1; k <= terms; ++k) sum = g.add(sum, g.make(Op::sin, g.multiply(g.constant(1.0 / k), x)));
  NodeId slope = NodeId::none;
  const double seconds = cpu_seconds_for([&] { slope = g.derivative(sum, x); });
  double harmonic = 0;
  for (int k = 1; k <= terms; ++k) harmonic += 1.0 / k;
  CHECK(g.value(slope, std::vector{0.0}) == Approx(harmonic).epsilon(1e-12));
  CHECK(seconds < 20);
}

TEST_CASE("a small gradient in a large graph costs what the expression costs", "[expression]") {
  constexpr int constraints = 200'000;
  Graph g;
  std::vector<NodeId> symbols;
  for (int k = 0; k <= constraints; ++k) symbols.push_back(g.symbol("x" + std::to_string(k)));
  const double seconds = cpu_seconds_for([&] {
    for (int k = 0; k < constraints; ++k) {
      const std::vector<NodeId> own{symbols[static_cast<std::size_t>(k)],
                                    symbols[static_cast<std::size_t>(k) + 1]};
      const std::vector<NodeId> gradient = g.gradient(g.multiply(own[0], own[1]), own);
      REQUIRE(gradient[0] == own[1]);
    }
  });
  CHECK(seconds < 20);  // measured 0.2 s; work in the size of the graph would take minutes
}
