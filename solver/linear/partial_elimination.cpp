#include <saddle/solver/linear/partial_elimination.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <utility>

namespace saddle {

namespace {

constexpr double kPivotOfColumn = 0.1;   // least pivot when chosen, against its column
constexpr double kKeptOfColumn = 1e-3;   // least pivot when kept
constexpr double kLeastPivot = 1e-8;     // in a matrix scaled to entries up to 1
constexpr int kGreatestCost = 16;        // Markowitz cost of a pivot, its greatest possible fill
constexpr std::size_t kLongColumn = 64;  // not searched for pivots
constexpr double kFillAllowed = 1.0;     // of the matrix's own entries

}  // namespace

// The search, on rows and columns that change as it goes.
class PartialElimination::Choice {
 public:
  Choice(PartialElimination& result, std::span<const double> values)
      : result_(result),
        pattern_(*result.pattern_),
        rows_(pattern_.size),
        columns_(pattern_.size),
        row_done_(pattern_.size, 0),
        column_done_(pattern_.size, 0) {
    result_.work_.assign(values.begin(), values.begin() + pattern_.entries());
    for (int column = 0; column < pattern_.size; ++column)
      for (int slot = pattern_.column_start[column]; slot < pattern_.column_start[column + 1]; ++slot) {
        rows_[pattern_.row[slot]].push_back({column, slot});
        columns_[column].push_back(pattern_.row[slot]);
      }
    fill_left_ = static_cast<long>(kFillAllowed * pattern_.entries());
  }

  void run() {
    for (int column = 0; column < pattern_.size; ++column) propose(column);
    while (!queue_.empty() && fill_left_ > 0) {
      const auto [cost, column] = queue_.top();
      queue_.pop();
      if (column_done_[column]) continue;
      const Candidate best = best_in(column);
      if (best.row < 0) continue;
      if (best.cost > cost) {
        queue_.emplace(best.cost, column);
        continue;
      }
      eliminate(best.row, column);
    }
    for (int i = 0; i < pattern_.size; ++i) {
      if (!row_done_[i]) result_.rows_left_.push_back(i);
      if (!column_done_[i]) result_.columns_left_.push_back(i);
    }
    result_.remaining_ = std::move(rows_);
  }

 private:
  struct Candidate {
    int row = -1;
    int cost = kGreatestCost + 1;
  };

  int slot_of(int row, int column) const { return position(row, column)->slot; }
  std::vector<Coefficient>::const_iterator position(int row, int column) const {
    return std::lower_bound(rows_[row].begin(), rows_[row].end(), column,
                            [](const Coefficient& entry, int wanted) { return entry.index < wanted; });
  }

  Candidate best_in(int column) const {
    const std::vector<int>& rows = columns_[column];
    if (rows.empty() || rows.size() > kLongColumn) return {};
    double largest = kLeastPivot / kPivotOfColumn;
    for (const int row : rows) largest = std::max(largest, std::abs(result_.work_[slot_of(row, column)]));
    Candidate best;
    double best_size = 0;
    for (const int row : rows) {
      const double size = std::abs(result_.work_[slot_of(row, column)]);
      const long cost = static_cast<long>(rows_[row].size() - 1) * static_cast<long>(rows.size() - 1);
      if (size < kPivotOfColumn * largest || cost > kGreatestCost) continue;
      if (cost > best.cost || (cost == best.cost && size <= best_size)) continue;
      best = {row, static_cast<int>(cost)};
      best_size = size;
    }
    return best;
  }

  void propose(int column) {
    if (const Candidate best = best_in(column); best.row >= 0) queue_.emplace(best.cost, column);
  }

  void eliminate(int row, int column) {
    const int pivot_slot = slot_of(row, column);
    result_.pivots_.push_back({row, column, pivot_slot, static_cast<int>(result_.lower_.size()),
                               static_cast<int>(result_.upper_.size()),
                               static_cast<int>(result_.targets_.size())});
    row_done_[row] = column_done_[column] = 1;
    std::vector<Coefficient> upper = std::move(rows_[row]);
    rows_[row].clear();
    std::erase_if(upper, [&](const Coefficient& entry) { return entry.index == column; });
    for (const Coefficient& entry : upper) std::erase(columns_[entry.index], row);
    std::vector<int> lower = std::move(columns_[column]);
    columns_[column].clear();
    for (const int other : lower) {
      if (other == row) continue;
      const auto found = position(other, column);
      const int slot = found->slot;
      rows_[other].erase(found);
      result_.lower_.push_back({other, slot});
      const double multiplier = result_.work_[slot] /= result_.work_[pivot_slot];
      for (const Coefficient& entry : upper) {
        const int target = slot_for(other, entry.index);
        result_.targets_.push_back(target);
        result_.work_[target] -= multiplier * result_.work_[entry.slot];
      }
    }
    result_.upper_.insert(result_.upper_.end(), upper.begin(), upper.end());
    for (const Coefficient& entry : upper) propose(entry.index);
  }

