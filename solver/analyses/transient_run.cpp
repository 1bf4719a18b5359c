#include <saddle/solver/analyses/transient_run.hpp>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <numeric>

#include <fmt/format.h>

#include <saddle/solver/analyses/operating_point.hpp>
#include <saddle/solver/integrators/make_stepper.hpp>
#include <saddle/solver/integrators/sign_change.hpp>
#include <saddle/solver/newton/newton_message.hpp>

namespace saddle {

namespace {

constexpr double kLeastStep = 1e-24;        // of the run
constexpr double kLeastStepOfTime = 1e-15;  // of the time itself: shorter steps do not advance it
constexpr double kFirstStepOfTime = 4e-15;  // a first step is not shorter, in spite of a faster motion
constexpr double kFirstStep = 0.1;          // of the greatest step, and of the piece
constexpr int kRejectionsBeforeRestart = 7, kNewtonFailuresBeforeRestart = 10;
constexpr double kVisibleJump = 0.1;   // in units of the error weights
constexpr double kChatterSpan = 1e-6;  // of the run
constexpr int kLocatingSteps = 60;
constexpr double kShortTime = 1e-3;   // of the first step after an event: which way it leaves
constexpr long kCrawlSteps = 20'000;  // that many steps
constexpr double kCrawlSpan = 1e-4;   // must cover more than this of the run, or of the time reached

// A low order sees its own error through the iteration matrix, where a stiff variable that follows an
// input looks exact however long the step; between the steps it is not. So its steps are bounded.
double default_greatest_step(Integrator integrator, double span) {
  const bool low_order = integrator == Integrator::backward_euler || integrator == Integrator::trapezoidal ||
                         integrator == Integrator::gear2;
  return low_order ? span / 50 : span;
}

std::vector<int> variables_to_save(const System& system, const TransientOptions& options) {
  if (!options.keep_waveforms) return {};
  if (!options.save.empty()) return options.save;
  std::vector<int> all(system.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

}  // namespace

TransientRun::Engine::Engine(System& system, const TransientOptions& options, double longest_step)
    : newton(system, options.relative_tolerance, options.relative_to_peak, options.linear),
      start(newton, options.stop - options.start),
      active(newton, longest_step),
      events(system) {}

TransientRun::TransientRun(System& system, const TransientOptions& options)
    : original_(system),
      system_(system),
      options_(options),
      span_(options.stop - options.start),
      breakpoints_(system_, options.start, options.stop),
      recorder_(system_, variables_to_save(system, options), options.start_saving, options.fixed_step == 0,
                options.output_times) {
  greatest_step_ = options.max_step > 0
                       ? std::min(options.max_step, span_)
                       : std::min(default_greatest_step(options.integrator, span_), system.longest_step());
  engine_ = std::make_unique<Engine>(system_, options, greatest_step_);
}

TransientResult TransientRun::run() {
  const std::clock_t began = std::clock();
  if (begin())
    while (!ended()) advance();
  const bool cut = result_.failure && result_.statistics.steps > 0;  // maybe at an event inside the last step
  result_.end = cut ? result_.failure->time : engine_->stepper ? time() : options_.start;
  if (stiff_since_)
    result_.choice += fmt::format(
        "; stability, not accuracy, bounds the steps from t = {:.3g} s on: bdf or radau would take longer "
        "ones",
        *stiff_since_);
  result_.linear = engine_->newton.linear_solver().used();
  result_.choice += "; " + engine_->newton.linear_solver().reason();
  result_.waveforms = recorder_.take();
  add_statistics_of_engine();
  result_.statistics.seconds = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
  return std::move(result_);
}

void TransientRun::add_statistics_of_engine() {
  TransientStatistics& to = result_.statistics;
  const NewtonCounts newton = engine_->newton.counts();
  to.newton_iterations += newton.iterations;
  to.evaluations += newton.evaluations;
  to.factorizations += engine_->newton.factorizations();
  to.evaluation_seconds += newton.evaluation_seconds;
  to.factorization_seconds += newton.factorization_seconds;
  to.solution_seconds += newton.solution_seconds;
  if (engine_->stepper) add_work_of_stepper();
}

void TransientRun::add_work_of_stepper() {
  TransientStatistics& to = result_.statistics;
  const StepperWork own = stepper().own_work();
  to.newton_iterations += own.newton_iterations;
  to.evaluations += own.evaluations;
  to.factorizations += own.factorizations;
  to.evaluation_seconds += own.evaluation_seconds;
  to.factorization_seconds += own.factorization_seconds;
  to.solution_seconds += own.solution_seconds;
}

double TransientRun::least_step() const {
  return std::max(kLeastStep * span_, kLeastStepOfTime * std::abs(time()));
}

// The point at the start, consistent; false if there is none.
bool TransientRun::begin() {
  const bool given = !options_.initial.empty();
  std::vector<double> y = options_.initial;
  if (!given) {
    OperatingPoint rest = operating_point(original_, {.time = options_.start, .linear = options_.linear});
    result_.statistics.newton_iterations += rest.newton_iterations;
    y = std::move(rest.y);
    if (rest.failure) {
      result_.failure = std::move(rest.failure);
      result_.final = std::move(y);
      return false;
    }
    recorder_.record_point(options_.start, y);
  }
  if (given) system_.check_evaluation(options_.start, y);
  const std::vector<double> q = engine_->newton.evaluate_plainly(options_.start, y).q;
  choose_method(y);
  result_.final = y;
  crawl_start_ = options_.start;
  if (!restart(options_.start, y, q, true)) return false;
  look_at_index();
  if (given && !options_.correct_initial) require_consistent(y, q);
  if (given) recorder_.record_point(options_.start, stepper().y());
  return true;
}

// A new piece at `time` from the state before it; false if no consistent state exists.
// Shows the jump in the waveforms if there is one.
bool TransientRun::restart(double time, std::span<const double> y, std::span<const double> q,
                           bool choose_modes) {
  ConsistentStart& start = engine_->start;
  const double after = time + breakpoints_.side();
  ExplicitForm* form = stepper().explicit_form();
  if (form == nullptr || !start.find_without_matrix(after, y, *form))
    if (const NewtonResult found = start.find(after, y, q, choose_modes); !found.converged()) {
      const char* what = result_.statistics.restarts == 0 ? "no consistent start values"
                                                          : "no consistent values after the jump";
      fail_at(time, cause_of(found, y), what);
      return false;
    }
  const bool first = result_.statistics.steps == 0 && !options_.initial.empty();
  const bool visible = !first && jump_is_visible(y);
  breakpoints_.begin_piece(time);
  const double longest_first = kFirstStep * std::min(greatest_step_, breakpoints_.end() - time);
  double first_step = std::min(start.first_step(), longest_first);
  if (options_.first_step > 0 && first) first_step = std::min(options_.first_step, longest_first);
  first_step = std::max(first_step, kFirstStepOfTime * std::abs(time));
  const PieceStart piece{time, start.y(), start.charge(), start.slope(), start.rate(), first_step};
  stepper().restart(piece);
  if (std::optional<Failure> obstacle = stepper().obstacle()) {
    if (!may_change_method()) {
      result_.failure = std::move(obstacle);
      result_.failure->time = time;
      return false;
    }
    change_method(time, "its equations do not give the rates at once");
    stepper().restart(piece);
  }
  if (visible) recorder_.record_point(time, start.y());
  ++result_.statistics.restarts;
  begin_piece(time);
  return promises_are_kept(time);
}

bool TransientRun::restart_here(bool choose_modes) {
  // The stepper's own memory is overwritten by the restart.
  const std::vector<double> y(stepper().y().begin(), stepper().y().end()),
      q(stepper().q().begin(), stepper().q().end());
  return restart(time(), y, q, choose_modes);
}

bool TransientRun::jump_is_visible(std::span<const double> before) const {
  for (int i = 0; i < system_.size(); ++i)
    if (std::abs(engine_->start.y()[i] - before[i]) * engine_->newton.weights().inverse(i) > kVisibleJump)
      return true;
  return false;
}

void TransientRun::begin_piece(double time) {
  if (fixed()) {
    piece_start_ = time;
    piece_step_ = 0;
    piece_steps_ = std::max(1.0, std::ceil((breakpoints_.end() - time) / options_.fixed_step * (1 - 1e-9)));
  }
  if (!engine_->active.empty()) {
    engine_->active.least_watched(stepper().y());
    engine_->active.keep_as_start();
  }
  const std::span<const double> rate = stepper().rate().empty() ? engine_->start.rate() : stepper().rate();
  engine_->events.begin(time, stepper().y(), after_event_, rate, kShortTime * stepper().proposal());
  after_event_ = false;
}

double TransientRun::next_time() const {
  if (fixed()) {
    if (piece_step_ + 1 >= piece_steps_) return breakpoints_.end();
    return piece_start_ + (breakpoints_.end() - piece_start_) * (piece_step_ + 1) / piece_steps_;
  }
  const double h = breakpoints_.fit(time(), std::min(stepper().proposal(), greatest_step_));
  return h >= breakpoints_.end() - time() ? breakpoints_.end() : time() + h;
}

StepOutcome TransientRun::attempt(double target) {
  const bool at_jump = target == breakpoints_.end() && target < options_.stop;
  return stepper().attempt(target, at_jump ? target - breakpoints_.side() : target);
}

void TransientRun::advance() {
  const double target = next_time();
  StepOutcome outcome = attempt(target);
  if (!outcome.solved()) return retry_after_newton(outcome, target);
  if (outcome.error > 1) return retry_after_error(outcome);
  ActiveSet& active = engine_->active;
  const bool violated = !active.empty() && active.least_watched(stepper().candidate()) < -1;
  double reached = target;
  if (violated) {
    reached = locate_switch(target, outcome);
    if (!outcome.solved()) return fail_step(outcome, reached);
  }
  accept(outcome, reached);
  if (ended()) return;
  if (violated) return switch_modes();
  if (reached == breakpoints_.end() && time() == reached) return restart_after_jump();
  look_for_stiffness();
}

// The semismooth iteration decides about all rows where the jump left a sign condition violated.
void TransientRun::restart_after_jump() {
  if (!restart_here(false)) return;
  if (!engine_->active.empty() && engine_->active.least_watched(stepper().y()) < -1) restart_here(true);
}

void TransientRun::accept(const StepOutcome& outcome, double reached) {
  const double from = time();
  stepper().accept(outcome);
  rejections_ = 0;
  if (!engine_->active.empty()) engine_->active.keep_as_start();
  ++result_.statistics.steps;
  ++piece_step_;
  std::copy_n(stepper().y().begin(), system_.size(), result_.final.begin());
  if (engine_->events.empty())
    finish_step(from, reached);
  else
    respond_to_events(from);
  look_for_crawling(time());
}

// The step from `from` as far as it counts.
void TransientRun::finish_step(double from, double reached) {
  recorder_.record_step(stepper(), from, reached, engine_->newton.weights());
  if (options_.observe && !options_.observe(AcceptedStep(from, stepper()))) stopped_ = true;
  if (options_.progress && !options_.progress(reached))
    result_.failure = {
        Failure::Kind::cancelled, "", reached,
        fmt::format("cancelled at t = {:.6g} s; what was computed up to there is kept", reached)};
}

void TransientRun::respond_to_events(double from) {
  EventWatch& events = engine_->events;
  const double to = time();
  double after = from;
  while (events.find(stepper(), after, to)) {
    const double when = events.time();
    for (const int event : events.located())
      result_.events.push_back({when, event, events.event(event).name});
    result_.statistics.events += static_cast<long>(events.located().size());
    if (events.chattering(kChatterSpan * span_)) {
      const std::string& name = events.event(events.located().front()).name;
      finish_step(from, when);
      result_.final.assign(events.y().begin(), events.y().end());
      Failure failure{Failure::Kind::chattering, name, 0,
                      fmt::format("the event '{}' happens again and again", name)};
      return fail_at(when, failure, "events chatter");
    }
    std::vector<double> y(events.y().begin(), events.y().end());
    const EventResponse response = system_.respond(when, events.located(), y);
    if (system_.fault()) {
      finish_step(from, when);
      result_.final.assign(events.y().begin(), events.y().end());
      promises_are_kept(when);
      return;
    }
    if (response == EventResponse::nothing) {
      events.pass();
      after = when;
      continue;
    }
    finish_step(from, when);
    return take_response(response, when, y);
  }
  finish_step(from, to);
  promises_are_kept(to);
}

void TransientRun::take_response(EventResponse response, double when, std::vector<double>& y) {
  if (response == EventResponse::restructured) rebuild();
  result_.final = y;
  const std::vector<double> q = engine_->newton.evaluate_plainly(when, y).q;
  after_event_ = response != EventResponse::restructured;
  const bool begun = restart(when, y, q, true);
  if (begun && response == EventResponse::stop) stopped_ = true;
}

void TransientRun::rebuild() {
  add_statistics_of_engine();
  engine_ = std::make_unique<Engine>(system_, options_, greatest_step_);
  use(result_.integrator);
  recorder_.follow_structure(system_);
}

// Sliding along a corner (of |x|, say) keeps steps tiny for ever; that must end.
void TransientRun::look_for_crawling(double reached) {
  if (result_.failure) return;
  if (result_.statistics.steps >= options_.max_steps && reached < options_.stop) {
    Failure failure{Failure::Kind::step_too_small, "what moves fastest", 0,
                    fmt::format("{} steps are taken", options_.max_steps)};
    return fail_at(reached, failure, "the end is not in sight");
  }
  if (result_.statistics.steps % kCrawlSteps != 0) return;
  if (reached - crawl_start_ < kCrawlSpan * std::min(span_, std::abs(reached))) {
    Failure failure{Failure::Kind::step_too_small, "what has a corner (abs, min, max, sign)", 0,
                    fmt::format("{} steps advanced by only {:.3g} s", kCrawlSteps, reached - crawl_start_)};
    return fail_at(reached, failure, "the motion crawls");
  }
  crawl_start_ = reached;
}

void TransientRun::retry_after_newton(const StepOutcome& outcome, double target) {
  ++result_.statistics.rejected_steps;
  ++rejections_;
  stepper().shorten(outcome);
  if (fixed() || stepper().proposal() < least_step()) return fail_step(outcome, target);
  // Algebraic variables that left their equations never find back by shorter steps.
  if (rejections_ == kNewtonFailuresBeforeRestart && stepper().has_past()) restart_with(stepper().proposal());
}

void TransientRun::retry_after_error(const StepOutcome& outcome) {
  ++result_.statistics.rejected_steps;
  ++rejections_;
  stepper().shorten(outcome);
  if (stepper().proposal() < least_step()) {
    const std::string& name = system_.variables()[outcome.worst_variable].name;
    Failure failure{
        Failure::Kind::step_too_small, name, 0,
        fmt::format("the local error of '{}' (now {}) stays {:.3g} times too large", name,
                    value_with_unit(system_, outcome.worst_variable, stepper().y()[outcome.worst_variable]),
                    outcome.error)};
    return fail_at(time(), failure, "the time step became too small");
  }
  // The past does not help to foresee what comes: there was a jump that nobody announced.
  if (rejections_ % kRejectionsBeforeRestart == 0 && stepper().has_past()) restart_with(stepper().proposal());
}

void TransientRun::restart_with(double step) {
  if (restart_here(false)) stepper().propose(step);
}

// A watched quantity fell below -1 in a step to `target`: finds the step that ends where the
// least of them lies in [-1, 0]. The last attempt made is the step to take.
double TransientRun::locate_switch(double target, StepOutcome& outcome) {
  ActiveSet& active = engine_->active;
  const auto height = [&] { return active.least_watched(stepper().candidate()) + 0.5; };
  SignChange change(time(), std::max(active.last_watched() + 0.5, 1e-3), target, height());
  double reached = target;
  const double narrow = std::max(1e-14 * span_, 4 * least_step());
  for (int k = 0; k < kLocatingSteps && change.width() > narrow; ++k) {
    outcome = attempt(reached = change.guess());
    if (!outcome.solved()) return reached;
    const double value = height();
    if (std::abs(value) <= 0.5) return reached;
    change.add(reached, value);
  }
  if (reached != change.after()) {
    outcome = attempt(reached = change.after());
    if (outcome.solved()) active.least_watched(stepper().candidate());
  }
  return reached;
}

// The rows that reached their end change sides; if that leaves a sign condition violated
// (several rows that depend on each other), the semismooth iteration decides about all.
void TransientRun::switch_modes() {
  ActiveSet& active = engine_->active;
  active.switch_modes(time());
  if (active.chattering(kChatterSpan * span_)) {
    const std::string name = system_.row_name(active.switched_row());
    Failure failure{Failure::Kind::chattering, name, 0,
                    fmt::format("the {} changes sides again and again", name)};
    return fail_at(time(), failure, "the active set chatters");
  }
  restart_after_jump();
  if (!result_.failure) return;
  result_.failure.reset();
  restart_here(true);
}

void TransientRun::fail_step(const StepOutcome& outcome, double target) {
  const std::string what = fmt::format("no step beyond it succeeds, down to {:.3g} s", target - time());
  if (std::optional<Failure> obstacle = stepper().obstacle())
    return fail_at(time(), std::move(*obstacle), what);
  fail_at(time(), cause_of(outcome.newton, stepper().candidate()), what);
}

}  // namespace saddle
