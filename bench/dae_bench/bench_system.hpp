// What all problems of the bench share: q = C y with a constant C, a scale for every variable, and
// the derivative y' at the start, which solvers of F(t, y, y') = 0 ask for.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include <saddle/solver/system/system.hpp>

namespace saddle::bench {

struct Entry {
  int row = 0, column = 0;
  double value = 0;
};

class BenchSystem : public System {
 public:
  const std::vector<VariableKind>& kinds() const override { return kinds_; }
  const std::vector<Variable>& variables() const override { return variables_; }
  const Pattern& pattern() const override { return pattern_; }

  // y' where the problem starts; zero for multipliers, whose derivative no equation contains.
  virtual void start_slope(std::span<double> slope) const = 0;

  // The size of y_i that matters: absolute tolerances are rtol * scale, and errors are relative
  // to max(|reference|, scale).
  double scale(int i) const { return scale_[i]; }

  // Whether an error in y_i counts at the end. Multipliers do not; algebraic variables of index 1 may.
  virtual bool counts(int i) const { return !variables_[i].algebraic; }

  // Nonzeros of C, by columns; none where C is not constant.
  const std::vector<Entry>& charge_entries() const { return charge_entries_; }

 protected:
  // `scale` and `algebraic` have one entry a variable; an empty `algebraic` means none is. Entries of C join
  // the pattern.
  void describe(PatternBuilder& builder, std::vector<Entry> charge, std::vector<double> scale,
                const std::vector<bool>& algebraic, double rtol);
  int slot(int row, int column) const { return pattern_.slot(row, column); }
  void fill_charge_matrix(Evaluation& out) const;

 private:
  std::vector<VariableKind> kinds_;
  std::vector<Variable> variables_;
  Pattern pattern_;
  std::vector<double> scale_;
  std::vector<Entry> charge_entries_;
  std::vector<double> charge_values_;  // C in the order of the pattern
};

}  // namespace saddle::bench
