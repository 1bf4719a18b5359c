#include <saddle/solver/system/pattern.hpp>

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace saddle {

int Pattern::slot(int row_index, int column) const {
  const int found = find(row_index, column);
  if (found < 0)
    throw std::out_of_range(
        fmt::format("pattern: entry (row {}, column {}) was never declared; add it to the PatternBuilder",
                    row_index, column));
  return found;
}

int Pattern::find(int row_index, int column) const {
  if (row_index < 0 || row_index >= size || column < 0 || column >= size) return discarded_slot();
  const auto begin = row.begin() + column_start[column], end = row.begin() + column_start[column + 1];
  const auto found = std::lower_bound(begin, end, row_index);
  return found != end && *found == row_index ? static_cast<int>(found - row.begin()) : -1;
}

PatternBuilder::PatternBuilder(int size) : size_(size) {
  entries_.reserve(4 * static_cast<std::size_t>(size));
  for (int i = 0; i < size; ++i) entries_.emplace_back(i, i);
}

void PatternBuilder::add(int row, int column) {
  if (row < 0 || row >= size_ || column < 0 || column >= size_) return;
  entries_.emplace_back(column, row);
}

Pattern PatternBuilder::build() {
  std::sort(entries_.begin(), entries_.end());
  entries_.erase(std::unique(entries_.begin(), entries_.end()), entries_.end());
  Pattern pattern;
  pattern.size = size_;
  pattern.column_start.assign(size_ + 1, 0);
  pattern.row.reserve(entries_.size());
  for (const auto& [column, row] : entries_) {
    ++pattern.column_start[column + 1];
    pattern.row.push_back(row);
  }
  for (int j = 0; j < size_; ++j) pattern.column_start[j + 1] += pattern.column_start[j];
  return pattern;
}

}  // namespace saddle
