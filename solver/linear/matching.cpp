#include <saddle/solver/linear/matching.hpp>

#include <algorithm>
#include <utility>

namespace saddle {

namespace {

constexpr int kNone = -1;

class HopcroftKarp {
 public:
  HopcroftKarp(const Pattern& pattern, std::span<const double> values)
      : pattern_(pattern),
        values_(values),
        level_(pattern.size),
        next_slot_(pattern.size),
        found_{std::vector<int>(pattern.size, kNone), std::vector<int>(pattern.size, kNone), 0} {
    queue_.reserve(pattern.size);
    path_.reserve(pattern.size);
  }

  // Every phase lengthens the shortest augmenting path; there are at most 2 sqrt(size) + 1.
  Matching run() {
    match_diagonal();
    match_greedily();
    while (find_levels()) {
      std::copy_n(pattern_.column_start.begin(), pattern_.size, next_slot_.begin());
      for (int column = 0; column < pattern_.size; ++column)
        if (found_.row_of_column[column] == kNone) augment_from(column);
    }
    return std::move(found_);
  }

 private:
  void match(int row, int column) {
    found_.row_of_column[column] = row;
    found_.column_of_row[row] = column;
  }

  void match_diagonal() {
    for (int i = 0; i < pattern_.size; ++i) {
      if (values_[pattern_.slot(i, i)] == 0) continue;
      match(i, i);
      ++found_.pairs;
    }
  }

  void match_greedily() {
    for (int column = 0; column < pattern_.size; ++column) {
      if (found_.row_of_column[column] != kNone) continue;
      for (int slot = pattern_.column_start[column]; slot < pattern_.column_start[column + 1]; ++slot) {
        if (values_[slot] == 0 || found_.column_of_row[pattern_.row[slot]] != kNone) continue;
        match(pattern_.row[slot], column);
        ++found_.pairs;
        break;
      }
    }
  }

  // Breadth first from all unmatched columns: level_ counts the matched columns in between. True
  // if an unmatched row was reached; the search ends with that level.
  bool find_levels() {
    queue_.clear();
    for (int column = 0; column < pattern_.size; ++column) {
      const bool free = found_.row_of_column[column] == kNone;
      level_[column] = free ? 0 : kNone;
      if (free) queue_.push_back(column);
    }
    last_level_ = kNone;
    for (std::size_t head = 0; head < queue_.size(); ++head) {
      const int column = queue_[head];
      if (last_level_ != kNone && level_[column] >= last_level_) break;
      for (int slot = pattern_.column_start[column]; slot < pattern_.column_start[column + 1]; ++slot) {
        if (values_[slot] == 0) continue;
        const int beyond = found_.column_of_row[pattern_.row[slot]];
        if (beyond == kNone) {
          last_level_ = level_[column] + 1;
        } else if (level_[beyond] == kNone) {
          level_[beyond] = level_[column] + 1;
          queue_.push_back(beyond);
        }
      }
    }
    return last_level_ != kNone;
  }

  // Depth first along rising levels; a slot once given up is not tried again in this phase.
  void augment_from(int start) {
    path_.assign(1, start);
    while (!path_.empty()) {
      const int column = path_.back();
      int& slot = next_slot_[column];
      int beyond = kNone;
      for (; slot < pattern_.column_start[column + 1]; ++slot) {
        if (values_[slot] == 0) continue;
        beyond = found_.column_of_row[pattern_.row[slot]];
        if (beyond == kNone) {
          turn_path();
          return;
        }
        if (level_[beyond] == level_[column] + 1) break;
      }
      if (slot < pattern_.column_start[column + 1]) {
        path_.push_back(beyond);
      } else {
        level_[column] = kNone;
        path_.pop_back();
        if (!path_.empty()) ++next_slot_[path_.back()];
      }
    }
  }

