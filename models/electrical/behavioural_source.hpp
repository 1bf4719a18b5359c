// Behavioural sources (SPICE B): v+ - v- = e(v, i, t), or the current e(v, i, t) that flows from
// terminal + through the source to terminal -. Derivatives are symbolic.
#pragma once

#include <array>
#include <vector>

#include <saddle/models/electrical/device_bank.hpp>
#include <saddle/models/expression/tape.hpp>

namespace saddle {

class BehaviouralSourceBank final : public DeviceBank {
 public:
  static constexpr std::array<std::string_view, 2> terminals{"+", "-"};

  explicit BehaviouralSourceBank(bool voltage) : voltage_(voltage) {}

  void add(const DeviceInstance& instance) override;
  int count() const override { return static_cast<int>(sources_.size()); }
  void declare(PatternBuilder& pattern) const override;
  void resolve(const Pattern& pattern) override;
  void stamp_constant(Evaluation& out) const override;
  void evaluate(const Point& at, const double* y, Evaluation& out, Need need) override;
  std::span<const double> parameters(int) const override { return {}; }
  void set_parameters(int, std::span<const double>) override {}
  void parameter_derivative(const Point&, const double*, int, int, ParameterColumn&) const override {}

 private:
  struct Source {
    int plus = 0, minus = 0, branch = 0;
    std::vector<int> controls;              // unknown of each input of the tapes, kTime for time
    Tape value, value_and_slopes;           // slopes with respect to each control, 0 for time
    std::vector<std::array<int, 2>> slots;  // of the slopes: the rows that see them
    std::array<int, 4> branch_slots{};      // +1 -1 +1 -1 of a voltage source
  };
  // The rows into which the expression enters, with sign: the branch, or both terminals.
  std::array<std::pair<int, double>, 2> rows(const Source& source) const;

  bool voltage_;
  std::vector<Source> sources_;
  std::vector<double> inputs_, outputs_, work_;
};

}  // namespace saddle
