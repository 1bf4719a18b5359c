#include <saddle/solver/analyses/settle.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <saddle/solver/analyses/later_system.hpp>
#include <saddle/solver/analyses/motion_watch.hpp>
#include <saddle/solver/analyses/operating_point.hpp>
#include <saddle/solver/analyses/option_checks.hpp>
#include <saddle/solver/analyses/settle_verdict.hpp>
#include <saddle/solver/analyses/transient.hpp>
#include <saddle/solver/system/check.hpp>

namespace saddle {

namespace {

constexpr double kShortestHorizon = 1e-12;  // of the longest

}  // namespace

std::optional<OptionError> SettleOptions::check() const {
  const auto fraction = [](double x) { return x > 0 && x < 1; };
  if (!std::isfinite(start)) return OptionError{"start", "a finite number"};
  if (!(longest > 0 && std::isfinite(longest))) return OptionError{"longest", "x > 0"};
  if (auto error = check_span("longest", start, longest)) return error;
  if (!(first_horizon >= 0 && first_horizon < longest))
    return OptionError{"first_horizon", "0 <= x < longest"};
  if (first_horizon > 0 && first_horizon < kShortestHorizon * longest)
    return OptionError{"first_horizon", "0, or x >= 1e-12 of longest"};
  if (!fraction(band)) return OptionError{"band", "0 < x < 1"};
  for (const double each : absolute_band)
    if (!(each > 0 && std::isfinite(each))) return OptionError{"absolute_band", "x > 0"};
  if (!fraction(tolerance)) return OptionError{"tolerance", "0 < x < 1"};
  if (!(limit > 0)) return OptionError{"limit", "x > 0"};
  if (auto error = check_relative_tolerance(relative_tolerance)) return error;
  if (max_steps <= 0) return OptionError{"max_steps", "x > 0"};
  return check_finite("initial", initial);
}

namespace {

constexpr int kFirstHorizons = 1024;  // in the longest
constexpr int kSamplesPerStep = 4;    // of the second run: its end, and dense output inside

// A horizon of the motion, by its ends since the start.
struct Horizon {
  double from = 0, to = 0;  // [s]
};

class Run {
 public:
  Run(System& system, const SettleOptions& options, std::vector<double> first)
      : system_(system), options_(options), later_(system, options.start), first_(std::move(first)) {
    y_ = first_;
  }

  Settling run() {
    MotionWatch watch(y_);
    const double first =
        options_.first_horizon > 0 ? options_.first_horizon : options_.longest / kFirstHorizons;
    Horizon horizon{0, first};
    while (true) {
      follow(horizon, watch);
      if (result_.failure || result_.outcome == Settling::Outcome::runs_away) break;
      horizons_.push_back(horizon);
      if (at_rest(horizon, watch)) {
        find_settling_times(watch);
        break;
      }
      if (judge_oscillation(system_, options_, watch, result_)) break;
      if (horizon.to >= options_.longest) {
        judge_at_the_end(system_, options_, watch, horizon.to - horizon.from, rest_in_sight_, result_);
        break;
      }
      horizon = {horizon.to, std::min(2 * horizon.to, options_.longest)};
    }
    if (result_.y.empty()) result_.y = std::move(y_);
    return std::move(result_);
  }

 private:
  // One horizon from y_ to y_; `see` looks at each step, with times since the start, and ends it with false.
  template <class See>
  TransientResult move(const Horizon& horizon, See see) {
    later_.set(options_.start + horizon.from);
    TransientOptions run{
        .stop = horizon.to - horizon.from,
        .integrator = options_.integrator,
        .relative_tolerance = options_.relative_tolerance,
        .max_steps = options_.max_steps,
        .initial = y_,
        .correct_initial = horizon.from > 0 || options_.initial.empty() || options_.correct_initial,
        .save = {0},
        .keep_waveforms = false};
    run.observe = [&](const AcceptedStep& step) {
      ++result_.steps;
      if (step.y().size() < y_.size()) return false;
      return see(step);
    };
    if (options_.progress)
      run.progress = [&](double t) { return options_.progress(options_.start + horizon.from + t); };
    TransientResult motion = transient(later_, run);
    if (motion.final.size() == y_.size()) y_ = motion.final;
    return motion;
  }

  void follow(const Horizon& horizon, MotionWatch& watch) {
    watch.begin(horizon.from, horizon.to, y_);
    int far = -1;
    TransientResult motion = move(horizon, [&](const AcceptedStep& step) {
      result_.end = options_.start + horizon.from + step.time();
      watch.add(horizon.from + step.time(), step.y());
      for (int i = 0; i < system_.size(); ++i)
        if (!(std::abs(step.y()[i]) <= options_.limit)) far = i;
      return far < 0;
    });
    if (far >= 0) return judge_runaway(system_, options_, watch, far, horizon.from, result_);
    if (!motion.failure) return;
    if (judge_blow_up(system_, watch, *motion.failure, result_)) return;
    result_.outcome = Settling::Outcome::failed;
    Failure failure = std::move(*motion.failure);
    failure.time = result_.end;
    result_.message = failure.message;
    result_.failure = std::move(failure);
  }

