// One interface to linear systems with the iteration matrix: direct where the factors stay sparse,
// iterative where they would fill.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include <saddle/solver/analyses/options.hpp>
#include <saddle/solver/linear/fill_prediction.hpp>
#include <saddle/solver/linear/iterative_solver.hpp>
#include <saddle/solver/linear/sparse_lu.hpp>
#include <saddle/solver/system/pattern.hpp>

namespace saddle {

// Chooses once, from the pattern. An iteration that does not converge hands over to the direct
// method for good, unless iteration was asked for or the factors are beyond reach.
class LinearSolver {
 public:
  explicit LinearSolver(const Pattern& pattern, LinearMethod method = LinearMethod::automatic);

  // As SparseLu's. solve is in place; false: not solved, by an iteration that may not be replaced
  // or because the matrix is singular after all. b is then the best x found, or not finite where
  // nothing is known.
  FactorResult factor(std::span<const double> values);
  bool solve(std::span<double> b) {
    if (!direct_) return solve_iteratively(b, false);
    direct_->solve(b);
    return converged_ = true;
  }
  bool solve_transposed(std::span<double> b) {
    if (!direct_) return solve_iteratively(b, true);
    direct_->solve_transposed(b);
    return converged_ = true;
  }

  LinearMethod used() const { return direct_ ? LinearMethod::direct : LinearMethod::iterative; }
  std::string reason() const;  // why, in a clause: "factors of 2.4e7 entries, 7.7e10 operations"
  const FillPrediction& predicted() const { return predicted_; }  // zeros if nobody asked

  // For another factorization on the same pattern, of real or complex values.
  std::shared_ptr<const LuAnalysis> analysis() const {
    return direct_ ? direct_->analysis() : SparseLu(pattern_).analysis();
  }

  long factorizations() const { return factorizations_; }
  long pivot_choices() const;
  double factor_entries() const;
  long iterations() const { return iterative_ ? iterative_->iterations() : 0; }
  bool last_solve_converged() const { return converged_; }
  void set_limits(const IterationLimits& limits);

 private:
  enum class Why { asked, small, sparse_factors, full_factors, iteration_failed };
  bool solve_iteratively(std::span<double> b, bool transposed);
  bool direct_is_within_reach() const;

  Pattern pattern_;
  LinearMethod method_;
  Why why_;
  FillPrediction predicted_;
  std::unique_ptr<SparseLu> direct_;  // in use if it exists
  std::unique_ptr<IterativeSolver> iterative_;
  std::vector<double> values_, right_side_;  // for the direct method to take over
  long factorizations_ = 0;
  bool converged_ = true;
};

}  // namespace saddle
