// The two ways to solve a linear system, and the choice between them.
#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <tuple>

#include <saddle/solver/linear/linear_solver.hpp>

using namespace saddle;

namespace saddle::testing {
long allocations_so_far();  // ladder_test.cpp counts them
}

namespace {

struct Matrix {
  Pattern pattern;
  std::vector<double> values;
};

using Entries = std::vector<std::tuple<int, int, double>>;  // row, column, value; repeats add up

Matrix assemble(int size, const Entries& entries) {
  PatternBuilder builder(size);
  for (const auto& [row, column, value] : entries) builder.add(row, column);
  Matrix matrix{builder.build(), {}};
  matrix.values.assign(matrix.pattern.entries() + 1, 0.0);
  for (const auto& [row, column, value] : entries) matrix.values[matrix.pattern.slot(row, column)] += value;
  return matrix;
}

std::vector<double> product(const Matrix& matrix, const std::vector<double>& x, bool transposed) {
  const Pattern& p = matrix.pattern;
  std::vector<double> b(p.size, 0.0);
  for (int j = 0; j < p.size; ++j)
    for (int slot = p.column_start[j]; slot < p.column_start[j + 1]; ++slot)
      b[transposed ? j : p.row[slot]] += matrix.values[slot] * x[transposed ? p.row[slot] : j];
  return b;
}

double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double d = std::abs(a[i] - b[i]);
    largest = std::isfinite(d) ? std::max(largest, d) : INFINITY;
  }
  return largest;
}

std::vector<double> random_vector(int size, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::vector<double> x(size);
  for (double& value : x) value = normal(random);
  return x;
}

// alpha C + G of the flow of a quadratic program with random couplings,
// [ alpha + H  A^T ; -A  alpha ], H diagonally dominant, five entries in a row of A.
Matrix saddle_matrix(int variables, int constraints, double alpha, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> index(0, variables - 1);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::normal_distribution<double> normal;
  Entries entries;
  std::vector<double> diagonal(variables);
  for (double& each : diagonal) each = alpha + 0.5 + uniform(random);
  for (int k = 0; k < 5 * variables / 2; ++k) {
    const int i = index(random), j = index(random);
    if (i == j) continue;
    const double value = 0.5 * normal(random);
    entries.emplace_back(i, j, value);
    entries.emplace_back(j, i, value);
    diagonal[i] += std::abs(value);
    diagonal[j] += std::abs(value);
  }
  for (int i = 0; i < variables; ++i) entries.emplace_back(i, i, diagonal[i]);
  for (int k = 0; k < constraints; ++k) {
    entries.emplace_back(variables + k, variables + k, alpha);
    for (int c = 0; c < 5; ++c) {
      const int i = index(random);
      const double value = normal(random);
      entries.emplace_back(i, variables + k, value);
      entries.emplace_back(variables + k, i, -value);
    }
  }
  return assemble(variables + constraints, entries);
}

// A circuit: a chain of resistors with random cross links, each node with a resistor to ground,
// conductances over six decades; some nodes driven by voltage sources, through a source or not.
Matrix circuit_matrix(int nodes, int sources, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> index(0, nodes - 1);
  std::uniform_real_distribution<double> exponent(-6, 0);
  Entries entries;
  const auto connect = [&](int a, int b) {
    const double g = std::pow(10, exponent(random));
    entries.insert(entries.end(), {{a, a, g}, {b, b, g}, {a, b, -g}, {b, a, -g}});
  };
  for (int node = 0; node < nodes; ++node) {
    entries.emplace_back(node, node, std::pow(10, exponent(random)));
    if (node > 0) connect(node - 1, node);
    if (const int other = index(random); other != node) connect(node, other);
  }
  for (int source = 0; source < sources; ++source) {
    const int branch = nodes + source, node = source * (nodes / sources);
    entries.insert(entries.end(), {{node, branch, 1.0}, {branch, node, 1.0}});
    if (source % 2 == 1) entries.insert(entries.end(), {{node + 1, branch, -1.0}, {branch, node + 1, -1.0}});
  }
  return assemble(nodes + sources, entries);
}

