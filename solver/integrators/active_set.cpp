#include <saddle/solver/integrators/active_set.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace saddle {

namespace {

constexpr double kEventAccuracy = 1e-3;  // of the error weights
constexpr double kFar = 1e30;            // of the units: a row that depends on nothing has unit 0
constexpr int kSwitchesAllowed = 40;     // in the time span of `chattering`, and 4 more for every row

}  // namespace

ActiveSet::ActiveSet(Newton& newton, double longest_step)
    : newton_(newton), rows_(newton.replaced_rows()), longest_step_(longest_step) {
  watched_.resize(rows_.complementarities());
  switch_times_.resize(kSwitchesAllowed + 4 * watched_.size());
}

double ActiveSet::unit_of_row(int index) const {
  double unit = 0;
  const Evaluation& at = newton_.evaluation();
  for (const RowSlots::Entry& entry : rows_.entries(index)) {
    const double change = std::abs(at.G[entry.slot]) + std::abs(at.C[entry.slot]) / longest_step_;
    unit = std::max(unit, change * newton_.weights().weight(entry.column));
  }
  return kEventAccuracy * unit;
}

double ActiveSet::least_watched(std::span<const double> y) {
  current_ = std::numeric_limits<double>::infinity();
  for (int k = 0; k < rows_.complementarities(); ++k) {
    const int variable = rows_.complementarity(k).variable;
    watched_[k] = rows_.modes()[k] == RowMode::equation
                      ? y[variable] / (kEventAccuracy * newton_.weights().weight(variable))
                      : std::clamp(rows_.row_residual(k) / unit_of_row(k), -kFar, kFar);
    current_ = std::min(current_, watched_[k]);
  }
  return current_;
}

void ActiveSet::switch_modes(double time) {
  for (int k = 0; k < rows_.complementarities(); ++k) {
    if (watched_[k] > 0.5 * current_) continue;  // current_ < 0
    RowMode& mode = rows_.modes()[k];
    mode = mode == RowMode::equation ? RowMode::bound : RowMode::equation;
    if (watched_[k] == current_) switched_row_ = rows_.complementarity(k).row;
    switch_times_[switches_++ % switch_times_.size()] = time;
  }
}

bool ActiveSet::chattering(double time_span) const {
  if (switches_ < switch_times_.size()) return false;
  const std::size_t newest = (switches_ - 1) % switch_times_.size(),
                    oldest = switches_ % switch_times_.size();
  return switch_times_[newest] - switch_times_[oldest] < time_span;
}

}  // namespace saddle