  double absolute_tolerance(int i) const {
    return system_.kinds()[system_.variables()[i].kind].absolute_tolerance;
  }
  // What the integrator itself may add to a variable that does not move.
  double noise(int i, const MotionWatch& watch) const {
    return 10 * (absolute_tolerance(i) + options_.relative_tolerance * std::abs(watch.now(i)));
  }
  double band(int i, const MotionWatch& watch) const {
    if (!options_.absolute_band.empty()) return options_.absolute_band[system_.variables()[i].kind];
    return std::max(options_.band * watch.whole(i).width(), noise(i, watch));
  }

  bool at_rest(const Horizon& horizon, const MotionWatch& watch) {
    for (int i = 0; i < watch.size(); ++i)
      if (watch.horizon(i).width() > std::max(options_.tolerance * watch.whole(i).width(), noise(i, watch)))
        return false;
    const double now = options_.start + horizon.to;
    if (horizon.to < options_.longest && system_.next_jump(now) <= options_.start + options_.longest)
      return false;
    OperatingPoint rest = operating_point(
        system_, {.time = now, .relative_tolerance = options_.relative_tolerance, .guess = y_});
    rest_in_sight_ = !rest.failure;
    if (!rest.failure) {
      for (int i = 0; i < watch.size(); ++i)
        if (!(std::abs(rest.y[i] - y_[i]) <= band(i, watch))) return false;  // so slow that it seems to rest
      result_.verified = true;
      final_ = std::move(rest.y);
    } else {
      final_ = y_;
    }
    return true;
  }

  // The second run. Between samples a variable is taken to move on a straight line.
  void find_settling_times(const MotionWatch& watch) {
    const int size = watch.size();
    std::vector<double> bands(size), before(size), sample(size);
    for (int i = 0; i < size; ++i) bands[i] = band(i, watch);
    result_.settling_times.assign(size, 0.0);
    y_ = first_;
    for (int i = 0; i < size; ++i) before[i] = std::abs(y_[i] - final_[i]);
    for (const Horizon& horizon : horizons_) {
      TransientResult motion = move(horizon, [&](const AcceptedStep& step) {
        const double h = step.time() - step.from();
        for (int k = 1; k <= kSamplesPerStep; ++k) {
          const double t = k == kSamplesPerStep ? step.time() : step.from() + h * k / kSamplesPerStep;
          if (k == kSamplesPerStep)
            std::copy_n(step.y().begin(), size, sample.begin());
          else
            step.interpolate(t).evaluate(sample);
          for (int i = 0; i < size; ++i) {
            const double distance = std::abs(sample[i] - final_[i]), edge = bands[i];
            if (distance > edge)
              result_.settling_times[i] = horizon.from + t;
            else if (before[i] > edge)
              result_.settling_times[i] =
                  horizon.from + t - h / kSamplesPerStep * (edge - distance) / (before[i] - distance);
            before[i] = distance;
          }
        }
        return true;
      });
      if (motion.failure) {  // the first run had none: only a cancelled one comes here
        result_.outcome = Settling::Outcome::failed;
        result_.failure = std::move(motion.failure);
        result_.message = result_.failure->message;
        return;
      }
    }
    conclude();
  }

  void conclude() {
    const auto last = std::max_element(result_.settling_times.begin(), result_.settling_times.end());
    result_.outcome = Settling::Outcome::settled;
    result_.y = final_;
    if (last == result_.settling_times.end()) return;
    result_.settling_time = *last;
    result_.slowest_variable = static_cast<int>(last - result_.settling_times.begin());
    result_.message = fmt::format("settled {:.6g} s after the start, '{}' last", *last,
                                  system_.variables()[result_.slowest_variable].name);
  }

  System& system_;
  const SettleOptions& options_;
  LaterSystem later_;
  std::vector<double> first_, y_, final_;
  std::vector<Horizon> horizons_;  // some tens at most: each doubles the time
  bool rest_in_sight_ = true;
  Settling result_;
};

}  // namespace

Settling settle(System& system, const SettleOptions& options) {
  require(options.check());
  check_description(system);
  if (!options.absolute_band.empty() && options.absolute_band.size() != system.kinds().size())
    throw std::invalid_argument(fmt::format("absolute_band: expected {} values, got {}",
                                            system.kinds().size(), options.absolute_band.size()));
  if (system.size() == 0) {
    Settling nothing;
    nothing.outcome = Settling::Outcome::settled;
    nothing.message = "there is nothing that could move";
    return nothing;
  }
  return Run(system, options, start_values(system, "initial", options.initial)).run();
}

}  // namespace saddle
