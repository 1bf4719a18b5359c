#include <catch2/catch.hpp>

#include <cmath>
#include <complex>
#include <random>

#include <Eigen/Dense>

#include <saddle/solver/linear/null_vector.hpp>
#include <saddle/solver/linear/sparse_lu.hpp>

using namespace saddle;

namespace {

Pattern full(int size) {
  PatternBuilder builder(size);
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j) builder.add(i, j);
  return builder.build();
}

// b = A x by the pattern's slots, or A^T x.
std::vector<double> product(const Pattern& pattern, const std::vector<double>& A,
                            const std::vector<double>& x, bool transposed) {
  std::vector<double> b(pattern.size, 0.0);
  for (int j = 0; j < pattern.size; ++j)
    for (int slot = pattern.column_start[j]; slot < pattern.column_start[j + 1]; ++slot) {
      const int i = pattern.row[slot];
      b[transposed ? j : i] += A[slot] * x[transposed ? i : j];
    }
  return b;
}

}  // namespace

TEST_CASE("factor, refactor and solve, both ways", "[solver]") {
  const int size = 40;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::uniform_int_distribution<int> index(0, size - 1);
  PatternBuilder builder(size);
  for (int k = 0; k < 4 * size; ++k) builder.add(index(random), index(random));
  const Pattern pattern = builder.build();
  SparseLu lu(pattern);
  for (int round = 0; round < 5; ++round) {
    std::vector<double> A(pattern.entries() + 1), x(size);
    for (double& value : A) value = uniform(random);
    for (int i = 0; i < size; ++i) A[pattern.slot(i, i)] += 4;
    for (double& value : x) value = uniform(random);
    REQUIRE(lu.factor(A).regular());
    std::vector<double> b = product(pattern, A, x, false), c = product(pattern, A, x, true);
    lu.solve(b);
    lu.solve_transposed(c);
    for (int i = 0; i < size; ++i) {
      CHECK(b[i] == Approx(x[i]).margin(1e-12));
      CHECK(c[i] == Approx(x[i]).margin(1e-12));
    }
  }
  CHECK(lu.factorizations() == 5);
  CHECK(lu.pivot_choices() == 1);  // diagonal dominance: the first pivots stay good
}

TEST_CASE("pivots that went bad are chosen anew", "[solver]") {
  // At first the diagonal is large. Then it all but vanishes: on the old pivots the factors
  // grow by 1e14 and nothing of the second unknown would be left.
  const Pattern pattern = full(2);
  SparseLu lu(pattern);
  REQUIRE(lu.factor(std::vector<double>{1, 0.5, 0.5, 1}).regular());
  REQUIRE(lu.factor(std::vector<double>{1e-14, 1, 1, 1}).regular());
  CHECK(lu.pivot_choices() == 2);
  std::vector<double> b{2 + 1e-14, 3};  // x = (1, 2)
  lu.solve(b);
  CHECK(b[0] == Approx(1).epsilon(1e-12));
  CHECK(b[1] == Approx(2).epsilon(1e-12));
}

TEST_CASE("singular matrices name a column", "[solver]") {
  const Pattern pattern = full(3);
  SparseLu lu(pattern);
  // By columns: the third is zero; then the third is the sum of the others, inexactly in binary.
  const std::vector<double> zero{1, 0, 2, 0, 3, 1, 0, 0, 0};
  CHECK(lu.factor(zero).singular_column == 2);
  CHECK(singular_part(pattern, zero).variables == std::vector<int>{2});
  std::vector<double> dependent{0.1, 0.7, 0.3, 0.2, 0.4, 0.9, 0, 0, 0};
  for (int i = 0; i < 3; ++i) dependent[6 + i] = dependent[i] + dependent[3 + i];
  CHECK_FALSE(lu.factor(dependent).regular());
  CHECK(singular_part(pattern, dependent).variables.size() == 3);  // null vector (1, 1, -1)
  // A matrix of one, refactored to zero and back.
  const Pattern one = full(1);
  SparseLu scalar(one);
  CHECK(scalar.factor(std::vector<double>{2}).regular());
  CHECK(scalar.factor(std::vector<double>{0}).singular_column == 0);
  CHECK(scalar.factor(std::vector<double>{4}).regular());
}

TEST_CASE("complex matrices, on the analysis of a real factorization", "[solver]") {
  using Complex = std::complex<double>;
  const int size = 30;
  std::mt19937 random(11);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::uniform_int_distribution<int> index(0, size - 1);
  PatternBuilder builder(size);
  for (int k = 0; k < 4 * size; ++k) builder.add(index(random), index(random));
  const Pattern pattern = builder.build();
  const SparseLu real(pattern);
  ComplexSparseLu lu(real.analysis());
  for (int round = 0; round < 4; ++round) {
    std::vector<Complex> A(pattern.entries() + 1), b(size);
    Eigen::MatrixXcd dense = Eigen::MatrixXcd::Zero(size, size);
    for (Complex& value : A) value = {uniform(random), uniform(random)};
    for (int i = 0; i < size; ++i) A[pattern.slot(i, i)] += Complex(2, 3);
    for (int j = 0; j < size; ++j)
      for (int slot = pattern.column_start[j]; slot < pattern.column_start[j + 1]; ++slot)
        dense(pattern.row[slot], j) = A[slot];
    for (Complex& value : b) value = {uniform(random), uniform(random)};
    const Eigen::VectorXcd right = Eigen::Map<Eigen::VectorXcd>(b.data(), size);
    const Eigen::VectorXcd x = dense.partialPivLu().solve(right);
    const Eigen::VectorXcd transposed = dense.transpose().partialPivLu().solve(right);
    std::vector<Complex> c = b;
    REQUIRE(lu.factor(A).regular());
    lu.solve(b);
    lu.solve_transposed(c);
    for (int i = 0; i < size; ++i) {
      CHECK(std::abs(b[i] - x[i]) < 1e-12);
      CHECK(std::abs(c[i] - transposed[i]) < 1e-12);
    }
  }
  CHECK(lu.factorizations() == 4);
  CHECK(lu.pivot_choices() == 1);
  CHECK(lu.factor(std::vector<Complex>(pattern.entries())).singular_column >= 0);
}
