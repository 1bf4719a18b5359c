// Numbers and expressions from text, and back.
#include <saddle/netlist/text/expression_parser.hpp>

#include <catch2/catch.hpp>
#include <cmath>
#include <ctime>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace saddle;

namespace {

// Every name is a symbol, except that `bad` is unknown; v(a, b) is the symbol "v:a:b".
class OpenScope : public NameScope {
 public:
  OpenScope(const SourceText& source, Graph& graph) : source_(source), graph_(graph) {}
  NodeId name(std::string_view name, std::size_t offset) override {
    if (name == "bad") throw InputError(source_, offset, "unknown name 'bad'");
    if (const auto constant = builtin_constant(name)) return graph_.constant(*constant);
    return graph_.symbol(name);
  }
  NodeId call(std::string_view name, std::size_t, std::span<const RawArgument> arguments) override {
    if (name != "v") return NodeId::none;
    std::string symbol = "v";
    for (const RawArgument& argument : arguments) {
      CHECK(source_.text().substr(argument.offset, argument.text.size()) == argument.text);
      symbol += ":" + std::string(argument.text);
    }
    return graph_.symbol(symbol);
  }
  bool could_mean(std::string_view name) const override { return name == "k"; }

 private:
  const SourceText& source_;
  Graph& graph_;
};

NodeId parse(Graph& graph, const std::string& text) {
  const SourceText source("in", text);
  OpenScope scope(source, graph);
  const ParsedExpression parsed = parse_expression(source, 0, text.size(), graph, scope);
  CHECK(parsed.end == text.size());
  return parsed.node;
}

double value_of(const std::string& text) {
  Graph graph;
  return graph.value(parse(graph, text), {});
}

std::string simplified(const std::string& text) {
  Graph graph;
  return graph.to_string(parse(graph, text));
}

std::string failure(const std::string& text) {
  Graph graph;
  const SourceText source("in", text);
  OpenScope scope(source, graph);
  try {
    parse_expression(source, 0, text.size(), graph, scope);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("SPICE numbers are read with suffix and unit", "[expression]") {
  const auto number = [](std::string_view text, double value, std::size_t length) {
    INFO(text);
    const ParsedNumber parsed = parse_number(text);
    CHECK(parsed.value == value);
    CHECK(parsed.length == length);
  };
  number("1.5", 1.5, 3);
  number(".5", 0.5, 2);
  number("5.", 5, 2);
  number("1e-3", 1e-3, 4);
  number("1E+3", 1e3, 4);
  number("-2", -2, 2);
  number("+2k", 2000, 3);
  number("10uF", 10e-6, 4);
  number("10u", 1e-5, 3);
  number("1MEG", 1e6, 4);
  number("1megohm", 1e6, 7);
  number("1M", 1e-3, 2);
  number("2mil", 2 * 25.4e-6, 4);
  number("3f", 3e-15, 2);
  number("4p", 4e-12, 2);
  number("5n", 5e-9, 2);
  number("6g", 6e9, 2);
  number("7t", 7e12, 2);
  number("5Volts", 5, 6);
  number("1e", 1, 2);      // a unit letter
  number("1e3x", 1e3, 4);  // the same behind an exponent
  number("1e+-3", 1, 2);
  number("3,4", 3, 1);
  number("1e-400", 0, 6);
  number("0.000e999", 0, 9);
  number("", 0, 0);
  number("x1", 0, 0);
  number(".", 0, 0);
  number("-", 0, 0);
  number("inf", 0, 0);
  number("nan", 0, 0);
  number("1e999", std::numeric_limits<double>::infinity(), 5);
  number("1e99999999999999999999", std::numeric_limits<double>::infinity(), 22);
  number("1e-99999999999999999999", 0, 23);
  number("1e308k", std::numeric_limits<double>::infinity(), 6);
  number("1" + std::string(400, '0') + "e-400", 1, 406);
  number("0." + std::string(400, '0') + "1e401", 1, 407);
}

TEST_CASE("operators bind as in mathematics", "[expression]") {
  CHECK(value_of("1 + 2*3") == 7);
  CHECK(value_of("8/4/2") == 1);
  CHECK(value_of("8-4-2") == 2);
  CHECK(value_of("2^3^2") == 512);
  CHECK(value_of("2**3") == 8);
  CHECK(value_of("-2^2") == -4);
  CHECK(value_of("(-2)^2") == 4);
  CHECK(value_of("2^-1") == 0.5);
  CHECK(value_of("2^-2^2") == 0.0625);
  CHECK(value_of("2*-3") == -6);
  CHECK(value_of("- - 3") == 3);
  CHECK(value_of("1 - -1") == 2);
  CHECK(value_of(" ( ( 1 ) )") == 1);
  CHECK(value_of("2\n+ 3") == 5);
}

TEST_CASE("built-in functions and constants are known in any case", "[expression]") {
  CHECK(value_of("sin(0) + COS(0)") == 1);
  CHECK(value_of("log(e)") == 1);
  CHECK(value_of("ln(e) + log10(100)") == 3);
  CHECK(value_of("max(1, min(5, 3))") == 3);
  CHECK(value_of("pow(2, 10)") == 1024);
  CHECK(value_of("sgn(-3) + u(2) + abs(-4) + sqrt(9)") == 7);
  CHECK(value_of("4*atan(1)") == value_of("pi"));
  CHECK(value_of("4*arctan(1)") == value_of("pi"));
  CHECK(value_of("tan(0) + asin(0) + acos(1) + sinh(0) + cosh(0) + tanh(0) + exp(0)") == 2);
}

TEST_CASE("numbers in expressions take a suffix and a known unit", "[expression]") {
  CHECK(value_of("10uF") == 1e-5);
  CHECK(value_of("1kOhm + 5V") == 1005);
  CHECK(value_of("1meg*2Hz") == 2e6);
  CHECK(value_of("3ms") == 3e-3);
}

TEST_CASE("calls hand their arguments to the scope as text", "[expression]") {
  CHECK(simplified("v(a)") == "v:a");
  CHECK(simplified("2*v( a , b ) + v(x.y(1,2),3#)") == "2*v:a:b + v:x.y(1,2):3#");
  CHECK(simplified("x1.out#branch + a:b") == "x1.out#branch + a:b");
}

TEST_CASE("an expression ends before what does not belong to it", "[expression]") {
  Graph graph;
  const SourceText source("in", "p = a + 1  , b");
  OpenScope scope(source, graph);
  const ParsedExpression parsed = parse_expression(source, 4, source.text().size(), graph, scope);
  CHECK(graph.to_string(parsed.node) == "a + 1");
  CHECK(parsed.end == 9);
}

TEST_CASE("wrong expressions are reported at the character", "[expression]") {
  CHECK(failure("x + ") == "in:1:4: error: expected an operand\n  x + \n     ^");
  CHECK(failure("x + * y") == "in:1:5: error: expected an operand\n  x + * y\n      ^");
  CHECK(failure("x^") == "in:1:3: error: expected an operand\n  x^\n    ^");
  CHECK(failure("") == "in:1:1: error: expected an operand\n  \n  ^");
  CHECK(failure("()") == "in:1:2: error: expected an operand\n  ()\n   ^");
  CHECK(failure("2*(x + (y)") == "in:1:3: error: expected ')' to close this '('\n  2*(x + (y)\n    ^");
  CHECK(failure("sin(x") == "in:1:4: error: expected ')' to close this '('\n  sin(x\n     ^");
  CHECK(failure("f(a, (b") == "in:1:6: error: expected ')' to close this '('\n  f(a, (b\n       ^");
  CHECK(failure("(x y)") == "in:1:4: error: expected an operator or ')' before 'y'\n  (x y)\n     ^");
  CHECK(failure("sin(x y)") == "in:1:7: error: expected an operator before 'y'\n  sin(x y)\n        ^");
  CHECK(failure("(x $ y)") == "in:1:4: error: unexpected '$'\n  (x $ y)\n     ^");
  CHECK(failure("max(x,)") == "in:1:7: error: expected an operand\n  max(x,)\n        ^");
  CHECK(failure("sin(x, y)") == "in:1:1: error: 'sin' takes 1 argument, not 2\n  sin(x, y)\n  ^");
  CHECK(failure("1 + min(x)") == "in:1:5: error: 'min' takes 2 arguments, not 1\n  1 + min(x)\n      ^");
  CHECK(failure("sin()") == "in:1:1: error: 'sin' takes 1 argument, not 0\n  sin()\n  ^");
  CHECK(failure("foo(1)") == "in:1:1: error: unknown function 'foo'\n  foo(1)\n  ^");
  CHECK(failure("sin(2*bad)") == "in:1:7: error: unknown name 'bad'\n  sin(2*bad)\n        ^");
  CHECK(failure("1/0") == "in:1:2: error: division by zero\n  1/0\n   ^");
  CHECK(failure("x/(3 - 3)") == "in:1:2: error: division by zero\n  x/(3 - 3)\n   ^");
  CHECK(failure("2*ln(-1)") == "in:1:3: error: the value of this is not a finite number\n  2*ln(-1)\n    ^");
  CHECK(failure("x + (-8)^0.5") ==
        "in:1:5: error: the value of this is not a finite number\n  x + (-8)^0.5\n      ^");
  CHECK(failure("1e999") == "in:1:1: error: the number 1e999 is too large\n  1e999\n  ^");
}

TEST_CASE("letters glued to a number are never dropped silently", "[expression]") {
  CHECK(failure("2x") == "in:1:2: error: unexpected 'x' after the number 2; write 2*x\n  2x\n   ^");
  CHECK(failure("2exp(x)") ==
        "in:1:2: error: unexpected 'exp' after the number 2; write 2*exp\n  2exp(x)\n   ^");
  CHECK(failure("1e") == "in:1:2: error: unexpected 'e' after the number 1; write 1*e\n  1e\n   ^");
  CHECK(failure("1k5") == "in:1:2: error: unexpected 'k5' after the number 1; write 1*k5\n  1k5\n   ^");
  CHECK(failure("3*2k") ==
        "in:1:3: error: '2k' is ambiguous because 'k' is a name here; write 2*k or 2000\n  3*2k\n    ^");
}

TEST_CASE("parentheses nest to a stated depth", "[expression]") {
  const auto nested = [](int depth, const std::string& open) {
    std::string text;
    for (int k = 0; k < depth; ++k) text += open;
    return text + "1" + std::string(static_cast<std::size_t>(depth), ')');
  };
  CHECK(value_of(nested(kMaxNesting, "(")) == 1);
  CHECK(value_of(nested(kMaxNesting, "abs(")) == 1);
  const std::string message = failure(nested(kMaxNesting + 1, "("));
  CHECK(message.starts_with("in:1:201: error: expression nested deeper than 200 levels\n"));
  CHECK(
      failure(std::string(1'000'000, '(')).starts_with("in:1:201: error: expression nested deeper than 200"));
}

TEST_CASE("sums, products, powers and signs of any length are read", "[expression]") {
  constexpr int length = 200'000;
  const auto repeated = [](const std::string& piece) {
    std::string text = "x";
    for (int k = 0; k < length; ++k) text += piece;
    return text;
  };
  for (const std::string piece : {" + sin(x)", "*y", "/y", "^y"}) {
    Graph graph;
    const std::clock_t begin = std::clock();
    CHECK(graph.symbols_of(parse(graph, repeated(piece))).size() >= 1);
    CHECK(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC < 5);  // measured 0.2 s
  }
  CHECK(simplified(std::string(2 * length + 1, '-') + "x") == "-x");
}

TEST_CASE("what is printed reads back as the same node", "[expression]") {
  std::mt19937 random(7);
  constexpr Op ops[] = {Op::add,  Op::subtract, Op::multiply, Op::divide, Op::power,   Op::negate,
                        Op::add,  Op::subtract, Op::multiply, Op::divide, Op::minimum, Op::sin,
                        Op::step, Op::sign,     Op::ln,       Op::tanh};
  constexpr double constants[] = {2, -3, 0.1, 1e-7, -2.5e30, 1.0 / 3};
  std::set<std::string> distinct;
  for (int round = 0; round < 20000; ++round) {
    Graph graph;
    std::vector<NodeId> pool{graph.symbol("x"), graph.symbol("y"), graph.symbol("z")};
    for (const double constant : constants) pool.push_back(graph.constant(constant));
    const auto pick = [&] { return pool[random() % pool.size()]; };
    for (int k = 0; k < 12; ++k) {
      const Op op = ops[random() % std::size(ops)];
      const NodeId a = pick(), b = pick();
      if (op == Op::divide && graph.is_constant(b, 0)) continue;
      if (graph.is_constant(a) && (is_unary(op) || graph.is_constant(b))) continue;  // might not be finite
      pool.push_back(is_binary(op) ? graph.make(op, a, b) : graph.make(op, a));
    }
    const std::string text = graph.to_string(pool.back());
    INFO(text);
    REQUIRE(parse(graph, text) == pool.back());
    distinct.insert(text);
  }
  CHECK(distinct.size() > 10000);  // else the test would show nothing
}
