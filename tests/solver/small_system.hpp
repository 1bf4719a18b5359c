// Systems written directly against the interface, from a few lambdas.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <saddle/solver/system/system.hpp>

namespace saddle::testing {

// A small system with a full pattern. `equations` fills q, f and, through `entry`, C and G.
class SmallSystem : public System {
 public:
  // What the equations write to; row-major access by (row, column).
  struct Out {
    const Pattern& pattern;
    Evaluation& to;
    double& q(int i) { return to.q[i]; }
    double& f(int i) { return to.f[i]; }
    double& C(int row, int column) { return to.C[pattern.slot(row, column)]; }
    double& G(int row, int column) { return to.G[pattern.slot(row, column)]; }
  };
  using Equations = std::function<void(const Point&, Out&)>;

  SmallSystem(std::vector<Variable> variables, Equations equations, double absolute_tolerance = 1e-9)
      : kinds_{{"value", "V", absolute_tolerance}},
        variables_(std::move(variables)),
        equations_(std::move(equations)) {
    const int size = static_cast<int>(variables_.size());
    PatternBuilder builder(size);
    for (int i = 0; i < size; ++i)
      for (int j = 0; j < size; ++j) builder.add(i, j);
    pattern_ = builder.build();
    start_values.assign(size, 0.0);
  }

  const std::vector<VariableKind>& kinds() const override { return kinds_; }
  const std::vector<Variable>& variables() const override { return variables_; }
  const Pattern& pattern() const override { return pattern_; }
  std::vector<Complementarity> complementarities() const override { return complementarity_rows; }

  void evaluate(const Point& at, Evaluation& out, Need) override {
    ++evaluations;
    for (auto* each : {&out.q, &out.f, &out.C, &out.G}) each->assign(each->size(), 0.0);
    Out to{pattern_, out};
    equations_(at, to);
  }

  void start(std::span<double> y) const override {
    for (std::size_t i = 0; i < start_values.size(); ++i) y[i] = start_values[i];
  }

  double next_jump(double after) const override {
    for (const double jump : jumps)
      if (jump > after) return jump;
    return std::numeric_limits<double>::infinity();
  }

  std::vector<double> start_values;
  std::vector<double> jumps;
  std::vector<Complementarity> complementarity_rows;
  long evaluations = 0;

 private:
  std::vector<VariableKind> kinds_;
  std::vector<Variable> variables_;
  Pattern pattern_;
  Equations equations_;
};

}  // namespace saddle::testing
