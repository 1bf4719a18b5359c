#include <saddle/netlist/synthesis/solve.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <saddle/netlist/circuit/simulate.hpp>
#include <saddle/netlist/synthesis/flow_system.hpp>
#include <saddle/solver/analyses/operating_point.hpp>
#include <saddle/solver/analyses/transient.hpp>
#include <saddle/solver/system/frozen_system.hpp>

namespace saddle {

namespace {

constexpr double kFar = 1e6;  // what grows beyond has run away

double largest(const std::vector<NamedValue>& values) {
  double result = 0;
  for (const NamedValue& value : values) result = std::max(result, std::abs(value.value));
  return result;
}

std::vector<double> numbers(const std::vector<NamedValue>& values) {
  std::vector<double> result;
  for (const NamedValue& value : values) result.push_back(value.value);
  return result;
}

// Continuation that does not come to rest shows by what runs away: multipliers while a violation
// stays (constraints that conflict, [T B.10]), or the variables (nothing holds the objective).
void explain_failure(const Problem& problem, const std::string& failure, Solution& solution) {
  const bool violated = solution.optimality.max_violation > 1e-6;
  if (violated && std::max(largest(solution.multipliers), largest(solution.variables)) > kFar) {
    solution.status = Solution::Status::infeasible;
    solution.message = "the constraints conflict: '" +
                       problem.constraints[solution.optimality.worst_constraint].name +
                       "' stays violated while its multiplier grows without bound";
  } else if (largest(solution.variables) > kFar) {
    const auto far = std::max_element(
        solution.variables.begin(), solution.variables.end(),
        [](const NamedValue& a, const NamedValue& b) { return std::abs(a.value) < std::abs(b.value); });
    solution.status = Solution::Status::unbounded;
    solution.message = "nothing bounds the objective: '" + far->name + "' grows without end";
  } else {
    solution.status = Solution::Status::not_converged;
    solution.message = failure;
  }
}

// Where the system rests. Newton from the start finds a point where nothing moves; where that is no
// resting place (a maximum, or the wrong side of a saddle) the motion itself leads to one, with the
// inputs held still, and Newton only sharpens its end. `horizon` [s] is a first guess of how long
// the motion takes.
OperatingPoint find_rest(System& system, double time, double horizon) {
  const auto rests = [&](const OperatingPoint& point) {
    if (point.failure) return false;
    const std::optional<Modes> at = modes(system, time, point.y);
    return !at || at->stable;
  };
  OperatingPoint point = operating_point(system, {.time = time});
  if (rests(point) || system.size() > kLargestDenseModes) return point;

  FrozenSystem still(system, time);
  std::vector<double> y(system.size());
  system.start(y);
  for (int attempt = 0; attempt < 3; ++attempt, horizon *= 8) {
    TransientResult motion =
        transient(still, {.stop = horizon,
                          .integrator = Integrator::trapezoidal,
                          .relative_to_peak = true,
                          .max_steps = 50'000,
                          .initial = y,
                          .correct_initial = true,
                          .save = {0}});
    if (motion.failure) break;
    y = std::move(motion.final);
    OperatingPoint end = operating_point(system, {.time = time, .guess = y});
    if (!rests(end)) continue;
    end.method = "following the motion, then " + end.method;
    return end;
  }
  return point;
}

void explain_modes(System& system, const OperatingPoint& point, double time, Solution& solution) {
  solution.modes = modes(system, time, point.y);
  if (!solution.modes) return;
  if (solution.modes->stable) {
    const double decay = std::log(1e3);
    if (std::isfinite(solution.modes->slowest_time_constant))
      solution.settling_time = decay * solution.modes->slowest_time_constant;
  } else {
    solution.status = Solution::Status::unstable;
    solution.message = "the point is no resting place: a mode of the linearised system does not decay";
  }
}

Solution finish(const Problem& problem, System& system, const OperatingPoint& point, double time,
                Solution solution) {
  solution.found_by = point.method;
  solution.optimality = judge(problem, numbers(solution.variables), numbers(solution.multipliers), time);
  const Optimality& at = solution.optimality;
  const double size = 1 + largest(solution.variables);
  if (point.failure && at.kkt_residual() <= 1e-9 && size < kFar) {
    // Nothing moves there; it is only not the one such point.
    solution.status = Solution::Status::settled;
    solution.message = "an optimum, but not a single point: '" + point.failure->where +
                       "' is not determined (constraints that repeat each other, or a flat objective)";
    return solution;
  }
  if (point.failure || at.max_violation > 1e-6 * size) {
    explain_failure(problem, point.failure ? point.failure->message : "the constraints are not met",
                    solution);
    return solution;
  }
  solution.status = Solution::Status::settled;
  explain_modes(system, point, time, solution);
  return solution;
}

}  // namespace

double Solution::operator[](std::string_view name) const {
  for (const auto* values : {&variables, &multipliers})
    for (const NamedValue& value : *values)
      if (value.name == name) return value.value;
  throw std::out_of_range("the solution has no '" + std::string(name) + "'");
}

std::string_view to_string(Solution::Status status) {
  switch (status) {
    case Solution::Status::settled:
      return "settled";
    case Solution::Status::unstable:
      return "unstable";
    case Solution::Status::infeasible:
      return "infeasible";
    case Solution::Status::unbounded:
      return "unbounded";
    case Solution::Status::not_converged:
      return "not-converged";
  }
  return "";
}

Solution solve(const Problem& problem, double time) {
  const Flow flow = make_flow(problem);
  FlowSystem system(flow);
  const double horizon = 20 * std::max(problem.method.tau, problem.method.multiplier_tau);
  const OperatingPoint point = find_rest(system, time, horizon);
  Solution solution;
  for (std::size_t i = 0; i < flow.states.size(); ++i) {
    auto& list = flow.states[i].type == FlowState::Type::variable ? solution.variables : solution.multipliers;
    list.push_back({flow.states[i].name, point.y[i]});
  }
  return finish(problem, system, point, time, std::move(solution));
}

Solution solve(const Synthesis& made, double time) {
  CircuitSystem system(made.circuit, circuit_tolerances(made.circuit.options));
  const double horizon = made.circuit.transient ? made.circuit.transient->stop : 20 * made.problem.method.tau;
  const OperatingPoint point = find_rest(system, time, horizon);
  Solution solution;
  for (std::size_t k = 0; k < made.readings.size(); ++k) {
    const Reading& reading = made.readings[k];
    const double volts = reading.node == 0 ? 0 : point.y[system.node_variable(reading.node)];
    auto& list = k < made.problem.variables.size() ? solution.variables : solution.multipliers;
    list.push_back({reading.name, reading.scale * volts});
  }
  return finish(made.problem, system, point, time, std::move(solution));
}

}  // namespace saddle
