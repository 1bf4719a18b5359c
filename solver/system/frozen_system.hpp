// A system whose inputs stand still: what it would do if time stopped for them. Its motion shows where
// the system comes to rest at that time.
#pragma once

#include <limits>

#include <saddle/solver/system/system.hpp>

namespace saddle {

class FrozenSystem final : public System {
 public:
  FrozenSystem(System& system, double time) : system_(system), time_(time) {}

  const std::vector<VariableKind>& kinds() const override { return system_.kinds(); }
  const std::vector<Variable>& variables() const override { return system_.variables(); }
  const Pattern& pattern() const override { return system_.pattern(); }
  std::string row_name(int row) const override { return system_.row_name(row); }
  std::vector<Complementarity> complementarities() const override { return system_.complementarities(); }
  void evaluate(const Point& at, Evaluation& out, Need need) override {
    Point then = at;
    then.time = time_;
    system_.evaluate(then, out, need);
  }
  void start(std::span<double> y) const override { system_.start(y); }
  double next_jump(double) const override { return std::numeric_limits<double>::infinity(); }
  std::vector<Parameter> parameters() const override { return system_.parameters(); }
  void set_parameters(std::span<const double> values) override { system_.set_parameters(values); }
  ParameterColumn parameter_derivative(const Point& at, int parameter) override {
    Point then = at;
    then.time = time_;
    return system_.parameter_derivative(then, parameter);
  }

 private:
  System& system_;
  double time_;
};

}  // namespace saddle
