#include <saddle/solver/linear/linear_solver.hpp>

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace saddle {

namespace {

constexpr int kAlwaysDirect = 500;  // unknowns; even full factors take a tenth of a second

constexpr double kFlopTime = 1e-9;         // [s] of KLU, in and out of cache
constexpr double kFactorEntryTime = 1e-9;  // [s] an entry of the factors in a solve
constexpr double kHopelessFlops = 1e12;    // a quarter of an hour
constexpr double kHopelessEntries = 4e8;   // 5 GB

// What one factorization and the solves with it would take. An iteration passes over the remainder,
// over its incomplete factors and over half a cycle of basis vectors. Measured on random saddle
// matrices, n variables with n/3 constraints and about 5 couplings in a row; the first time is at
// alpha = 1 (28 to 34 iterations to 1e-12), the second at alpha = 0 (74 to 118):
//
//     unknowns   predicted flops   direct factorization   iterative, factor and solve
//        1,333           7.7e7     0.04, 0.10 s           1.3, 4.8 ms
//        2,666           6.2e8     0.3, 1.2 s             2.9, 9.7 ms
//        4,000           2.1e9     1.9, 5.9 s             4.2, 19 ms
//        6,666           9.6e9     7, 18 s                8, 37 ms
//       13,333           7.7e10    70 s, -                20, 113 ms
//
// and on a 2-D grid of 90,000 nodes whose diagonal dominates (9.2e8 flops) 0.5 s against 0.05 s.
// Conditioning, which the pattern does not tell, makes iterations many or makes them fail, so the
// estimate is on the safe side: it puts the crossover of random couplings near 6e7 flops, 1,200
// unknowns, and keeps grids direct, where iteration takes 2 to 4 times as long in a whole run.
constexpr double kSolves = 10;      // with one factorization, in a typical run
constexpr double kIterations = 60;  // of one solve
constexpr double kLeastLimit = 200, kMostIterations = 1000;
constexpr double kEntryTime = 4e-9;     // [s] an iteration and entry
constexpr double kUnknownTime = 50e-9;  // [s] an iteration and unknown

double direct_time(const FillPrediction& predicted) {
  return predicted.flops * kFlopTime + kSolves * predicted.entries * kFactorEntryTime;
}

double iterative_time(const Pattern& pattern) {
  return kSolves * kIterations * (pattern.entries() * kEntryTime + pattern.size * kUnknownTime);
}

}  // namespace

LinearSolver::LinearSolver(const Pattern& pattern, LinearMethod method) : pattern_(pattern), method_(method) {
  bool direct = method == LinearMethod::direct;
  why_ = Why::asked;
  if (method == LinearMethod::automatic) {
    direct = pattern.size < kAlwaysDirect;
    why_ = Why::small;
    if (!direct) {
      predicted_ = predict_fill(pattern);
      direct = predicted_.known && direct_time(predicted_) <= iterative_time(pattern);
      why_ = direct ? Why::sparse_factors : Why::full_factors;
    }
  }
  if (direct) {
    direct_ = std::make_unique<SparseLu>(pattern);
    return;
  }
  IterationLimits limits;
  if (method == LinearMethod::automatic && predicted_.known) {
    // With more iterations than this the direct method would have been the better choice.
    const double worth = kIterations * direct_time(predicted_) / iterative_time(pattern);
    limits.iterations = static_cast<int>(std::clamp(worth, kLeastLimit, kMostIterations));
  }
  iterative_ = std::make_unique<IterativeSolver>(pattern, limits);
  values_.resize(pattern.entries());
  right_side_.resize(pattern.size);
}

FactorResult LinearSolver::factor(std::span<const double> values) {
  ++factorizations_;
  if (direct_) return direct_->factor(values);
  std::copy_n(values.begin(), values_.size(), values_.begin());
  return iterative_->factor(values);
}

bool LinearSolver::direct_is_within_reach() const {
  return method_ == LinearMethod::automatic && predicted_.known && predicted_.flops < kHopelessFlops &&
         predicted_.entries < kHopelessEntries;
}

bool LinearSolver::solve_iteratively(std::span<double> b, bool transposed) {
  std::copy_n(b.begin(), right_side_.size(), right_side_.begin());
  converged_ = transposed ? iterative_->solve_transposed(b) : iterative_->solve(b);
  if (converged_ || !direct_is_within_reach()) return converged_;
  std::copy_n(right_side_.begin(), right_side_.size(), b.begin());
  auto direct = std::make_unique<SparseLu>(pattern_);
  if (!direct->factor(values_).regular()) {
    std::fill_n(b.begin(), right_side_.size(), std::numeric_limits<double>::quiet_NaN());
    return converged_;
  }
  direct_ = std::move(direct);
  why_ = Why::iteration_failed;
  return transposed ? solve_transposed(b) : solve(b);
}

std::string LinearSolver::reason() const {
  const auto cost = [&] {
    return predicted_.known ? fmt::format("factors of {:.2g} entries in {:.2g} operations",
                                          predicted_.entries, predicted_.flops)
                            : std::string("factors too large to count");
  };
  switch (why_) {
    case Why::asked:
      return "as asked for";
    case Why::small:
      return fmt::format("only {} unknowns", pattern_.size);
    case Why::sparse_factors:
      return cost();
    case Why::full_factors:
      return cost() + " would take longer than iterating";
    case Why::iteration_failed:
      return fmt::format("iteration stopped at a relative residual of {:.2g}", iterative_->last_residual());
  }
  return "?";
}

long LinearSolver::pivot_choices() const {
  return (direct_ ? direct_->pivot_choices() : 0) + (iterative_ ? iterative_->pivot_choices() : 0);
}

double LinearSolver::factor_entries() const {
  return direct_ ? direct_->factor_entries() : iterative_->entries();
}

void LinearSolver::set_limits(const IterationLimits& limits) {
  if (iterative_) iterative_->limits() = limits;
}

}  // namespace saddle
