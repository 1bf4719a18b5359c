// A system solved for its rates: what an explicit method needs to know of it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <saddle/solver/newton/sampled_timer.hpp>
#include <saddle/solver/linear/sparse_lu.hpp>
#include <saddle/solver/newton/newton.hpp>

namespace saddle {

// An explicit method advances charges: it knows Q = q(y) at a moment and asks for y. Row by row that is
//
//   q_r(t, y) = Q_r      where the row holds charge (its row of C is not zero),
//   f_r(t, y) = 0        where it holds none: an algebraic variable is found at each moment,
//   y_v       = 0        where it is a complementarity row at its bound,
//
// with a Jacobian J made of rows of C, of G, and of the identity. J regular means index 1 and charges
// that do not depend on each other; then, and only then, an explicit method can follow the motion. J keeps
// only entries that are not zero. Diagonal J (time constants) is a division. Where J is triangular up to
// order (local algebraic variables) its block triangular form leaves nothing to eliminate, and
// a solve is one substitution; only what is truly coupled is factored.
class ExplicitForm {
 public:
  enum class Row : char { charge, algebraic, bound };

  explicit ExplicitForm(Newton& newton);

  // C and G at a point, and J from them. Decides anew which rows are what where that has changed.
  FactorResult linearize(double time, std::span<const double> y);
  bool regular() const { return regular_; }
  // Why no explicit method can go on from here, as a sentence for the user.
  std::optional<Failure> obstacle() const;

  Row row(int i) const { return rows_[i]; }
  // No algebraic row and, as far as seen, a constant C: y is affine in Q.
  bool affine() const { return constant_C_ && algebraic_rows_ == 0; }
  bool has_algebraic_rows() const { return algebraic_rows_ > 0; }
  bool diagonal() const { return lu_ == nullptr; }

  void solve(std::span<double> b);  // b := J^-1 b
  // What a small change of y does to the rates of charge: rate := -G change in rows of charge, zero
  // elsewhere.
  void change_of_rates(std::span<const double> change, std::span<double> rate) const;

  long factorizations() const { return factor_timer_.calls(); }
  double factorization_seconds() const { return factor_timer_.seconds(); }
  double solution_seconds() const { return solve_timer_.seconds(); }
  long evaluations() const { return evaluations_; }

 private:
  enum class From : char { C, G, unit };
  struct Source {
    int slot;
    From from;
  };
  void look_beside(double time, std::span<const double> y);
  bool note_used_entries();
  bool classify_rows();
  void build_pattern();
  FactorResult take_values();

  Newton& newton_;
  const Pattern& full_;  // of C and G
  std::vector<Row> rows_, rows_before_;
  std::vector<char> used_C_, used_G_;  // entries that were not zero at some point
  Pattern pattern_;                    // of J
  std::vector<Source> sources_;        // of J's entries
  std::vector<double> values_;
  std::vector<double> inverse_diagonal_;
  std::unique_ptr<SparseLu> lu_;  // nothing: J is diagonal
  bool known_ = false, regular_ = false, constant_C_ = false;
  int algebraic_rows_ = 0;
  long evaluations_ = 0;
  SampledTimer factor_timer_, solve_timer_;
};

}  // namespace saddle
