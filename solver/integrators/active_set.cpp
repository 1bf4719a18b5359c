#include <saddle/solver/integrators/active_set.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace saddle {

namespace {

constexpr double kEventAccuracy = 1e-3;  // of the error weights
constexpr int kSwitchesAllowed = 40;     // in the time span of `chattering`, and 4 more for every row

}  // namespace

ActiveSet::ActiveSet(Newton& newton) : newton_(newton), rows_(newton.replaced_rows()) {
  watched_.resize(rows_.complementarities());
  switch_times_.resize(kSwitchesAllowed + 4 * watched_.size());
}

double ActiveSet::unit_of_row(int index) const {
  double unit = std::numeric_limits<double>::min();
  for (const RowSlots::Entry& entry : rows_.entries(index))
    unit =
        std::max(unit, std::abs(newton_.evaluation().G[entry.slot]) * newton_.weights().weight(entry.column));
  return kEventAccuracy * unit;
}

double ActiveSet::least_watched(std::span<const double> y) {
  current_ = std::numeric_limits<double>::infinity();
  for (int k = 0; k < rows_.complementarities(); ++k) {
    const int variable = rows_.complementarity(k).variable;
    watched_[k] = rows_.modes()[k] == RowMode::equation
                      ? y[variable] / (kEventAccuracy * newton_.weights().weight(variable))
                      : rows_.row_residual(k) / unit_of_row(k);
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