  // Each column of the path takes the row at its slot, the last one a row that was free.
  void turn_path() {
    for (auto column = path_.rbegin(); column != path_.rend(); ++column) {
      match(pattern_.row[next_slot_[*column]], *column);
      level_[*column] = kNone;  // paths of one phase share no column
    }
    ++found_.pairs;
  }

  const Pattern& pattern_;
  std::span<const double> values_;
  std::vector<int> level_, next_slot_, queue_, path_;
  int last_level_ = kNone;
  Matching found_;
};

// For each row the columns of its entries that are not zero.
struct RowLists {
  std::vector<int> start, column;
};

RowLists columns_by_row(const Pattern& pattern, std::span<const double> values) {
  RowLists rows{std::vector<int>(pattern.size + 1, 0), {}};
  for (int slot = 0; slot < pattern.entries(); ++slot) rows.start[pattern.row[slot] + 1] += values[slot] != 0;
  for (int i = 0; i < pattern.size; ++i) rows.start[i + 1] += rows.start[i];
  rows.column.resize(rows.start.back());
  std::vector<int> next(rows.start.begin(), rows.start.end() - 1);
  for (int column = 0; column < pattern.size; ++column)
    for (int slot = pattern.column_start[column]; slot < pattern.column_start[column + 1]; ++slot)
      if (values[slot] != 0) rows.column[next[pattern.row[slot]]++] = column;
  return rows;
}

std::vector<int> unmatched(const std::vector<int>& partner) {
  std::vector<int> found;
  for (int i = 0; i < static_cast<int>(partner.size()); ++i)
    if (partner[i] == kNone) found.push_back(i);
  return found;
}

// Breadth first: `for_each_neighbour(i, visit)` names the other side, `partner` leads back.
template <class ForEachNeighbour>
std::vector<int> reached(std::vector<int> from, const std::vector<int>& partner,
                         ForEachNeighbour for_each_neighbour) {
  std::vector<char> seen(partner.size(), 0);
  for (const int i : from) seen[i] = 1;
  for (std::size_t head = 0; head < from.size(); ++head)
    for_each_neighbour(from[head], [&](int neighbour) {
      const int beyond = partner[neighbour];
      if (beyond == kNone || seen[beyond]) return;
      seen[beyond] = 1;
      from.push_back(beyond);
    });
  return from;
}

template <class EntriesIn>
void fewest_entries_first(std::vector<int>& list, EntriesIn entries_in) {
  std::vector<std::pair<int, int>> keyed;
  keyed.reserve(list.size());
  for (const int i : list) keyed.emplace_back(entries_in(i), i);
  std::sort(keyed.begin(), keyed.end());
  std::transform(keyed.begin(), keyed.end(), list.begin(), [](const auto& key) { return key.second; });
}

}  // namespace

Matching maximum_matching(const Pattern& pattern, std::span<const double> values) {
  return HopcroftKarp(pattern, values).run();
}

SingularStructure singular_structure(const Pattern& pattern, std::span<const double> values,
                                     const Matching& matching) {
  if (matching.complete()) return {};
  SingularStructure found;
  found.columns =
      reached(unmatched(matching.row_of_column), matching.column_of_row, [&](int column, const auto& visit) {
        for (int slot = pattern.column_start[column]; slot < pattern.column_start[column + 1]; ++slot)
          if (values[slot] != 0) visit(pattern.row[slot]);
      });
  fewest_entries_first(found.columns, [&](int column) {
    return static_cast<int>(std::count_if(values.begin() + pattern.column_start[column],
                                          values.begin() + pattern.column_start[column + 1],
                                          [](double value) { return value != 0; }));
  });
  const RowLists rows = columns_by_row(pattern, values);
  found.rows =
      reached(unmatched(matching.column_of_row), matching.row_of_column, [&](int row, const auto& visit) {
        for (int k = rows.start[row]; k < rows.start[row + 1]; ++k) visit(rows.column[k]);
      });
  fewest_entries_first(found.rows, [&](int row) { return rows.start[row + 1] - rows.start[row]; });
  return found;
}

}  // namespace saddle
