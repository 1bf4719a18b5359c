// Linear systems whose factors would fill: eliminate what is cheap, iterate on the rest.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <saddle/solver/linear/gmres.hpp>
#include <saddle/solver/linear/incomplete_lu.hpp>
#include <saddle/solver/linear/partial_elimination.hpp>
#include <saddle/solver/linear/sparse_lu.hpp>
#include <saddle/solver/system/pattern.hpp>

namespace saddle {

struct IterationLimits {
  double relative_residual = 1e-12;  // |R (b - A x)| / |R b|, R = one over the largest entry of each row
  int iterations = 1000;             // of one solve
};

// Rows and columns are scaled by their largest entries, cheap pivots eliminated exactly, and
// restarted GMRES runs on the Schur complement with an incomplete LU on its right. Each restart
// begins from the true residual of the whole system, so rounding of the elimination does not stay.
//
// Choosing pivots and orders allocates: in the first factorization, and when new values suit them
// badly. Nothing else does.
class IterativeSolver {
 public:
  explicit IterativeSolver(const Pattern& pattern, IterationLimits limits = {});
  IterativeSolver(const IterativeSolver&) = delete;  // the elimination refers to the pattern here
  IterativeSolver& operator=(const IterativeSolver&) = delete;

  // Regular means here that no column is structurally without a pivot.
  FactorResult factor(std::span<const double> values);

  // In place. False: the residual stopped falling above the limit, and b is the best x found.
  bool solve(std::span<double> b) { return solve(b, false); }
  bool solve_transposed(std::span<double> b) { return solve(b, true); }

  IterationLimits& limits() { return limits_; }
  long pivot_choices() const { return pivot_choices_; }
  long iterations() const { return iterations_; }          // of all solves
  double last_residual() const { return last_residual_; }  // relative, of the last solve
  int eliminated() const { return elimination_.pivots(); }
  double entries() const;  // of the eliminated part and the incomplete factors

 private:
  bool solve(std::span<double> b, bool transposed);
  bool run_cycles(std::span<const double> right_side, bool transposed);
  int correct(bool transposed, double target, int most);  // solution_ += A^-1 residual_, roughly
  void scale_rows_and_columns(std::span<const double> values);
  FactorResult choose_pivots();
  std::vector<int> order_of_rows(const std::vector<PartialElimination::Entry>& entries,
                                 const std::vector<int>& column_of_row) const;
  void assign_remainder();
  void form_residual(std::span<const double> right_side, bool transposed);

  Pattern pattern_;
  IterationLimits limits_;
  PartialElimination elimination_;
  std::unique_ptr<IncompleteLu> remainder_;
  std::unique_ptr<Gmres> gmres_;
  std::vector<int> row_at_, column_at_;  // of the whole system, by place in the remainder
  std::vector<double> matrix_, row_scale_, column_scale_;
  std::vector<double> solution_, right_side_, residual_, reduced_, expanded_;
  std::vector<double> small_residual_, small_correction_, preconditioned_;
  bool chosen_ = false, chosen_for_these_values_ = false;
  long pivot_choices_ = 0, iterations_ = 0;
  double last_residual_ = 0;
};

}  // namespace saddle
