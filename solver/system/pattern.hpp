// Sparsity of a system's matrices, and the slots through which models write into them.
#pragma once

#include <utility>
#include <vector>

namespace saddle {

// One pattern, compressed by columns, serves both C = dq/dy and G = df/dy, so that the
// iteration matrix alpha*C + G is one loop over values. The diagonal is always present.
//
// A *slot* is the position of an entry in the value arrays. Models resolve their slots once,
// when a system is built, and write through them ever after.
struct Pattern {
  int size = 0;                      // rows = columns
  std::vector<int> column_start{0};  // size + 1 offsets into `row`
  std::vector<int> row;              // row of each entry, ascending inside a column

  int entries() const { return static_cast<int>(row.size()); }

  // Value arrays have one slot more than there are entries: writes to it are discarded.
  // It is where a terminal tied to ground writes, so that no model needs a branch.
  int discarded_slot() const { return entries(); }

  // The slot of (row, column) by binary search; the discarded slot if either index lies
  // outside the matrix (ground). Throws std::out_of_range if the entry was never declared.
  int slot(int row_index, int column) const;
  int find(int row_index, int column) const;  // the same, but -1 if the entry was never declared
};

class PatternBuilder {
 public:
  explicit PatternBuilder(int size);
  // Indices outside [0, size) stand for ground and are ignored. Repeats are welcome.
  void add(int row, int column);
  Pattern build();

 private:
  int size_;
  std::vector<std::pair<int, int>> entries_;  // (column, row)
};

}  // namespace saddle