Matrix grid_matrix(int side) {
  Entries entries;
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) {
      const int here = i * side + j;
      entries.emplace_back(here, here, 4.1);
      if (i + 1 < side) entries.insert(entries.end(), {{here, here + side, -1.0}, {here + side, here, -1.0}});
      if (j + 1 < side) entries.insert(entries.end(), {{here, here + 1, -1.0}, {here + 1, here, -1.0}});
    }
  return assemble(side * side, entries);
}

void check_both_agree(const Matrix& matrix, double margin) {
  const std::vector<double> x = random_vector(matrix.pattern.size, 11);
  for (const LinearMethod method : {LinearMethod::direct, LinearMethod::iterative}) {
    LinearSolver solver(matrix.pattern, method);
    REQUIRE(solver.used() == method);
    REQUIRE(solver.factor(matrix.values).regular());
    for (const bool transposed : {false, true}) {
      std::vector<double> b = product(matrix, x, transposed);
      CHECK((transposed ? solver.solve_transposed(b) : solver.solve(b)));
      CHECK(difference(b, x) < margin);
    }
    CHECK(solver.used() == method);
    CHECK(solver.last_solve_converged());
  }
}

}  // namespace

TEST_CASE("both methods agree, transposed too", "[solver]") {
  SECTION("saddle matrices") {
    for (const double alpha : {0.0, 1e-3, 1.0, 1e3})
      for (unsigned seed = 1; seed <= 5; ++seed) check_both_agree(saddle_matrix(300, 100, alpha, seed), 1e-8);
  }
  SECTION("circuits") {
    // Conductances over six decades: condition numbers of 1e6 and more.
    for (unsigned seed = 1; seed <= 20; ++seed) check_both_agree(circuit_matrix(200, 10, seed), 1e-5);
  }
  SECTION("grids") {
    check_both_agree(grid_matrix(40), 1e-10);
  }
  SECTION("nothing but cheap pivots") {
    Entries entries;
    for (int i = 0; i < 1000; ++i) {
      entries.emplace_back(i, i, 3.0);
      if (i > 0) entries.insert(entries.end(), {{i, i - 1, -1.0}, {i - 1, i, -1.0}});
    }
    check_both_agree(assemble(1000, entries), 1e-12);
  }
}

TEST_CASE("ten thousand variables coupled at random are iterated on", "[solver]") {
  for (const double alpha : {0.0, 1.0}) {
    const Matrix matrix = saddle_matrix(10000, 3000, alpha, 1);
    LinearSolver solver(matrix.pattern);
    CHECK(solver.used() == LinearMethod::iterative);
    CHECK_THAT(solver.reason(), Catch::Contains("would take longer than iterating"));
    CHECK(solver.predicted().flops > 1e10);
    REQUIRE(solver.factor(matrix.values).regular());
    const std::vector<double> x = random_vector(13000, 2);
    for (const bool transposed : {false, true}) {
      std::vector<double> b = product(matrix, x, transposed);
      const auto begin = std::chrono::steady_clock::now();
      REQUIRE((transposed ? solver.solve_transposed(b) : solver.solve(b)));
      CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(1));
      CHECK(difference(b, x) < 1e-8);
    }
    CHECK(solver.iterations() < 400);
    CHECK(solver.used() == LinearMethod::iterative);
  }
}

TEST_CASE("what stays sparse is factored", "[solver]") {
  for (const int side : {10, 100}) {
    const LinearSolver solver(grid_matrix(side).pattern);
    CHECK(solver.used() == LinearMethod::direct);
  }
  CHECK(LinearSolver(saddle_matrix(300, 100, 1, 1).pattern).reason() == "only 400 unknowns");
  CHECK(LinearSolver(saddle_matrix(300, 100, 1, 1).pattern, LinearMethod::iterative).reason() ==
        "as asked for");
}

