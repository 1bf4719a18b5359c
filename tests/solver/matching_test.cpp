// Singular matrices: which variables they leave open and which equations are to blame.
#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <random>
#include <tuple>

#include <saddle/solver/linear/matching.hpp>
#include <saddle/solver/linear/null_vector.hpp>

using namespace saddle;

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

void add_conductance(Entries& entries, int a, int b, double g) {
  entries.insert(entries.end(), {{a, a, g}, {b, b, g}, {a, b, -g}, {b, a, -g}});
}

std::vector<int> sorted(std::vector<int> list) {
  std::sort(list.begin(), list.end());
  return list;
}

SingularPart part_of(int size, const Entries& entries) {
  const Matrix matrix = assemble(size, entries);
  return singular_part(matrix.pattern, matrix.values);
}

// The size of a largest matching, one augmenting path at a time.
bool augment(const Matrix& matrix, int column, std::vector<int>& column_of_row, std::vector<char>& seen) {
  const Pattern& p = matrix.pattern;
  for (int slot = p.column_start[column]; slot < p.column_start[column + 1]; ++slot) {
    const int row = p.row[slot];
    if (matrix.values[slot] == 0 || seen[row]) continue;
    seen[row] = 1;
    if (column_of_row[row] < 0 || augment(matrix, column_of_row[row], column_of_row, seen)) {
      column_of_row[row] = column;
      return true;
    }
  }
  return false;
}

int slow_matching(const Matrix& matrix) {
  std::vector<int> column_of_row(matrix.pattern.size, -1);
  int pairs = 0;
  for (int column = 0; column < matrix.pattern.size; ++column) {
    std::vector<char> seen(matrix.pattern.size, 0);
    pairs += augment(matrix, column, column_of_row, seen);
  }
  return pairs;
}

}  // namespace

TEST_CASE("matchings are largest, and their pairs are entries", "[solver]") {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    const int size = 1 + static_cast<int>(random() % 40);
    Entries entries;
    for (int k = 0; k < size + static_cast<int>(random() % (2 * size)); ++k)
      entries.emplace_back(static_cast<int>(random() % size), static_cast<int>(random() % size), 1.0);
    const Matrix matrix = assemble(size, entries);
    const Matching found = maximum_matching(matrix.pattern, matrix.values);
    REQUIRE(found.pairs == slow_matching(matrix));
    int pairs = 0;
    for (int column = 0; column < size; ++column) {
      const int row = found.row_of_column[column];
      if (row < 0) continue;
      ++pairs;
      CHECK(found.column_of_row[row] == column);
      CHECK(matrix.values[matrix.pattern.slot(row, column)] != 0);
    }
    CHECK(pairs == found.pairs);

    // More columns than rows that meet them, by exactly the deficit; likewise the rows.
    const SingularStructure parts = singular_structure(matrix.pattern, matrix.values, found);
    std::vector<char> meets_columns(size, 0), meets_rows(size, 0), in_rows(size, 0);
    for (const int row : parts.rows) in_rows[row] = 1;
    for (const int column : parts.columns)
      for (int slot = matrix.pattern.column_start[column]; slot < matrix.pattern.column_start[column + 1];
           ++slot)
        if (matrix.values[slot] != 0) meets_columns[matrix.pattern.row[slot]] = 1;
    for (int column = 0; column < size; ++column)
      for (int slot = matrix.pattern.column_start[column]; slot < matrix.pattern.column_start[column + 1];
           ++slot)
        if (matrix.values[slot] != 0 && in_rows[matrix.pattern.row[slot]]) meets_rows[column] = 1;
    const int deficit = size - found.pairs;
    CHECK(static_cast<int>(parts.columns.size()) ==
          deficit + std::count(meets_columns.begin(), meets_columns.end(), 1));
    CHECK(static_cast<int>(parts.rows.size()) ==
          deficit + std::count(meets_rows.begin(), meets_rows.end(), 1));
  }
}

TEST_CASE("structure alone makes a matrix singular", "[solver]") {
  SECTION("a zero column beside a zero row") {
    const SingularPart part = part_of(3, {{0, 0, 1.0}, {1, 0, 2.0}, {1, 1, 1.0}, {2, 2, 0.0}});
    CHECK(part.structural);
    CHECK(part.variables == std::vector<int>{2});
    CHECK(part.equations == std::vector<int>{2});
  }
  SECTION("a zero row: the two variables of its neighbour are one too many") {
    const SingularPart part = part_of(3, {{0, 0, 1.0}, {1, 1, 1.0}, {1, 2, 1.0}});
    CHECK(part.structural);
    CHECK(sorted(part.variables) == std::vector<int>{1, 2});
    CHECK(part.equations == std::vector<int>{2});
  }
  SECTION("a zero column: two equations in the one variable left to them") {
    const SingularPart part = part_of(3, {{0, 0, 1.0}, {1, 1, 1.0}, {2, 1, 1.0}});
    CHECK(part.structural);
    CHECK(part.variables == std::vector<int>{2});
    CHECK(sorted(part.equations) == std::vector<int>{1, 2});
  }
}

