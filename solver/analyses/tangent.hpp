// The linearised equations of one point or one step, solved forwards and transposed.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <saddle/solver/analyses/options.hpp>
#include <saddle/solver/linear/sparse_lu.hpp>
#include <saddle/solver/newton/replaced_rows.hpp>
#include <saddle/solver/system/guarded_system.hpp>
#include <saddle/solver/system/system.hpp>

namespace saddle {

// J = alpha C + G of  alpha q + history + f = 0  at a solution y. A complementarity row whose variable rests
// on its bound reads y[variable] = 0 there: its row of J is a unit row, and no parameter moves it.
class Tangent {
 public:
  explicit Tangent(System& system);
  Tangent(const Tangent&) = delete;
  Tangent& operator=(const Tangent&) = delete;

  // Takes J at (time, y) and factors it; a failure names the variable that J does not determine.
  std::optional<Failure> take(double time, std::span<const double> y, double alpha,
                              std::span<const double> history);

  // In place. Rows at a bound count as zero in b before, in the transposed case in the answer after: they
  // multiply equations that contain neither charges nor parameters.
  void solve(std::span<double> b);
  void solve_transposed(std::span<double> b);

  void add_charge(std::span<const double> v, std::span<double> to) const;             // += C v
  void add_charge_transposed(std::span<const double> v, std::span<double> to) const;  // += C^T v

  ParameterColumn parameter(int index);  // dq/dp and df/dp at the point
  // Why a column could not be had, in a sentence; nothing if all could.
  std::optional<Failure> parameter_failure() const;
  std::span<const double> charge() const { return {at_.q.data(), static_cast<std::size_t>(pattern_.size)}; }

 private:
  GuardedSystem system_;
  const Pattern& pattern_;
  Evaluation at_;
  ReplacedRows rows_;
  SparseLu lu_;
  std::vector<double> matrix_, residual_;
  double time_ = 0;
  std::span<const double> y_;
};

}  // namespace saddle
