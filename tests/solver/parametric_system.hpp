// A system with parameters whose derivatives are those of its formula, by complex steps: f(x + i h) has the
// imaginary part h f'(x) to rounding.
#pragma once

#include <complex>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <saddle/solver/system/system.hpp>

namespace saddle::testing {

class ParametricSystem : public System {
 public:
  using Number = std::complex<double>;
  using Numbers = std::vector<Number>;
  // (time, y, p, q, f)
  using Formula = std::function<void(double, const Numbers&, const Numbers&, Numbers&, Numbers&)>;

  ParametricSystem(std::vector<Variable> variables, std::vector<double> p, Formula formula)
      : variables_(std::move(variables)), p_(std::move(p)), formula_(std::move(formula)) {
    const int n = static_cast<int>(variables_.size());
    PatternBuilder builder(n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) builder.add(i, j);
    pattern_ = builder.build();
  }

  const std::vector<VariableKind>& kinds() const override { return kinds_; }
  const std::vector<Variable>& variables() const override { return variables_; }
  const Pattern& pattern() const override { return pattern_; }
  std::vector<Complementarity> complementarities() const override { return complementarity_rows; }
  void start(std::span<double> y) const override { std::fill(y.begin(), y.end(), 0.0); }
  double next_jump(double after) const override {
    for (const double jump : jumps)
      if (jump > after) return jump;
    return std::numeric_limits<double>::infinity();
  }

  void evaluate(const Point& at, Evaluation& out, Need need) override {
    Numbers y(at.y.begin(), at.y.end()), p(p_.begin(), p_.end());
    const int n = size();
    Numbers q(n), f(n);
    formula_(at.time, y, p, q, f);
    for (int i = 0; i < n; ++i) {
      out.q[i] = q[i].real();
      out.f[i] = f[i].real();
    }
    if (need == Need::residual) return;
    for (int j = 0; j < n; ++j) {
      y[j] = {at.y[j], kStep};
      formula_(at.time, y, p, q, f);
      y[j] = at.y[j];
      for (int i = 0; i < n; ++i) {
        out.C[pattern_.slot(i, j)] = q[i].imag() / kStep;
        out.G[pattern_.slot(i, j)] = f[i].imag() / kStep;
      }
    }
  }

  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> all;
    for (std::size_t k = 0; k < p_.size(); ++k) all.push_back({"p" + std::to_string(k), "", p_[k]});
    return all;
  }
  void set_parameters(std::span<const double> values) override { p_.assign(values.begin(), values.end()); }
  ParameterColumn parameter_derivative(const Point& at, int parameter) override {
    const Numbers y(at.y.begin(), at.y.end());
    Numbers p(p_.begin(), p_.end()), q(size()), f(size());
    p[parameter] = {p_[parameter], kStep};
    formula_(at.time, y, p, q, f);
    ParameterColumn column;
    for (int i = 0; i < size(); ++i) {
      if (q[i].imag() == 0 && f[i].imag() == 0) continue;
      column.rows.push_back(i);
      column.dq.push_back(q[i].imag() / kStep);
      column.df.push_back(f[i].imag() / kStep);
    }
    return column;
  }

  const std::vector<double>& p() const { return p_; }

  std::vector<Complementarity> complementarity_rows;
  std::vector<double> jumps;

 private:
  static constexpr double kStep = 1e-40;
  std::vector<VariableKind> kinds_{{"value", "V", 1e-9}};
  std::vector<Variable> variables_;
  std::vector<double> p_;
  Formula formula_;
  Pattern pattern_;
};

}  // namespace saddle::testing
