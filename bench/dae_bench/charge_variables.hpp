// A system whose q is not C y, with its charges as variables beside y: d/dt z + f(t, y) = 0, z - q(t, y) = 0.
// For solvers of F(t, y, y') = 0 that is the form in which charge is conserved.
#pragma once

#include <algorithm>

#include "consistent_slope.hpp"

namespace saddle::bench {

class ChargeVariables : public BenchSystem {
 public:
  ChargeVariables(std::unique_ptr<BenchSystem> inner, double rtol);

  void start(std::span<double> y) const override;
  void start_slope(std::span<double> slope) const override { std::ranges::copy(slope_, slope.begin()); }
  bool counts(int i) const override { return i < inner_size_ && inner_->counts(i); }
  double next_jump(double after) const override { return inner_->next_jump(after); }
  void evaluate(const Point& at, Evaluation& out, Need need) override;

 private:
  std::unique_ptr<BenchSystem> inner_;
  int inner_size_;
  std::vector<int> rows_;       // z_k is the charge of row rows_[k]
  std::vector<int> charge_of_;  // and the other way round; -1 where there is none
  Evaluation values_;
  std::vector<int> same_, charge_;  // where entries of G and C of the inner system go
  std::vector<int> unit_;
  std::vector<double> slope_;  // y' at the start
};

}  // namespace saddle::bench
