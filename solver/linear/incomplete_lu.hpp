// A sparse matrix by rows together with an incomplete factorization on its own pattern.
#pragma once

#include <span>
#include <vector>

namespace saddle {

// ILU(0): L U agrees with the matrix on its pattern; fill outside is dropped. Rows are taken in the
// order given, so a zero on the diagonal is no harm if rows before it fill it (the multipliers of a
// constrained problem, after its variables). Pivots that come out small are replaced by the size
// of their row. Factors that amplify too much are worse than none: then only the diagonal is used.
class IncompleteLu {
 public:
  struct Entry {
    int row, column, source;  // source: where `assign` finds the value
  };
  // Entries in any order, each place once; the diagonal may be missing.
  IncompleteLu(int size, std::vector<Entry> entries);

  template <class ValueOf>
  void assign(ValueOf value_of) {
    for (std::size_t k = 0; k < source_.size(); ++k) values_[k] = source_[k] < 0 ? 0.0 : value_of(source_[k]);
    factor();
  }

  int size() const { return static_cast<int>(diagonal_.size()); }
  int entries() const { return static_cast<int>(column_.size()); }
  bool only_diagonal() const { return only_diagonal_; }

  void multiply(std::span<const double> x, std::span<double> result) const;             // A x
  void multiply_transposed(std::span<const double> x, std::span<double> result) const;  // A^T x
  void precondition(std::span<double> x) const;                                         // (L U)^-1 x
  void precondition_transposed(std::span<double> x) const;                              // (L U)^-T x

 private:
  void factor();
  void factor_rows();
  double amplification();
  void keep_only_diagonal();

  std::vector<int> start_, column_, source_;
  std::vector<int> diagonal_;  // position of the diagonal in each row
  std::vector<double> values_, factors_, inverse_pivot_, ones_;
  std::vector<int> position_;  // of a column in the current row, or -1
  bool only_diagonal_ = false;
};

}  // namespace saddle
