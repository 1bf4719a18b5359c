// A system as the analyses see it: whatever its author did wrong does no harm and can be told.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <saddle/solver/analyses/options.hpp>
#include <saddle/solver/system/system.hpp>

namespace saddle {

// Every analysis looks at the user's system through one of these.
//
// Equations that throw have no value at that point: q, f (and C, G) are NaN there, which every iteration
// takes for a reason to try a shorter step. The same where C or G alone holds a number that is not finite.
// `trouble` says what it was.
//
// A promise that is broken (arrays of another size than the pattern says, a next jump that does not come
// later, a response without a state) is a `fault`: the first one stays, and nobody should go on.
//
// std::bad_alloc, and what is no std::exception, passes through.
class GuardedSystem final : public System {
 public:
  // Throws std::invalid_argument if the description is wrong, see check_description.
  explicit GuardedSystem(System& system);

  // Evaluates everything once. Throws std::invalid_argument if the arrays come back in another size, or if C
  // has an entry for a variable marked algebraic. A point where the equations have no value proves nothing.
  void check_evaluation(double time, std::span<const double> y);

  // Why the last evaluation had no value; nothing if it had one, as far as is known here.
  const std::optional<Failure>& trouble() const { return trouble_; }
  const std::optional<Failure>& fault() const { return fault_; }

  const std::vector<VariableKind>& kinds() const override { return system_.kinds(); }
  const std::vector<Variable>& variables() const override { return system_.variables(); }
  const Pattern& pattern() const override { return system_.pattern(); }
  std::string row_name(int row) const override { return system_.row_name(row); }
  std::vector<Complementarity> complementarities() const override { return system_.complementarities(); }
  void evaluate(const Point& at, Evaluation& out, Need need) override;
  void start(std::span<double> y) const override { system_.start(y); }
  double next_jump(double after) const override;
  double longest_step() const override { return system_.longest_step(); }
  std::vector<Event> events() const override { return system_.events(); }
  void event_values(double time, std::span<const double> y, std::span<double> z) override;  // NaN: none
  EventResponse respond(double time, std::span<const int> events, std::vector<double>& y) override;
  std::vector<Parameter> parameters() const override { return system_.parameters(); }
  void set_parameters(std::span<const double> values) override { system_.set_parameters(values); }
  ParameterColumn parameter_derivative(const Point& at, int parameter) override;

 private:
  void take_sizes();
  bool sizes_are_right(const Evaluation& out) const;
  void restore_sizes(const Point& at, Evaluation& out);
  void look_for_entries_not_finite(const Point& at, Evaluation& out);
  void check_response(double time, EventResponse response, const std::vector<double>& y);
  void have_no_value(const Point& at, Evaluation& out, Need need, std::string where, const std::string& why);
  void break_promise(double time, const std::string& where, const std::string& what) const;

  System& system_;
  std::size_t size_ = 0, entries_ = 0;
  std::optional<Failure> trouble_;
  mutable std::optional<Failure> fault_;
};

}  // namespace saddle
