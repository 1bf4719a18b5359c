// A system whose clock is set on: its time 0 is a later moment of the original.
#pragma once

#include <vector>

#include <saddle/solver/system/system.hpp>

namespace saddle {

// A run that is continued many times keeps its times, and the steps measured by them, small.
class LaterSystem final : public System {
 public:
  LaterSystem(System& system, double later) : system_(system), later_(later) {}
  void set(double later) { later_ = later; }

  const std::vector<VariableKind>& kinds() const override { return system_.kinds(); }
  const std::vector<Variable>& variables() const override { return system_.variables(); }
  const Pattern& pattern() const override { return system_.pattern(); }
  std::string row_name(int row) const override { return system_.row_name(row); }
  std::vector<Complementarity> complementarities() const override { return system_.complementarities(); }
  void evaluate(const Point& at, Evaluation& out, Need need) override {
    Point then = at;
    then.time += later_;
    system_.evaluate(then, out, need);
  }
  void start(std::span<double> y) const override { system_.start(y); }
  double next_jump(double after) const override { return system_.next_jump(after + later_) - later_; }
  double longest_step() const override { return system_.longest_step(); }
  std::vector<Event> events() const override { return system_.events(); }
  void event_values(double time, std::span<const double> y, std::span<double> z) override {
    system_.event_values(time + later_, y, z);
  }
  EventResponse respond(double time, std::span<const int> events, std::vector<double>& y) override {
    return system_.respond(time + later_, events, y);
  }
  std::vector<Parameter> parameters() const override { return system_.parameters(); }
  void set_parameters(std::span<const double> values) override { system_.set_parameters(values); }
  ParameterColumn parameter_derivative(const Point& at, int parameter) override {
    Point then = at;
    then.time += later_;
    return system_.parameter_derivative(then, parameter);
  }

 private:
  System& system_;
  double later_;  // [s]
};

}  // namespace saddle
