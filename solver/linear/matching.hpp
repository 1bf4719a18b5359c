// Which equation can determine which variable: the structure of a sparse matrix, whatever the
// size of its entries. An entry whose value is exactly zero counts as absent.
#pragma once

#include <span>
#include <vector>

#include <saddle/solver/system/pattern.hpp>

namespace saddle {

// A largest set of entries no two of which share a row or a column. A matrix that is regular for
// some values of its entries has one that covers every row.
struct Matching {
  std::vector<int> row_of_column;  // -1: unmatched
  std::vector<int> column_of_row;
  int pairs = 0;
  bool complete() const { return pairs == static_cast<int>(row_of_column.size()); }
};

// Hopcroft and Karp, O(entries * sqrt(size)): shortest augmenting paths, many at a time. The
// diagonal is matched first wherever it is not zero.
Matching maximum_matching(const Pattern& pattern, std::span<const double> values);

// The coarse decomposition of Dulmage and Mendelsohn: the parts of a structurally singular
// matrix that do not depend on which largest matching was found.
struct SingularStructure {
  std::vector<int> columns;  // more variables than equations that contain them
  std::vector<int> rows;     // more equations than variables in them
};

// What alternating paths reach from unmatched columns and from unmatched rows. Those with the fewest
// entries come first, as the likeliest mistakes. Empty for a complete matching.
SingularStructure singular_structure(const Pattern& pattern, std::span<const double> values,
                                     const Matching& matching);

}  // namespace saddle
