#include <saddle/solver/integrators/radau_controller.hpp>

#include <algorithm>
#include <cmath>

namespace saddle {

namespace {

constexpr double kSafety = 0.9;
constexpr double kGreatestGrowth = 8;
constexpr double kFirstGrowth = 50;  // the first step was chosen for a method of first order
constexpr double kGreatestShrink = 0.2;
constexpr double kFirstShrink = 0.1;
constexpr double kKeepBelow = 1.2;  // growth that is not worth a factorization
// Newton's rate grows about as h^2: with the distance to where C and G were taken, and with h itself.
constexpr double kSlowRate = 0.3;  // the next step is to contract by this at least
constexpr double kSlowShrink = 0.8;
// After Newton failed, back to the length where it did only slowly: it would fail there again.
constexpr double kCarefulGrowth = 1.25;
constexpr int kStepsWithCare = 6;
constexpr double kLeastError = 1e-2;   // for the prediction from two errors
constexpr double kNegligible = 1e-10;  // an error that allows any growth

double safety(int iterations, int most) {
  return kSafety * std::min(1.0, (1.0 + 2 * most) / (iterations + 2.0 * most));
}

}  // namespace

void RadauController::begin(double step) {
  step_ = step;
  first_ = true;
  rejected_ = false;
  steps_with_care_ = 0;
  step_before_ = error_before_ = 0;
}

void RadauController::accept(double h, double error, int iterations, int most, double rate,
                             bool keep_if_similar) {
  error = std::max(error, kNegligible);
  double growth = safety(iterations, most) * std::pow(error, -0.25);
  if (error_before_ > 0) {
    const double foreseen = kSafety * h / step_before_ * std::pow(error * error / error_before_, -0.25);
    growth = std::min(growth, foreseen);
  }
  growth = std::clamp(growth, kGreatestShrink, first_ ? kFirstGrowth : kGreatestGrowth);
  if (rate > 0) growth = std::min(growth, std::max(kSlowShrink, std::sqrt(kSlowRate / rate)));
  if (rejected_) growth = std::min(growth, 1.0);
  if (steps_with_care_ > 0) {
    --steps_with_care_;
    growth = std::min(growth, kCarefulGrowth);
  }
  step_before_ = h;
  error_before_ = std::max(error, kLeastError);
  first_ = rejected_ = false;
  step_ = keep_if_similar && growth >= 1 && growth <= kKeepBelow ? h : h * growth;
}

void RadauController::reject(double h, double error, int iterations, int most) {
  rejected_ = true;
  const double factor = safety(iterations, most) * std::pow(error, -0.25);
  step_ = h * (first_ ? kFirstShrink : std::clamp(factor, kGreatestShrink, 0.9));
}

void RadauController::cut(double h, double excess, int iterations_left) {
  rejected_ = true;
  steps_with_care_ = kStepsWithCare;
  if (!std::isfinite(excess)) {
    step_ = h / 2;
    return;
  }
  const double most = std::clamp(excess, 1e-4, 20.0);
  step_ = h * std::clamp(0.8 * std::pow(most, -1.0 / (4 + std::max(iterations_left, 0))), 0.1, 0.9);
}

}  // namespace saddle
