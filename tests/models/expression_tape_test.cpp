// Tapes compute what the graph means, without allocating.
#include <saddle/models/expression/tape.hpp>

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace saddle;

namespace {

std::vector<double> run(const Tape& tape, std::vector<double> inputs, std::size_t outputs) {
  std::vector<double> out(outputs), work(static_cast<std::size_t>(tape.work_size()));
  tape.run(inputs, out, work);
  return out;
}

}  // namespace

TEST_CASE("every operation has its usual meaning", "[expression]") {
  CHECK(apply(Op::power, -2, 3) == -8);
  CHECK(apply(Op::power, 3, 2) == 9);
  CHECK(apply(Op::minimum, 2, -1) == -1);
  CHECK(apply(Op::maximum, 2, -1) == 2);
  CHECK(apply(Op::sign, -4, 0) == -1);
  CHECK(apply(Op::sign, 0, 0) == 0);
  CHECK(apply(Op::step, 0, 0) == 0);
  CHECK(apply(Op::step, 1e-300, 0) == 1);
  CHECK(apply(Op::ln, std::exp(1.0), 0) == Approx(1));
  CHECK(apply(Op::log10, 1000, 0) == Approx(3));
}

TEST_CASE("comparisons do not hide a NaN", "[expression]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Op op : {Op::minimum, Op::maximum}) {
    CHECK(std::isnan(apply(op, nan, 1)));
    CHECK(std::isnan(apply(op, 1, nan)));
  }
  CHECK(std::isnan(apply(Op::sign, nan, 0)));
  CHECK(std::isnan(apply(Op::step, nan, 0)));
}

TEST_CASE("a tape gives the values of the graph", "[expression]") {
  Graph g;
  const NodeId x = g.symbol("x"), y = g.symbol("y"), z = g.symbol("z");
  const NodeId f = g.divide(g.make(Op::tanh, g.subtract(x, g.multiply(g.constant(3), y))),
                            g.add(g.constant(2), g.make(Op::power, y, g.constant(2))));
  const std::vector<NodeId> wrt{x, y};
  const std::vector<NodeId> gradient = g.gradient(f, wrt);
  const std::vector<NodeId> outputs{f, gradient[0], gradient[1], x, g.constant(7), f};
  const Tape tape(g, std::vector{z, y, x}, outputs);  // inputs in another order, one unused
  const std::vector<double> result = run(tape, {9, 0.3, 1.1}, outputs.size());
  for (std::size_t k = 0; k < outputs.size(); ++k)
    CHECK(result[k] == g.value(outputs[k], std::vector{1.1, 0.3, 9.0}));
}

TEST_CASE("random expressions give bit for bit the same on a tape and in the graph", "[expression]") {
  std::mt19937 random(20240607);
  constexpr Op ops[] = {Op::add,     Op::subtract, Op::multiply, Op::divide, Op::minimum,
                        Op::maximum, Op::sin,      Op::tanh,     Op::negate, Op::abs};
  for (int round = 0; round < 50; ++round) {
    Graph g;
    std::vector<NodeId> pool{g.symbol("a"), g.symbol("b"), g.symbol("c"), g.constant(0.5), g.constant(-3)};
    const auto pick = [&] { return pool[random() % pool.size()]; };
    for (int k = 0; k < 200; ++k) {
      const Op op = ops[random() % std::size(ops)];
      pool.push_back(is_binary(op) ? g.make(op, pick(), pick()) : g.make(op, pick()));
    }
    const std::vector<NodeId> outputs{pool.back(), pool[pool.size() - 2], pool[pool.size() / 2]};
    const Tape tape(g, std::vector{pool[0], pool[1], pool[2]}, outputs);
    const std::vector<double> at{0.7, -1.3, 2.1};
    const std::vector<double> result = run(tape, at, outputs.size());
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      const double expected = g.value(outputs[k], at);
      CHECK((result[k] == expected || (std::isnan(result[k]) && std::isnan(expected))));
    }
  }
}

TEST_CASE("registers are used again: a long chain needs few", "[expression]") {
  Graph g;
  const NodeId x = g.symbol("x");
  NodeId f = x;
  for (int k = 0; k < 10'000; ++k) f = g.make(Op::sin, g.add(g.make(Op::cos, f), x));
  const Tape tape(g, {&x, 1}, {&f, 1});
  CHECK(tape.work_size() <= 4);
  CHECK(run(tape, {0.2}, 1)[0] == g.value(f, std::vector{0.2}));
}