  int slot_for(int row, int column) {
    const auto found = position(row, column);
    if (found != rows_[row].end() && found->index == column) return found->slot;
    const int slot = static_cast<int>(result_.work_.size());
    result_.work_.push_back(0.0);
    --fill_left_;
    rows_[row].insert(found, {column, slot});
    columns_[column].push_back(row);
    return slot;
  }

  using Proposal = std::pair<int, int>;  // cost, column
  PartialElimination& result_;
  const Pattern& pattern_;
  std::vector<std::vector<Coefficient>> rows_;
  std::vector<std::vector<int>> columns_;
  std::vector<char> row_done_, column_done_;
  std::priority_queue<Proposal, std::vector<Proposal>, std::greater<>> queue_;
  long fill_left_ = 0;
};

void PartialElimination::choose_pivots(std::span<const double> values) {
  pivots_.clear();
  lower_.clear();
  upper_.clear();
  targets_.clear();
  rows_left_.clear();
  columns_left_.clear();
  Choice(*this, values).run();
  end_ = {-1,
          -1,
          -1,
          static_cast<int>(lower_.size()),
          static_cast<int>(upper_.size()),
          static_cast<int>(targets_.size())};
}

bool PartialElimination::eliminate(std::span<const double> values) {
  std::copy_n(values.begin(), pattern_->entries(), work_.begin());
  std::fill(work_.begin() + pattern_->entries(), work_.end(), 0.0);
  double* work = work_.data();
  for (std::size_t k = 0; k < pivots_.size(); ++k) {
    const Pivot& pivot = pivots_[k];
    const Pivot& next = k + 1 < pivots_.size() ? pivots_[k + 1] : end_;
    const double value = work[pivot.slot];
    double largest = kLeastPivot;
    for (int l = pivot.lower_begin; l < next.lower_begin; ++l)
      largest = std::max(largest, std::abs(work[lower_[l].slot]));
    if (!(std::abs(value) >= kKeptOfColumn * largest)) return false;
    const int* target = targets_.data() + pivot.target_begin;
    for (int l = pivot.lower_begin; l < next.lower_begin; ++l) {
      const double multiplier = work[lower_[l].slot] /= value;
      for (int u = pivot.upper_begin; u < next.upper_begin; ++u)
        work[*target++] -= multiplier * work[upper_[u].slot];
    }
  }
  return true;
}

std::vector<PartialElimination::Entry> PartialElimination::remaining_entries() const {
  std::vector<Entry> entries;
  for (const int row : rows_left_)
    for (const Coefficient& entry : remaining_[row]) entries.push_back({row, entry.index, entry.slot});
  return entries;
}

void PartialElimination::reduce(std::span<double> b) const {
  for (std::size_t k = 0; k < pivots_.size(); ++k) {
    const int end = k + 1 < pivots_.size() ? pivots_[k + 1].lower_begin : end_.lower_begin;
    const double value = b[pivots_[k].row];
    for (int l = pivots_[k].lower_begin; l < end; ++l) b[lower_[l].index] -= work_[lower_[l].slot] * value;
  }
}

void PartialElimination::expand(std::span<const double> b, std::span<double> x) const {
  for (std::size_t k = pivots_.size(); k-- > 0;) {
    const int end = k + 1 < pivots_.size() ? pivots_[k + 1].upper_begin : end_.upper_begin;
    double sum = b[pivots_[k].row];
    for (int u = pivots_[k].upper_begin; u < end; ++u) sum -= work_[upper_[u].slot] * x[upper_[u].index];
    x[pivots_[k].column] = sum / work_[pivots_[k].slot];
  }
}

// A^T = [U^T S^T] L^T: the pivot rows' transposed triangle first, the multipliers last.
void PartialElimination::reduce_transposed(std::span<double> b) const {
  for (std::size_t k = 0; k < pivots_.size(); ++k) {
    const int end = k + 1 < pivots_.size() ? pivots_[k + 1].upper_begin : end_.upper_begin;
    const double value = b[pivots_[k].column] /= work_[pivots_[k].slot];
    for (int u = pivots_[k].upper_begin; u < end; ++u) b[upper_[u].index] -= work_[upper_[u].slot] * value;
  }
}

void PartialElimination::expand_transposed(std::span<const double> b, std::span<double> x) const {
  for (std::size_t k = pivots_.size(); k-- > 0;) {
    const int end = k + 1 < pivots_.size() ? pivots_[k + 1].lower_begin : end_.lower_begin;
    double sum = b[pivots_[k].column];
    for (int l = pivots_[k].lower_begin; l < end; ++l) sum -= work_[lower_[l].slot] * x[lower_[l].index];
    x[pivots_[k].row] = sum;
  }
}

}  // namespace saddle
