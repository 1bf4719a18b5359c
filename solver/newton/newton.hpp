// Newton's method for one implicit equation of a system.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <saddle/solver/linear/linear_solver.hpp>
#include <saddle/solver/newton/error_weights.hpp>
#include <saddle/solver/newton/replaced_rows.hpp>
#include <saddle/solver/newton/sampled_timer.hpp>
#include <saddle/solver/system/system.hpp>

namespace saddle {

// alpha q(t, y) + history + f(t, y) = 0. An integrator's formula reads
// d/dt q = alpha q + history at the new time; alpha = 0 with no history is the rest point.
struct ImplicitEquation {
  double time = 0;                  // [s]
  double alpha = 0;                 // [1/s]
  std::span<const double> history;  // empty: zero
  double source_scale = 1;
  double gmin = 0;
};

struct NewtonSettings {
  int max_iterations = 100;
  double accuracy = 1e-3;            // of the solution, as a fraction of the error weights
  bool choose_modes = true;          // complementarity rows: semismooth; else their modes are fixed
  bool follow_iterate = true;        // weights are taken anew at every iterate; else as they are
  bool reuse_factorization = false;  // while it still contracts well
};

struct [[nodiscard]] NewtonResult {
  enum class Status { converged, not_converged, singular, not_finite };
  Status status = Status::converged;
  int iterations = 0;
  int variable = -1;  // the worst update, or the column without a pivot
  int row = -1;       // of a residual that is not finite
  bool converged() const { return status == Status::converged; }
};

struct NewtonCounts {
  long iterations = 0, evaluations = 0;
  double evaluation_seconds = 0, factorization_seconds = 0, solution_seconds = 0;  // estimated
};

// solve(equation, y):
//
//   repeat at most max_iterations times
//     evaluate q, f and, unless the old matrix is still good, C and G at y
//     residual r = alpha q + history + f; stop if it is not finite
//     choose the active set of the complementarity rows, or keep it; replace rows
//     matrix J = alpha C + G; factor it if it changed; stop if it is singular
//     update d = -J^-1 r, its norm |d| in units of the weights
//     y += d
//     contraction rate = |d| / |d of the iteration before|
//     converged if no model was limited and
//       the error still left, rate / (1 - rate) |d|, is below the accuracy, or
//       |d| itself is a tenth of it (the first iteration knows no rate), or
//       the iteration stands still because r is rounding
//   on convergence carry q on to the last iterate by q += C d
//
// With reuse_factorization a matrix lasts as long as it contracts well. A solve begins with the
// one before it, if alpha is about the same; else values that hardly changed are not factored
// anew. The second iteration measures the rate, and only a bad rate brings a new matrix, after
// which some solves do not try an old one.
//
// Nothing in these loops allocates, unless pivots must be chosen anew.
class Newton {
 public:
  Newton(System& system, double relative_tolerance, bool relative_to_peak = false,
         LinearMethod linear = LinearMethod::automatic);

  NewtonResult solve(const ImplicitEquation& equation, const NewtonSettings& settings, std::span<double> y);

  // The same with step lengths damped until the simplified correction J^-1 r(y + length d) is
  // shorter than d (the natural level function, invariant under scaling of rows). Slower, but
  // it comes in from farther away. Models are asked for plain values, never for tangents.
  NewtonResult solve_damped(const ImplicitEquation& equation, const NewtonSettings& settings,
                            std::span<double> y);

  // After solve has converged:
  std::span<const double> charge() const { return evaluation_.q; }  // at the solution
  const Evaluation& evaluation() const { return evaluation_; }
  void solve_with_last_matrix(std::span<double> b);  // rows that were replaced count as zero
  // v := J^-1 alpha C v by the last matrix: what of v is held by charge, and less of it the faster it decays.
  void keep_charged_part(std::span<double> v);
  // Some charge belongs to several variables, or some variable to several charges, at the last C.
  bool charge_is_coupled() const;

  // The matrix of the last factorization, regular or not, by the pattern's slots.
  std::span<const double> last_matrix() const { return factored_; }

  // q and f at a point as the models see it outside of any iteration.
  const Evaluation& evaluate_plainly(double time, std::span<const double> y);

  ErrorWeights& weights() { return weights_; }
  const ErrorWeights& weights() const { return weights_; }
  ReplacedRows& replaced_rows() { return rows_; }
  NewtonCounts counts() const;
  long factorizations() const { return lu_.factorizations(); }
  const LinearSolver& linear_solver() const { return lu_; }
  int size() const { return pattern_.size; }

  // For methods whose equations are not of this form and which iterate themselves.
  System& system() { return system_; }
  Evaluation& evaluation() { return evaluation_; }

 private:
  class Contraction {
   public:
    void begin(double accuracy);
    void add(double norm, bool new_matrix, double alpha_mismatch);
    bool converged() const;
    bool arrives_within(int iterations) const;  // at the present rate
    bool hopeless(int iterations_left) const;
    double rate() const { return rate_; }
    bool growing() const { return growing_; }  // the last update was larger than the one before

   private:
    static constexpr double kUnknown = 1;       // a rate that proves nothing
    static constexpr double kTinyUpdate = 0.1;  // of the accuracy: no rate is needed
    static constexpr double kCaution = 2, kForgetting = 1.1, kLeastRate = 0.01;
    double accuracy_ = 1, previous_ = 0, rate_ = 1;
    double remembered_rate_ = kUnknown, quadratic_factor_ = 1e300;
    int updates_ = 0;
    bool first_was_new_ = false, newest_was_new_ = false, growing_ = false;
  };

  // One pass of the loop up to y += d; its status says whether it got there.
  NewtonResult iterate(const NewtonSettings& settings, NewtonPhase phase, bool renew_matrix,
                       std::span<double> y);
  bool must_renew_matrix(const NewtonSettings& settings, int iteration, double rate);
  bool old_matrix_may_serve();
  std::optional<double> search_along_direction(double& length, std::span<const double> y, double norm,
                                               double accuracy);
  void evaluate(std::span<const double> y, NewtonPhase phase, Need need);
  void form_residual();
  int row_not_finite() const;
  void form_matrix();
  void replace_rows(std::span<const double> y, const NewtonSettings& settings, bool matrix_is_new);
  FactorResult factor(bool reuse_similar);
  bool matrix_is_similar(double relative_change) const;
  bool find_update();  // false if the linear solver did not converge
  double alpha_mismatch() const;
  bool residual_is_rounding(std::span<const double> y);
  void carry_charge_on();

  System& system_;
  const Pattern& pattern_;
  LinearSolver lu_;
  ErrorWeights weights_;
  ReplacedRows rows_;
  Evaluation evaluation_;
  ImplicitEquation equation_;
  std::vector<double> residual_, update_, trial_, direction_, row_sums_;
  std::vector<double> matrix_, factored_;
  bool factored_is_valid_ = false;
  double factored_alpha_ = 0;
  Contraction contraction_;
  int solves_without_reuse_ = 0;
  long iterations_ = 0;
  SampledTimer evaluation_timer_, solution_timer_;
  Timer factorization_timer_;
};

}  // namespace saddle
