#include <saddle/solver/linear/iterative_solver.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <saddle/solver/linear/matching.hpp>

namespace saddle {

namespace {

constexpr int kLongestCycle = 100;
constexpr double kBasisEntries = 3e7;    // at most, 240 MB
constexpr double kStrongDiagonal = 0.1;  // of the largest in its row
constexpr double kStagnation = 0.5;      // a whole cycle that reduces the residual less than this is the last
constexpr double kRoundingResidual = 1e-14;  // against |x|, in a matrix scaled to entries up to 1
// Solutions so large that more than this would count as rounding belong to singular matrices.
constexpr double kGreatestRounding = 1e-6;

double length(std::span<const double> x) {
  double sum = 0;
  for (const double value : x) sum += value * value;
  return std::sqrt(sum);
}

}  // namespace

IterativeSolver::IterativeSolver(const Pattern& pattern, IterationLimits limits)
    : pattern_(pattern),
      limits_(limits),
      elimination_(pattern_),
      matrix_(pattern.entries()),
      row_scale_(pattern.size),
      column_scale_(pattern.size),
      solution_(pattern.size),
      right_side_(pattern.size),
      residual_(pattern.size),
      reduced_(pattern.size),
      expanded_(pattern.size) {}

void IterativeSolver::scale_rows_and_columns(std::span<const double> values) {
  const auto one_over = [](double largest) { return largest > 0 ? 1 / largest : 1.0; };
  std::fill(row_scale_.begin(), row_scale_.end(), 0.0);
  for (int slot = 0; slot < pattern_.entries(); ++slot)
    row_scale_[pattern_.row[slot]] = std::max(row_scale_[pattern_.row[slot]], std::abs(values[slot]));
  for (double& scale : row_scale_) scale = one_over(scale);
  for (int column = 0; column < pattern_.size; ++column) {
    double largest = 0;
    for (int slot = pattern_.column_start[column]; slot < pattern_.column_start[column + 1]; ++slot) {
      matrix_[slot] = values[slot] * row_scale_[pattern_.row[slot]];
      largest = std::max(largest, std::abs(matrix_[slot]));
    }
    column_scale_[column] = one_over(largest);
    for (int slot = pattern_.column_start[column]; slot < pattern_.column_start[column + 1]; ++slot)
      matrix_[slot] *= column_scale_[column];
  }
}

FactorResult IterativeSolver::factor(std::span<const double> values) {
  scale_rows_and_columns(values);
  if (!chosen_ || !elimination_.eliminate(matrix_)) return choose_pivots();
  chosen_for_these_values_ = false;
  assign_remainder();
  return {};
}

void IterativeSolver::assign_remainder() {
  remainder_->assign([&](int slot) { return elimination_.value(slot); });
}

// Rows with a strong pivot first; the others last, when those before them have filled their pivot.
std::vector<int> IterativeSolver::order_of_rows(const std::vector<PartialElimination::Entry>& entries,
                                                const std::vector<int>& column_of_row) const {
  std::vector<double> largest(pattern_.size, 0.0), pivot(pattern_.size, 0.0);
  for (const PartialElimination::Entry& entry : entries) {
    const double size = std::abs(elimination_.value(entry.slot));
    largest[entry.row] = std::max(largest[entry.row], size);
    if (column_of_row[entry.row] == entry.column) pivot[entry.row] = size;
  }
  std::vector<int> order(elimination_.rows_left().begin(), elimination_.rows_left().end());
  std::stable_partition(order.begin(), order.end(),
                        [&](int row) { return pivot[row] >= kStrongDiagonal * largest[row]; });
  return order;
}

FactorResult IterativeSolver::choose_pivots() {
  ++pivot_choices_;
  chosen_ = false;
  elimination_.choose_pivots(matrix_);
  const std::vector<PartialElimination::Entry> entries = elimination_.remaining_entries();

  // Pairs of rows and columns: the diagonal where it is or can be filled by a row and a column that
  // meet in a pivot before it; else entries of the matrix, so that every row has its column.
  PatternBuilder builder(pattern_.size);
  for (const auto& entry : entries) builder.add(entry.row, entry.column);
  const Pattern shape = builder.build();
  std::vector<double> present(shape.entries() + 1, 0.0);
  for (const auto& entry : entries)
    present[shape.slot(entry.row, entry.column)] = elimination_.value(entry.slot);
  std::vector<char> row_left(pattern_.size, 0), column_left(pattern_.size, 0);
  for (const int row : elimination_.rows_left()) row_left[row] = 1;
  for (const int column : elimination_.columns_left()) column_left[column] = 1;
  std::vector<double> wanted = present;
  for (const auto& entry : entries) {
    const int mirrored = shape.find(entry.column, entry.row);
    const bool both = row_left[entry.column] && column_left[entry.row] && mirrored >= 0;
    if (both && entry.row != entry.column && present[mirrored] != 0 && elimination_.value(entry.slot) != 0 &&
        present[shape.slot(entry.column, entry.column)] != 0)
      wanted[shape.slot(entry.row, entry.row)] = 1;
  }
  const Matching matching = maximum_matching(shape, wanted);
  for (const int column : elimination_.columns_left())
    if (matching.row_of_column[column] < 0) return {column};

  const int left = static_cast<int>(elimination_.rows_left().size());
  row_at_ = order_of_rows(entries, matching.column_of_row);
  column_at_.assign(left, 0);
  std::vector<int> place_of_row(pattern_.size, -1), place_of_column(pattern_.size, -1);
  for (int place = 0; place < left; ++place) {
    column_at_[place] = matching.column_of_row[row_at_[place]];
    place_of_row[row_at_[place]] = place_of_column[column_at_[place]] = place;
  }
  std::vector<IncompleteLu::Entry> placed;
  placed.reserve(entries.size());
  for (const auto& entry : entries)
    placed.push_back({place_of_row[entry.row], place_of_column[entry.column], entry.slot});
  remainder_ = std::make_unique<IncompleteLu>(left, std::move(placed));
  const int cycle = std::clamp(static_cast<int>(kBasisEntries / std::max(left, 1)), 10, kLongestCycle);
  gmres_ = std::make_unique<Gmres>(left, cycle);
  small_residual_.assign(left, 0.0);
  small_correction_.assign(left, 0.0);
  preconditioned_.assign(left, 0.0);
  chosen_ = chosen_for_these_values_ = true;
  assign_remainder();
  return {};
}

void IterativeSolver::form_residual(std::span<const double> right_side, bool transposed) {
  std::copy(right_side.begin(), right_side.end(), residual_.begin());
  const int* row = pattern_.row.data();
  for (int column = 0; column < pattern_.size; ++column) {
    const int begin = pattern_.column_start[column], end = pattern_.column_start[column + 1];
    if (transposed) {
      double sum = 0;
      for (int slot = begin; slot < end; ++slot) sum += matrix_[slot] * solution_[row[slot]];
      residual_[column] -= sum;
    } else {
      const double x = solution_[column];
      for (int slot = begin; slot < end; ++slot) residual_[row[slot]] -= matrix_[slot] * x;
    }
  }
}

int IterativeSolver::correct(bool transposed, double target, int most) {
  // Seen from A^T rows and columns change places.
  const std::vector<int>& equation_at = transposed ? column_at_ : row_at_;
  const std::vector<int>& unknown_at = transposed ? row_at_ : column_at_;
  const int left = static_cast<int>(equation_at.size());
  std::copy(residual_.begin(), residual_.end(), reduced_.begin());
  if (transposed)
    elimination_.reduce_transposed(reduced_);
  else
    elimination_.reduce(reduced_);
  for (int place = 0; place < left; ++place) small_residual_[place] = reduced_[equation_at[place]];
  const auto apply = [&](std::span<const double> x, std::span<double> result) {
    std::copy(x.begin(), x.end(), preconditioned_.begin());
    if (transposed) {
      remainder_->precondition_transposed(preconditioned_);
      remainder_->multiply_transposed(preconditioned_, result);
    } else {
      remainder_->precondition(preconditioned_);
      remainder_->multiply(preconditioned_, result);
    }
  };
  const int steps = gmres_->cycle(apply, small_residual_, target, most, small_correction_);
  if (transposed)
    remainder_->precondition_transposed(small_correction_);
  else
    remainder_->precondition(small_correction_);
  for (int place = 0; place < left; ++place) expanded_[unknown_at[place]] = small_correction_[place];
  if (transposed)
    elimination_.expand_transposed(reduced_, expanded_);
  else
    elimination_.expand(reduced_, expanded_);
  for (int i = 0; i < pattern_.size; ++i) solution_[i] += expanded_[i];
  return steps;
}

bool IterativeSolver::run_cycles(std::span<const double> right_side, bool transposed) {
  std::fill(solution_.begin(), solution_.end(), 0.0);
  std::copy(right_side.begin(), right_side.end(), residual_.begin());
  const double whole = length(right_side);
  last_residual_ = 0;
  if (whole == 0) return true;
  last_residual_ = 1;
  double norm = whole;
  int left = limits_.iterations;
  // Every cycle but the last halves the residual, so their number is bounded.
  while (true) {
    const int steps = correct(transposed, 0.5 * limits_.relative_residual * whole, left);
    iterations_ += steps;
    left -= steps;
    form_residual(right_side, transposed);
    const double now = length(residual_);
    if (!(now < norm)) {  // worse than before, or not a number
      for (int i = 0; i < pattern_.size; ++i) solution_[i] -= expanded_[i];
      return false;
    }
    last_residual_ = now / whole;
    const bool is_rounding =
        last_residual_ <= kGreatestRounding && now <= kRoundingResidual * length(solution_);
    if (last_residual_ <= limits_.relative_residual || is_rounding) return true;
    if (left <= 0 || now > kStagnation * norm) return false;
    norm = now;
  }
}

bool IterativeSolver::solve(std::span<double> b, bool transposed) {
  // (R A S)(S^-1 x) = R b, and transposed (S A^T R)(R^-1 x) = S b.
  const std::vector<double>& before = transposed ? column_scale_ : row_scale_;
  const std::vector<double>& after = transposed ? row_scale_ : column_scale_;
  for (int i = 0; i < pattern_.size; ++i) right_side_[i] = before[i] * b[i];
  bool converged = run_cycles(right_side_, transposed);
  if (!converged && !chosen_for_these_values_ && choose_pivots().regular())
    converged = run_cycles(right_side_, transposed);
  for (int i = 0; i < pattern_.size; ++i) b[i] = after[i] * solution_[i];
  return converged;
}

double IterativeSolver::entries() const {
  return remainder_ ? static_cast<double>(remainder_->entries()) + pattern_.entries() : 0;
}

}  // namespace saddle