TEST_CASE("values make a matrix singular", "[solver]") {
  SECTION("two voltage sources in parallel on a loaded node") {
    // Unknowns v, i1, i2: v g + i1 + i2 = 0, v = E1, v = E2.
    const SingularPart part = part_of(3, {{0, 0, 1e-3}, {0, 1, 1.0}, {0, 2, 1.0}, {1, 0, 1.0}, {2, 0, 1.0}});
    CHECK(part.structural);  // two equations contain only v
    CHECK(sorted(part.variables) == std::vector<int>{1, 2});
    CHECK(sorted(part.equations) == std::vector<int>{1, 2});
  }
  SECTION("the same between two nodes, neither of them ground") {
    // v0, v1, i1, i2 with a resistor to ground at each node.
    const SingularPart part = part_of(4, {{0, 0, 1e-3},
                                          {1, 1, 1e-6},
                                          {0, 2, 1.0},
                                          {1, 2, -1.0},
                                          {0, 3, 1.0},
                                          {1, 3, -1.0},
                                          {2, 0, 1.0},
                                          {2, 1, -1.0},
                                          {3, 0, 1.0},
                                          {3, 1, -1.0}});
    CHECK_FALSE(part.structural);
    CHECK(part.variables == std::vector<int>{2, 3});
    CHECK(part.equations == std::vector<int>{2, 3});
  }
  SECTION("a floating subnetwork of microsiemens in a circuit of siemens") {
    Entries entries;
    for (int node = 0; node < 10; ++node) entries.emplace_back(node, node, 2.0);
    for (int node = 0; node + 1 < 10; ++node) add_conductance(entries, node, node + 1, 1.0 / 3);
    for (int node = 10; node + 1 < 14; ++node) add_conductance(entries, node, node + 1, 1e-6 / 3);
    const SingularPart part = part_of(14, entries);
    CHECK_FALSE(part.structural);
    CHECK(part.variables == std::vector<int>{10, 11, 12, 13});
    CHECK(sorted(part.equations) == std::vector<int>{10, 11, 12, 13});
  }
  SECTION("a constraint stated twice, the second time in other units") {
    // minimize sum x_i^2 subject to x0 + x1 = ., x2 - x3 = ., 1000 x0 + 1000 x1 = .
    Entries entries;
    for (int i = 0; i < 4; ++i) entries.emplace_back(i, i, 2.0);
    const auto constrain = [&](int multiplier, int variable, double a) {
      entries.emplace_back(multiplier, variable, a);
      entries.emplace_back(variable, multiplier, a);
    };
    constrain(4, 0, 1);
    constrain(4, 1, 1);
    constrain(5, 2, 1);
    constrain(5, 3, -1);
    constrain(6, 0, 1000);
    constrain(6, 1, 1000);
    const SingularPart part = part_of(7, entries);
    CHECK_FALSE(part.structural);
    CHECK(sorted(part.variables) == std::vector<int>{4, 6});
    CHECK(sorted(part.equations) == std::vector<int>{4, 6});
  }
}

TEST_CASE("a hundred thousand unknowns are told apart in a moment", "[solver]") {
  // A ladder to ground at its left end, cut in the middle: the right half floats. Or a zero row far
  // along a chain of equations each of which needs the next variable.
  const int size = 100000;
  const auto begin = std::chrono::steady_clock::now();
  SECTION("by values") {
    Entries entries{{0, 0, 1.0}};
    for (int i = 0; i + 1 < size; ++i)
      if (i != size / 2 - 1) add_conductance(entries, i, i + 1, 0.1);
    const SingularPart part = part_of(size, entries);
    CHECK_FALSE(part.structural);
    CHECK(static_cast<int>(part.variables.size()) == size / 2);
    CHECK(*std::min_element(part.variables.begin(), part.variables.end()) == size / 2);
    CHECK(static_cast<int>(part.equations.size()) == size / 2);
  }
  SECTION("by structure, through one long alternating path") {
    Entries entries;
    for (int i = 0; i + 1 < size; ++i) entries.insert(entries.end(), {{i, i, 1.0}, {i, i + 1, 1.0}});
    const SingularPart part = part_of(size, entries);
    CHECK(part.structural);
    CHECK(static_cast<int>(part.variables.size()) == size);
    CHECK(part.equations == std::vector<int>{size - 1});
  }
  SECTION("by structure, with matchings to be found at random") {
    std::mt19937 random(5);
    Entries entries;
    for (int k = 0; k < 2 * size; ++k)
      entries.emplace_back(static_cast<int>(random() % size), static_cast<int>(random() % size), 1.0);
    const SingularPart part = part_of(size, entries);
    CHECK(part.structural);
    CHECK(part.variables.size() > 10000);
  }
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
}
