// Exact Gaussian elimination of what is cheap to eliminate: algebraic nodes, branch currents,
// states with few neighbours. What is left is a Schur complement for an iteration.
#pragma once

#include <span>
#include <vector>

#include <saddle/solver/system/pattern.hpp>

namespace saddle {

// Pivots are taken by least Markowitz cost, (entries of the row - 1)(entries of the column - 1),
// up to a small limit, among entries not much smaller than the largest of their column. With the
// multipliers l and the pivot rows u,
//
//     A = L [ U ; S ],      S = what remains of the other rows and columns.
//
// Choosing the pivots also writes down which slot every update goes to, so that new values are
// eliminated by one pass over a list of slots, without searching or allocating.
class PartialElimination {
 public:
  explicit PartialElimination(const Pattern& pattern) : pattern_(&pattern) {}

  void choose_pivots(std::span<const double> values);
  // With the pivots chosen before. False if one of them has become small against its column.
  bool eliminate(std::span<const double> values);

  int pivots() const { return static_cast<int>(pivots_.size()); }
  std::span<const int> rows_left() const { return rows_left_; }        // ascending
  std::span<const int> columns_left() const { return columns_left_; }  // ascending, as many

  struct Entry {
    int row, column, slot;
  };
  std::vector<Entry> remaining_entries() const;  // of S, by rows; allocates
  double value(int slot) const { return work_[slot]; }

  // A x = b: `reduce` turns b into L^-1 b, whose rows left are the right side of S; `expand` takes x
  // on the columns left and that reduced b to x on all columns. The transposed pair does the same
  // for A^T x = b, with b by columns and x by rows.
  void reduce(std::span<double> b) const;
  void expand(std::span<const double> b, std::span<double> x) const;
  void reduce_transposed(std::span<double> b) const;
  void expand_transposed(std::span<const double> b, std::span<double> x) const;

 private:
  class Choice;
  struct Pivot {
    int row, column, slot;
    int lower_begin, upper_begin;  // into lower_, upper_; they end where the next pivot's begin
    int target_begin;              // into targets_: for every lower entry one slot per upper entry
  };
  struct Coefficient {
    int index, slot;  // a row for multipliers, a column for entries of the pivot row
  };

  const Pattern* pattern_;
  std::vector<Pivot> pivots_;
  std::vector<Coefficient> lower_, upper_;
  std::vector<int> targets_;
  std::vector<int> rows_left_, columns_left_;
  std::vector<std::vector<Coefficient>> remaining_;  // rows of S: (column, slot), ascending
  std::vector<double> work_;                         // entries, then fill
  Pivot end_{};                                      // only marks where the lists end
};

}  // namespace saddle