TEST_CASE("new values reuse the pivots, and a new choice is made when they went bad", "[solver]") {
  const Matrix moving = saddle_matrix(600, 200, 1, 4), resting = saddle_matrix(600, 200, 0, 4);
  REQUIRE(moving.pattern.row == resting.pattern.row);
  IterativeSolver solver(moving.pattern);
  const std::vector<double> x = random_vector(800, 3);
  for (const Matrix* matrix : {&moving, &resting, &moving, &resting}) {
    REQUIRE(solver.factor(matrix->values).regular());
    std::vector<double> b = product(*matrix, x, false);
    REQUIRE(solver.solve(b));
    CHECK(difference(b, x) < 1e-8);
  }
  CHECK(solver.pivot_choices() <= 2);

  // A diagonal that all but vanishes.
  PatternBuilder builder(2);
  builder.add(0, 1);
  builder.add(1, 0);
  const Pattern two = builder.build();
  IterativeSolver small(two);
  REQUIRE(small.factor(std::vector<double>{1, 0.5, 0.5, 1}).regular());
  REQUIRE(small.factor(std::vector<double>{1e-14, 1, 1, 1}).regular());
  CHECK(small.pivot_choices() == 2);
  std::vector<double> b{2 + 1e-14, 3};  // x = (1, 2)
  REQUIRE(small.solve(b));
  CHECK(b[0] == Approx(1).epsilon(1e-10));
  CHECK(b[1] == Approx(2).epsilon(1e-10));
}

TEST_CASE("an iteration that cannot converge says so, or hands over", "[solver]") {
  SECTION("too few iterations allowed: the direct method takes over") {
    Matrix small = saddle_matrix(2000, 666, 0, 6);
    LinearSolver solver(small.pattern);
    REQUIRE(solver.used() == LinearMethod::iterative);
    solver.set_limits({.iterations = 3});
    REQUIRE(solver.factor(small.values).regular());
    const std::vector<double> x = random_vector(2666, 5);
    std::vector<double> b = product(small, x, false);
    CHECK(solver.solve(b));
    CHECK(difference(b, x) < 1e-8);
    CHECK(solver.used() == LinearMethod::direct);
    CHECK_THAT(solver.reason(), Catch::StartsWith("iteration stopped at a relative residual of"));
    REQUIRE(solver.factor(small.values).regular());
  }
  SECTION("a column of zeros is found at once") {
    Matrix matrix = saddle_matrix(300, 100, 0, 6);
    const Pattern& p = matrix.pattern;
    for (int slot = p.column_start[7]; slot < p.column_start[8]; ++slot) matrix.values[slot] = 0;
    LinearSolver solver(p, LinearMethod::iterative);
    CHECK(solver.factor(matrix.values).singular_column == 7);
  }
  SECTION("iteration alone: no answer, and it says so") {
    // The full matrix of ones, of rank one.
    Entries ones;
    for (int i = 0; i < 30; ++i)
      for (int j = 0; j < 30; ++j) ones.emplace_back(i, j, 1.0);
    const Matrix full = assemble(30, ones);
    LinearSolver solver(full.pattern, LinearMethod::iterative);
    REQUIRE(solver.factor(full.values).regular());  // by structure
    std::vector<double> b = random_vector(30, 8);
    CHECK_FALSE(solver.solve(b));
    CHECK_FALSE(solver.last_solve_converged());
    CHECK(solver.used() == LinearMethod::iterative);
  }
}

TEST_CASE("repeated factorizations and iterative solves do not allocate", "[solver]") {
  const Matrix matrix = saddle_matrix(600, 200, 1, 9);
  LinearSolver solver(matrix.pattern, LinearMethod::iterative);
  std::vector<double> b = random_vector(800, 1);
  REQUIRE(solver.factor(matrix.values).regular());
  const long before = testing::allocations_so_far();
  bool good = true;
  for (int round = 0; round < 3; ++round) {
    good = good && solver.factor(matrix.values).regular() && solver.solve(b) && solver.solve_transposed(b);
  }
  CHECK(testing::allocations_so_far() == before);
  CHECK(good);
}
