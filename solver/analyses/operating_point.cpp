#include <saddle/solver/analyses/operating_point.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <saddle/solver/analyses/option_checks.hpp>
#include <saddle/solver/newton/newton.hpp>
#include <saddle/solver/newton/newton_message.hpp>
#include <saddle/solver/system/check.hpp>
#include <saddle/solver/system/guarded_system.hpp>

namespace saddle {

std::optional<OptionError> OperatingPointOptions::check() const {
  if (!std::isfinite(time)) return OptionError{"time", "a finite number"};
  if (auto error = check_relative_tolerance(relative_tolerance)) return error;
  if (auto error = check_newton_iterations(newton_iterations)) return error;
  for (const HeldVariable& each : held)
    if (!std::isfinite(each.value)) return OptionError{"held", "finite values"};
  return check_finite("guess", guess);
}

namespace {

// Continuation parameters. Each search for a path is bounded by its smallest step.
constexpr double kFirstGmin = 1e-2;  // [S]
constexpr double kLastGmin = 1e-14;  // [S]; below it gmin is left out
constexpr double kLeastGminFactor = 1.05;
constexpr double kFirstSourceStep = 0.1;
constexpr double kLeastSourceStep = 1e-4;
constexpr double kFirstPseudoStep = 1e-6;     // [s]
constexpr double kLeastPseudoStep = 1e-20;    // [s]
constexpr double kGreatestPseudoStep = 1e12;  // [s]
constexpr int kPseudoSteps = 2000;
constexpr int kQuick = 8;  // Newton iterations of a step after which the next may be bolder

// The search for f(t, y) = 0. Every strategy starts from the same guess and leaves its last
// iterate in y.
class Search {
 public:
  Search(GuardedSystem& system, const OperatingPointOptions& options)
      : system_(system),
        options_(options),
        newton_(system, options.relative_tolerance, false, options.linear),
        guess_(start_values(system, "guess", options.guess)) {
    settings_.max_iterations = options.newton_iterations;
    std::vector<int> variables;
    std::vector<double> values;
    for (const HeldVariable& held : options.held) {
      variables.push_back(held.variable);
      values.push_back(held.value);
    }
    newton_.replaced_rows().hold(variables, values);
    for (std::size_t k = 0; k < variables.size(); ++k) guess_[variables[k]] = values[k];
    history_.resize(system.size());
    before_.resize(system.size());
    system_.check_evaluation(options.time, guess_);
    move_guess_into_domain();
  }

  OperatingPoint run() {
    const std::pair<const char*, bool (Search::*)()> strategies[] = {
        {"Newton", &Search::plain_newton},
        {"gmin stepping", &Search::gmin_stepping},
        {"source stepping", &Search::source_stepping},
        {"pseudo-transient", &Search::pseudo_transient}};
    OperatingPoint found;
    for (const auto& [name, strategy] : strategies) {
      y_ = guess_;
      found.method = name;
      if ((this->*strategy)()) break;
      tried_.push_back(name);
    }
    if (tried_.size() == std::size(strategies)) {
      found.method.clear();
      found.failure = failure();
    }
    found.newton_iterations = static_cast<int>(newton_.counts().iterations);
    found.y = std::move(y_);
    return found;
  }

 private:
  // A logarithm or a quotient has no value at 0, the usual guess. A little beside it will do.
  void move_guess_into_domain() {
    const auto finite_at = [&](const std::vector<double>& y) {
      const std::vector<double>& f = newton_.evaluate_plainly(options_.time, y).f;
      return std::all_of(f.begin(), f.begin() + system_.size(), [](double v) { return std::isfinite(v); });
    };
    if ((begins_with_value_ = finite_at(guess_))) return;
    for (const double shift : {0.1, -0.1, 1.0, -1.0}) {
      std::vector<double> shifted = guess_;
      for (double& v : shifted) v += shift;
      for (const HeldVariable& held : options_.held) shifted[held.variable] = held.value;
      if (!finite_at(shifted)) continue;
      guess_ = std::move(shifted);
      begins_with_value_ = true;
      return;
    }
  }

  bool solve(const ImplicitEquation& equation) {
    last_ = newton_.solve(equation, settings_, y_);
    return last_.converged();
  }

  ImplicitEquation rest_point() const { return {.time = options_.time}; }

