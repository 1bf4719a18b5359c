#include <saddle/solver/analyses/settle_verdict.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <saddle/solver/analyses/operating_point.hpp>
#include <saddle/solver/newton/newton_message.hpp>

namespace saddle {

namespace {

constexpr long kSwings = 20;        // in the last horizon
constexpr double kLoss = 1e-3;      // of a range from one half horizon to the next, that counts as none
constexpr double kSteady = 1e-3;    // change of speed from one half to the next, that counts as none
constexpr double kExplosion = 1e3;  // growth within a horizon that ended with too small a step

// How far beyond what counts as rest a variable moved in the last horizon.
double restlessness(const System& system, const SettleOptions& options, const MotionWatch& watch, int i) {
  const double floor = system.kinds()[system.variables()[i].kind].absolute_tolerance;
  return watch.horizon(i).width() / (options.tolerance * watch.whole(i).width() + floor);
}

int most_restless(const System& system, const SettleOptions& options, const MotionWatch& watch) {
  int worst = 0;
  for (int i = 1; i < watch.size(); ++i)
    if (restlessness(system, options, watch, i) > restlessness(system, options, watch, worst)) worst = i;
  return worst;
}

}  // namespace

bool judge_oscillation(const System& system, const SettleOptions& options, const MotionWatch& watch,
                       Settling& result) {
  int found = -1;
  for (int i = 0; i < watch.size(); ++i) {
    const double early = watch.early(i).width(), late = watch.late(i).width();
    const double floor = 100 * system.kinds()[system.variables()[i].kind].absolute_tolerance;
    if (watch.swings(i).count < kSwings || late < std::max(options.band * watch.whole(i).width(), floor))
      continue;
    // Swings that grow are not the last word, and a middle that wanders may yet bring the motion to rest.
    const bool same_range = std::abs(late - early) <= kLoss * early;
    const bool same_middle = std::abs(watch.late(i).middle() - watch.early(i).middle()) <= 10 * kLoss * early;
    if (!same_range || !same_middle) continue;
    if (found < 0 || late / watch.whole(i).width() > watch.late(found).width() / watch.whole(found).width())
      found = i;
  }
  if (found < 0) return false;
  result.outcome = Settling::Outcome::oscillates;
  result.variable = found;
  result.period = watch.swings(found).period();
  result.amplitude = watch.late(found).width() / 2;
  result.message = fmt::format(
      "'{}' keeps swinging by {} about {} with a period of {:.6g} s: its last {} swings did not shrink",
      system.variables()[found].name, value_with_unit(system, found, result.amplitude),
      value_with_unit(system, found, watch.late(found).middle()), result.period, watch.swings(found).count);
  return true;
}

void judge_runaway(const System& system, const SettleOptions& options, const MotionWatch& watch, int variable,
                   double from, Settling& result) {
  result.outcome = Settling::Outcome::runs_away;
  result.variable = variable;
  // Over the horizon |y| grew from the width before to the width now; exponentially, if by much.
  const double before =
      std::max(std::abs(watch.now(variable) - watch.early_shift(variable) - watch.late_shift(variable)),
               system.kinds()[system.variables()[variable].kind].absolute_tolerance);
  const double time = result.end - options.start - from, grown = std::abs(watch.now(variable)) / before;
  if (time > 0 && grown > 10) result.growth_rate = std::log(grown) / time;
  result.message =
      fmt::format("'{}' runs away: it passed the limit of {:.3g} at t = {:.6g} s{}",
                  system.variables()[variable].name, options.limit, result.end,
                  result.growth_rate > 0 ? fmt::format(", growing as exp(t * {:.4g}/s)", result.growth_rate)
                                         : std::string());
}

bool judge_blow_up(const System& system, const MotionWatch& watch, const Failure& failure, Settling& result) {
  if (failure.kind != Failure::Kind::step_too_small && failure.kind != Failure::Kind::not_finite)
    return false;
  int found = -1;
  double most = kExplosion;
  for (int i = 0; i < watch.size(); ++i) {
    const double start = watch.now(i) - watch.early_shift(i) - watch.late_shift(i);
    const double floor = 1e3 * system.kinds()[system.variables()[i].kind].absolute_tolerance;
    const double grown = std::abs(watch.now(i)) / std::max(std::abs(start), floor);
    if (grown > most) {
      most = grown;
      found = i;
    }
  }
  if (found < 0) return false;
  result.outcome = Settling::Outcome::runs_away;
  result.variable = found;
  result.message = fmt::format(
      "'{}' goes to infinity at about t = {:.6g} s: it has reached {} and steps of any length are too long",
      system.variables()[found].name, result.end, value_with_unit(system, found, watch.now(found)));
  return true;
}

void judge_at_the_end(System& system, const SettleOptions& options, const MotionWatch& watch, double length,
                      bool rest_in_sight, Settling& result) {
  const int worst = most_restless(system, options, watch);
  const std::string& name = system.variables()[worst].name;
  const double early = watch.early_shift(worst), late = watch.late_shift(worst);
  result.variable = worst;
  result.outcome = Settling::Outcome::still_moving;
  // Monotone and as fast in both halves.
  const bool steady = std::abs(late - early) <= kSteady * std::abs(early) &&
                      watch.horizon(worst).width() <= (1 + kSteady) * std::abs(early + late);
  if (steady && rest_in_sight)
    rest_in_sight = !operating_point(system, {.time = options.start + options.longest}).failure;
  if (steady && !rest_in_sight) {
    result.outcome = Settling::Outcome::runs_away;
    result.drift = (early + late) / length;
    result.message = fmt::format("'{}' drifts steadily by {} each second, and there is no rest point", name,
                                 value_with_unit(system, worst, result.drift));
    return;
  }
  if (late * early > 0 && std::abs(late) > std::abs(early))
    result.growth_rate = 2 * std::log(late / early) / length;
  result.message = fmt::format(
      "'{}' is still moving after {:.6g} s: by {} in the second half of it{}; try a larger `longest`", name,
      options.longest, value_with_unit(system, worst, watch.horizon(worst).width()),
      result.growth_rate > 0 ? ", faster and faster" : "");
}

}  // namespace saddle
