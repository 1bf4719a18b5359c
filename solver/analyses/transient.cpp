#include <saddle/solver/analyses/transient.hpp>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <memory>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

#include <saddle/solver/analyses/operating_point.hpp>
#include <saddle/solver/integrators/active_set.hpp>
#include <saddle/solver/integrators/breakpoints.hpp>
#include <saddle/solver/integrators/consistent_start.hpp>
#include <saddle/solver/integrators/low_order.hpp>
#include <saddle/solver/integrators/radau.hpp>
#include <saddle/solver/integrators/recorder.hpp>
#include <saddle/solver/integrators/sign_change.hpp>
#include <saddle/solver/integrators/step_controller.hpp>
#include <saddle/solver/newton/newton_message.hpp>

namespace saddle {

namespace {

constexpr double kLeastStep = 1e-14;           // of the run
constexpr double kDefaultGreatestStep = 0.02;  // of the run
constexpr double kFirstStep = 0.1;             // of the greatest step, and of the piece
constexpr int kRejectionsBeforeRestart = 4;
constexpr double kVisibleJump = 0.1;   // in units of the error weights
constexpr double kChatterSpan = 1e-6;  // of the run
constexpr int kLocatingSteps = 60;
constexpr long kCrawlSteps = 20'000;  // that many steps
constexpr double kCrawlSpan = 1e-6;   // must cover more than this of the run

std::vector<int> all_variables(int size) {
  std::vector<int> all(size);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

std::unique_ptr<Stepper> make_stepper(Newton& newton, const TransientOptions& options) {
  const StepperSettings settings{options.fixed_step == 0, options.newton_iterations};
  if (options.integrator == Integrator::radau) return std::make_unique<RadauStepper>(newton, settings);
  return std::make_unique<LowOrderStepper>(newton, options.integrator, settings);
}

// The run: pieces between jumps, each a sequence of steps.
class Run {
 public:
  Run(System& system, const TransientOptions& options)
      : system_(system),
        options_(options),
        greatest_step_(options.max_step > 0
                           ? options.max_step
                           : std::min(kDefaultGreatestStep * options.stop, system.longest_step())),
        newton_(system, options.relative_tolerance),
        owned_stepper_(make_stepper(newton_, options)),
        stepper_(*owned_stepper_),
        start_(newton_, options.stop),
        active_(newton_, greatest_step_),
        breakpoints_(system, options.stop),
        recorder_(system, options.save.empty() ? all_variables(system.size()) : options.save,
                  options.start_saving, options.fixed_step == 0) {}

  TransientResult run() {
    const std::clock_t began = std::clock();
    if (begin())
      while (time() < options_.stop && !result_.failure) advance();
    result_.waveforms = recorder_.take();
    result_.statistics.newton_iterations += newton_.counts().iterations;
    const StepperWork work = stepper_.own_work();
    result_.statistics.newton_iterations += work.newton_iterations;
    result_.statistics.evaluations = newton_.counts().evaluations + work.evaluations;
    result_.statistics.factorizations = newton_.factorizations() + work.factorizations;
    result_.statistics.seconds = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    return std::move(result_);
  }

 private:
  double time() const { return stepper_.time(); }
  bool fixed() const { return options_.fixed_step > 0; }

  // The point at t = 0, consistent; false if there is none.
  bool begin() {
    const bool given = !options_.initial.empty();
    std::vector<double> y = options_.initial;
    if (!given) {
      OperatingPoint rest = operating_point(system_);
      result_.statistics.newton_iterations += rest.newton_iterations;
      y = std::move(rest.y);
      if (rest.failure) {
        result_.failure = std::move(rest.failure);
        result_.final = std::move(y);
        return false;
      }
      recorder_.record_point(0, y);
    }
    const std::vector<double> q = newton_.evaluate_plainly(0, y).q;
    result_.final = y;
    if (!restart(0, y, q, true)) return false;
    if (given) recorder_.record_point(0, stepper_.y());
    return true;
  }

  // A new piece at `time` from the state before it; false if no consistent state exists.
  // Shows the jump in the waveforms if there is one.
  bool restart(double time, std::span<const double> y, std::span<const double> q, bool choose_modes) {
    const NewtonResult found = start_.find(time + breakpoints_.side(), y, q, choose_modes);
    if (!found.converged()) {
      fail_at(time, describe(found, system_, newton_, y), "no consistent values after the jump");
      return false;
    }
    const bool first = result_.statistics.steps == 0 && !options_.initial.empty();
    const bool visible = !first && jump_is_visible(y);
    stepper_.restart(time, start_.y(), start_.charge(), start_.slope(), start_.first_step());
    if (visible) recorder_.record_point(time, start_.y());
    begin_piece(time);
    return true;
  }

  bool jump_is_visible(std::span<const double> before) const {
    for (int i = 0; i < system_.size(); ++i)
      if (std::abs(start_.y()[i] - before[i]) * newton_.weights().inverse(i) > kVisibleJump) return true;
    return false;
  }

  void begin_piece(double time) {
    breakpoints_.begin_piece(time);
    const double length = breakpoints_.end() - time;
    if (fixed()) {
      piece_start_ = time;
      piece_step_ = 0;
      piece_steps_ = std::max(1.0, std::ceil(length / options_.fixed_step * (1 - 1e-9)));
    } else {
      stepper_.propose(std::min({start_.first_step(), kFirstStep * greatest_step_, kFirstStep * length}));
    }
    if (!active_.empty()) {
      active_.least_watched(stepper_.y());
      active_.keep_as_start();
    }
  }

  double next_time() const {
    if (fixed()) {
      if (piece_step_ + 1 >= piece_steps_) return breakpoints_.end();
      return piece_start_ + (breakpoints_.end() - piece_start_) * (piece_step_ + 1) / piece_steps_;
    }
    const double h = breakpoints_.fit(time(), std::min(stepper_.proposal(), greatest_step_));
    return h >= breakpoints_.end() - time() ? breakpoints_.end() : time() + h;
  }

  StepOutcome attempt(double target) {
    const bool at_jump = target == breakpoints_.end();
    return stepper_.attempt(target, at_jump ? target - breakpoints_.side() : target);
  }

  void advance() {
    const double target = next_time();
    StepOutcome outcome = attempt(target);
    if (!outcome.solved()) return retry_after_newton(outcome, target);
    if (outcome.error > 1) return retry_after_error(outcome);
    const bool violated = !active_.empty() && active_.least_watched(stepper_.candidate()) < -1;
    double reached = target;
    if (violated) {
      reached = locate_switch(target, outcome);
      if (!outcome.solved()) return fail_step(outcome, reached);
    }
    accept(outcome, reached);
    if (result_.failure) return;
    if (violated) return switch_modes();
    if (reached == breakpoints_.end() && reached < options_.stop) restart_here(false);
  }

  void accept(const StepOutcome& outcome, double reached) {
    const double from = time();
    stepper_.accept(outcome);
    rejections_ = 0;
    if (!active_.empty()) active_.keep_as_start();
    ++result_.statistics.steps;
    ++piece_step_;
    recorder_.record_step(stepper_, from, reached, newton_.weights());
    std::copy_n(stepper_.y().begin(), system_.size(), result_.final.begin());
    look_for_crawling(reached);
    if (options_.progress && !options_.progress(reached)) {
      result_.failure = {
          Failure::Kind::cancelled, "", reached,
          fmt::format("cancelled at t = {:.6g} s; what was computed up to there is kept", reached)};
    }
  }

  // Sliding along a corner (of |x|, say) keeps steps tiny for ever; that must end.
  void look_for_crawling(double reached) {
    if (result_.statistics.steps >= options_.max_steps && reached < options_.stop) {
      Failure failure{Failure::Kind::step_too_small, "what moves fastest", 0,
                      fmt::format("{} steps are taken", options_.max_steps)};
      return fail_at(reached, failure, "the end is not in sight");
    }
    if (result_.statistics.steps % kCrawlSteps != 0) return;
    if (reached - crawl_start_ < kCrawlSpan * options_.stop) {
      Failure failure{Failure::Kind::step_too_small, "what has a corner (abs, min, max, sign)", 0,
                      fmt::format("{} steps advanced by only {:.3g} s", kCrawlSteps, reached - crawl_start_)};
      return fail_at(reached, failure, "the motion crawls");
    }
    crawl_start_ = reached;
  }

  void retry_after_newton(const StepOutcome& outcome, double target) {
    ++result_.statistics.rejected_steps;
    ++rejections_;
    stepper_.shorten(outcome);
    if (fixed() || stepper_.proposal() < kLeastStep * options_.stop) fail_step(outcome, target);
  }

  void retry_after_error(const StepOutcome& outcome) {
    ++result_.statistics.rejected_steps;
    ++rejections_;
    stepper_.shorten(outcome);
    if (stepper_.proposal() < kLeastStep * options_.stop) {
      const std::string& name = system_.variables()[outcome.worst_variable].name;
      Failure failure{
          Failure::Kind::step_too_small, name, 0,
          fmt::format("the local error of '{}' stays {:.3g} times too large", name, outcome.error)};
      return fail_at(time(), failure, "the time step became too small");
    }
    // The past does not help to foresee what comes: there was a jump that nobody announced.
    if (rejections_ % kRejectionsBeforeRestart == 0 && stepper_.has_past()) {
      const double h = stepper_.proposal();
      if (restart_here(false)) stepper_.propose(h);
    }
  }

  bool restart_here(bool choose_modes) { return restart(time(), stepper_.y(), stepper_.q(), choose_modes); }

  // A watched quantity fell below -1 in a step to `target`: finds the step that ends where the
  // least of them lies in [-1, 0]. The last attempt made is the step to take.
  double locate_switch(double target, StepOutcome& outcome) {
    const auto height = [this] { return active_.least_watched(stepper_.candidate()) + 0.5; };
    SignChange change(time(), std::max(active_.last_watched() + 0.5, 1e-3), target, height());
    double reached = target;
    for (int k = 0; k < kLocatingSteps && change.width() > kLeastStep * options_.stop; ++k) {
      outcome = attempt(reached = change.guess());
      if (!outcome.solved()) return reached;
      const double value = height();
      if (std::abs(value) <= 0.5) return reached;
      change.add(reached, value);
    }
    if (reached != change.after()) {
      outcome = attempt(reached = change.after());
      if (outcome.solved()) active_.least_watched(stepper_.candidate());
    }
    return reached;
  }

  // The rows that reached their end change sides; if that leaves a sign condition violated
  // (several rows that depend on each other), the semismooth iteration decides about all.
  void switch_modes() {
    active_.switch_modes(time());
    if (active_.chattering(kChatterSpan * options_.stop)) {
      const std::string name = system_.row_name(active_.switched_row());
      Failure failure{Failure::Kind::step_too_small, name, 0,
                      fmt::format("the {} changes sides again and again", name)};
      return fail_at(time(), failure, "the active set chatters");
    }
    if (!restart_here(false)) {
      result_.failure.reset();
      restart_here(true);
      return;
    }
    if (active_.least_watched(stepper_.y()) < -1) restart_here(true);
  }

  void fail_step(const StepOutcome& outcome, double target) {
    fail_at(time(), describe(outcome.newton, system_, newton_, stepper_.candidate()),
            fmt::format("no step beyond it succeeds, down to {:.3g} s", target - time()));
  }

  void fail_at(double when, Failure cause, const std::string& what) {
    if (cause.kind == Failure::Kind::not_converged) cause.kind = Failure::Kind::step_too_small;
    cause.time = when;
    cause.message = fmt::format(
        "the run stops at t = {:.6g} s: {}: {}; what was computed up to there is kept; try a larger "
        "relative_tolerance, the gear2 integrator, or gentler elements around {}",
        when, what, cause.message, cause.where);
    result_.failure = std::move(cause);
  }

  System& system_;
  const TransientOptions& options_;
  double greatest_step_;
  double crawl_start_ = 0;  // [s]
  Newton newton_;
  std::unique_ptr<Stepper> owned_stepper_;
  Stepper& stepper_;
  ConsistentStart start_;
  ActiveSet active_;
  Breakpoints breakpoints_;
  Recorder recorder_;
  TransientResult result_;
  int rejections_ = 0;                                         // in a row
  double piece_start_ = 0, piece_step_ = 0, piece_steps_ = 1;  // with fixed steps
};

void check(const System& system, const TransientOptions& options) {
  if (const auto error = options.check())
    throw std::invalid_argument(fmt::format("{}: expected {}", error->field, error->expected));
  if (!options.initial.empty() && static_cast<int>(options.initial.size()) != system.size())
    throw std::invalid_argument(
        fmt::format("initial: expected {} values, got {}", system.size(), options.initial.size()));
  for (const int variable : options.save)
    if (variable < 0 || variable >= system.size())
      throw std::invalid_argument(
          fmt::format("save: expected variables 0..{}, got {}", system.size() - 1, variable));
}

}  // namespace

TransientResult transient(System& system, const TransientOptions& options) {
  check(system, options);
  return Run(system, options).run();
}

}  // namespace saddle