  bool plain_newton() {
    if (solve(rest_point())) return true;
    y_ = guess_;
    last_ = newton_.solve_damped(rest_point(), settings_, y_);
    return last_.converged();
  }

  // From a conductance to ground at every node that makes the circuit nearly linear down to none.
  bool gmin_stepping() {
    double factor = 10, gmin = kFirstGmin * factor;
    while (true) {
      before_ = y_;
      const double next = gmin / factor < kLastGmin ? 0 : gmin / factor;
      ImplicitEquation equation = rest_point();
      equation.gmin = next;
      if (solve(equation)) {
        if (next == 0) return true;
        gmin = next;
        factor = std::min(last_.iterations <= kQuick ? factor * factor : factor, 1e3);
      } else {
        if (gmin > kFirstGmin) return false;  // not even the first
        y_ = before_;
        factor = std::sqrt(factor);
        if (factor < kLeastGminFactor) return false;
      }
    }
  }

  // From all independent sources off to fully on.
  bool source_stepping() {
    ImplicitEquation equation = rest_point();
    equation.source_scale = 0;
    if (!solve(equation)) return false;
    double step = kFirstSourceStep;
    for (double scale = 0; scale < 1;) {
      before_ = y_;
      equation.source_scale = std::min(1.0, scale + step);
      if (solve(equation)) {
        scale = equation.source_scale;
        if (last_.iterations <= kQuick) step *= 2;
      } else {
        y_ = before_;
        step /= 4;
        if (step < kLeastSourceStep) return false;
      }
    }
    return true;
  }

  // Backward Euler on the true charges: alpha (q(y) - q(y before)) + f(y) = 0 with alpha = 1/step.
  // The step grows while Newton converges easily; the rest point is what is left at alpha = 0.
  bool pseudo_transient() {
    double step = kFirstPseudoStep;
    std::vector<double> charge = charge_of(y_);
    for (int count = 0; count < kPseudoSteps; ++count) {
      if (step > kGreatestPseudoStep) break;
      before_ = y_;
      ImplicitEquation equation = rest_point();
      equation.alpha = 1 / step;
      for (int i = 0; i < system_.size(); ++i) history_[i] = -equation.alpha * charge[i];
      equation.history = history_;
      if (solve(equation)) {
        std::copy_n(newton_.charge().begin(), charge.size(), charge.begin());
        step *= last_.iterations <= kQuick ? 4 : 1.5;
      } else {
        y_ = before_;
        step /= 8;
        if (step < kLeastPseudoStep) return false;
      }
    }
    return solve(rest_point());
  }

  std::vector<double> charge_of(std::span<const double> y) {
    const std::vector<double>& q = newton_.evaluate_plainly(options_.time, y).q;
    return {q.begin(), q.begin() + system_.size()};
  }

  Failure failure() {
    Failure found = describe(last_, system_, newton_, y_);
    if (last_.status == NewtonResult::Status::not_finite && system_.trouble()) found = *system_.trouble();
    if (system_.fault()) found = *system_.fault();
    // Iterates that left a point with values for infinity did not converge.
    const bool ran_away = found.kind == Failure::Kind::not_finite && begins_with_value_;
    found.message =
        fmt::format("no operating point: {}; tried {}; {}", found.message, fmt::join(tried_, ", "),
                    advice(ran_away ? Failure::Kind::not_converged : found.kind));
    return found;
  }

  static const char* advice(Failure::Kind kind) {
    switch (kind) {
      case Failure::Kind::singular:
        return "give every variable an equation that contains it (a path to ground for every node)";
      case Failure::Kind::not_finite:
        return "give start values at which every equation has a value";
      case Failure::Kind::wrong_system:
        return "correct the system";
      default:
        return "give start values closer to the answer, or make the steepest elements gentler; for equations "
               "of "
               "your own check_jacobian tells whether the Jacobian is theirs";
    }
  }

  GuardedSystem& system_;
  const OperatingPointOptions& options_;
  Newton newton_;
  NewtonSettings settings_;
  NewtonResult last_;
  std::vector<double> guess_, y_, before_, history_;
  std::vector<std::string> tried_;
  bool begins_with_value_ = false;
};

}  // namespace

OperatingPoint operating_point(System& system, const OperatingPointOptions& options) {
  require(options.check());
  GuardedSystem guard(system);
  return Search(guard, options).run();
}

}  // namespace saddle
