// Direct factorization of the iteration matrix alpha*C + G, with alpha real or complex: analyse the
// pattern once, refactor on new values many times.
#pragma once

#include <complex>
#include <memory>
#include <span>

#include <saddle/solver/system/pattern.hpp>

namespace saddle {

struct [[nodiscard]] FactorResult {
  // The column where elimination found no usable pivot, hence a variable that the equations
  // left over do not determine; -1 if the matrix is regular.
  int singular_column = -1;
  bool regular() const { return singular_column < 0; }
};

class LuAnalysis;  // the ordering of a pattern, the same for real and complex values

// LU of a square sparse matrix by SuiteSparse KLU: permuted to block triangular form, each
// block ordered by minimum degree, rows scaled by their largest entry.
//
// The pivots chosen by the first factorization are kept: later ones only recompute the numbers
// of the factors. Growth of the factors beyond what the chosen pivots gave at first tells that
// they suit the new values badly; then the pivots are chosen anew. Only that allocates. Pivots that
// keep their size tell, in one pass over the diagonal, that there is no such growth to look for.
template <class Scalar>
class BasicSparseLu {
 public:
  explicit BasicSparseLu(const Pattern& pattern);
  explicit BasicSparseLu(std::shared_ptr<const LuAnalysis> analysis);
  ~BasicSparseLu();
  BasicSparseLu(BasicSparseLu&&) noexcept;
  BasicSparseLu& operator=(BasicSparseLu&&) noexcept;

  // `values` follow the pattern's slots; what lies beyond its entries is not read.
  FactorResult factor(std::span<const Scalar> values);

  // Both work in place and need a factorization that was regular.
  void solve(std::span<Scalar> b);             // A x = b
  void solve_transposed(std::span<Scalar> b);  // A^T x = b, without conjugation

  long factorizations() const;    // all, on kept or new pivots
  long pivot_choices() const;     // those that chose pivots
  double factor_entries() const;  // nonzeros of L and U by the last choice of pivots

  // For another factorization on the same pattern.
  std::shared_ptr<const LuAnalysis> analysis() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

using SparseLu = BasicSparseLu<double>;
using ComplexSparseLu = BasicSparseLu<std::complex<double>>;

}  // namespace saddle
