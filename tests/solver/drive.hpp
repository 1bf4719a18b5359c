// Drives one stepper over one smooth piece, with nothing around it.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <vector>

#include <saddle/solver/integrators/consistent_start.hpp>
#include <saddle/solver/integrators/stepper.hpp>

namespace saddle::testing {

struct Drive {
  std::vector<double> y, q;
  long steps = 0, rejected = 0;
  StepperWork work;
  bool reached = false;
  NewtonResult last_failure;
};

// From `initial` made consistent, to `stop`, in steps of `fixed_step` or as the stepper proposes.
template <class S>
Drive drive(System& system, double tolerance, std::vector<double> initial, double stop, auto make_stepper,
            double fixed_step = 0, const std::function<void(const S&, double from)>& observe = {}) {
  Newton newton(system, tolerance);
  newton.weights().refresh(initial);
  ConsistentStart start(newton, stop);
  const std::vector<double> q = newton.evaluate_plainly(0, initial).q;
  Drive out;
  out.last_failure = start.find(0, initial, q, false);
  if (!out.last_failure.converged()) return out;
  S stepper = make_stepper(newton, StepperSettings{.error_control = fixed_step == 0});
  stepper.restart({.time = 0,
                   .y = start.y(),
                   .q = start.charge(),
                   .charge_rate = start.slope(),
                   .rate = start.rate(),
                   .first_step = std::min(start.first_step(), 0.01 * stop)});
  const long count = fixed_step > 0 ? std::lround(stop / fixed_step) : 0;
  for (long k = 0; k < 10'000'000 && stepper.time() < stop; ++k) {
    const double from = stepper.time();
    double target = fixed_step > 0 ? (out.steps + 1 == count ? stop : stop * (out.steps + 1.0) / count)
                                   : from + stepper.proposal();
    if (target > stop * (1 - 1e-12)) target = stop;
    const StepOutcome outcome = stepper.attempt(target, target);
    if (outcome.good() || (fixed_step > 0 && outcome.solved())) {
      stepper.accept(outcome);
      ++out.steps;
      if (observe) observe(stepper, from);
      continue;
    }
    ++out.rejected;
    out.last_failure = outcome.newton;
    stepper.shorten(outcome);
    if (fixed_step > 0 || stepper.proposal() < 1e-30 * stop) break;
  }
  out.reached = stepper.time() >= stop;
  out.y.assign(stepper.y().begin(), stepper.y().end());
  out.q.assign(stepper.q().begin(), stepper.q().end());
  out.work = stepper.own_work();
  return out;
}

}  // namespace saddle::testing
