#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include <saddle/solver/analyses/discrete_sensitivity.hpp>
#include <saddle/solver/analyses/operating_point.hpp>
#include <saddle/solver/analyses/option_checks.hpp>
#include <saddle/solver/analyses/sensitivity.hpp>
#include <saddle/solver/analyses/sensitivity_setup.hpp>
#include <saddle/solver/system/check.hpp>

namespace saddle {

std::optional<OptionError> TransientSensitivityOptions::check() const {
  if (run.integrator == Integrator::trapezoidal || run.integrator == Integrator::radau ||
      run.integrator == Integrator::explicit_rk)
    return OptionError{"integrator", "a multistep method: backward_euler, gear2 or bdf"};
  if (memory_limit == 0) return OptionError{"memory_limit", "x > 0"};
  return run.check();
}

namespace {

class Run {
 public:
  Run(System& system, const TransientSensitivityOptions& options)
      : system_(system),
        options_(options),
        parameters_(checked_parameters(system, options.parameters)),
        // Inputs are taken a rounding before the end of a step: what jumps there has not yet.
        before_(32 * std::numeric_limits<double>::epsilon() * options.run.stop) {
    check_gradients(system, options.objectives);
    result_.method = chosen_method(options.method, parameters_.size(), options.objectives.size());
    result_.derivative.assign(options.objectives.size(), std::vector<double>(parameters_.size(), 0.0));
  }

  TransientSensitivities run() {
    TransientOptions run = options_.run;
    if (run.integrator == Integrator::automatic) run.integrator = Integrator::bdf;  // has to be multistep
    const bool from_rest = run.initial.empty();
    if (from_rest && !find_start(run)) return std::move(result_);
    const bool forward = result_.method == SensitivityMethod::forward;
    std::optional<ForwardSweep> sweep;
    if (forward) {
      sweep.emplace(system_, parameters_);
      if ((result_.failure = sweep->begin(run.start, run.initial, from_rest))) return std::move(result_);
    } else {
      motion_.add(run.start, run.initial, {});
    }
    run.observe = [&](const AcceptedStep& step) {
      if (!usable(step)) return false;
      const std::span<const double> weights = step.stepper().rate_weights();
      const std::span<const double> y = step.y().first(system_.size());
      if (forward)
        result_.failure = sweep->step(step.time() - before_, y, weights);
      else
        motion_.add(step.time() - before_, y, weights);
      return !result_.failure && (!options_.run.observe || options_.run.observe(step));
    };
    result_.run = transient(system_, run);
    look_for_failures();
    if (result_.failure) return std::move(result_);
    if (forward)
      for (std::size_t g = 0; g < options_.objectives.size(); ++g)
        for (std::size_t k = 0; k < parameters_.size(); ++k)
          result_.derivative[g][k] = dot(options_.objectives[g], sweep->response(k));
    else
      result_.failure =
          sweep_backward(system_, motion_, from_rest, options_.objectives, parameters_, result_.derivative);
    return std::move(result_);
  }

 private:
  bool find_start(TransientOptions& run) {
    OperatingPoint rest = operating_point(system_, {.time = run.start});
    run.initial = rest.y;
    run.correct_initial = true;  // an input may jump at the start
    if (!rest.failure) return true;
    result_.failure = result_.run.failure = std::move(rest.failure);
    result_.run.final = std::move(rest.y);
    return false;
  }

  bool usable(const AcceptedStep& step) {
    const std::span<const double> weights = step.stepper().rate_weights();
    if (static_cast<int>(step.y().size()) < system_.size() || weights.size() < 2 ||
        weights.size() > static_cast<std::size_t>(kMostWeights)) {
      fail(step.time(),
           "the step was not made by a multistep formula; choose the integrator backward_euler, or "
           "bdf or gear2 without fixed_step");
      return false;
    }
    if (result_.method == SensitivityMethod::adjoint &&
        (motion_.points.size() + 1) * StoredMotion::bytes_per_point(system_.size()) > options_.memory_limit) {
      fail(step.time(),
           fmt::format("{} steps of {} variables exceed memory_limit ({} bytes); raise it, loosen "
                       "relative_tolerance, or use the forward method",
                       motion_.points.size(), system_.size(), options_.memory_limit));
      return false;
    }
    return true;
  }

  void look_for_failures() {
    if (result_.failure) return;
    if (result_.run.failure) {
      result_.failure = result_.run.failure;
    } else if (!result_.run.events.empty()) {
      fail(result_.run.events.front().time,
           fmt::format("the event '{}' may change the state in a way whose derivative is not known",
                       result_.run.events.front().name));
    }
  }

  void fail(double time, const std::string& why) {
    result_.failure = Failure{Failure::Kind::not_converged, "", time,
                              fmt::format("no sensitivities from t = {:.6g} s on: {}", time, why)};
  }

  System& system_;
  const TransientSensitivityOptions& options_;
  std::vector<int> parameters_;
  double before_;  // [s]
  StoredMotion motion_;
  TransientSensitivities result_;
};

}  // namespace

TransientSensitivities transient_sensitivity(System& system, const TransientSensitivityOptions& options) {
  require(options.check());
  check_description(system);
  if (!options.run.initial.empty()) check_values(system, "initial", options.run.initial);
  return Run(system, options).run();
}

}  // namespace saddle
