#include <saddle/solver/integrators/explicit_controller.hpp>

#include <algorithm>
#include <cmath>

namespace saddle {

namespace {

// Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.4.
constexpr double kIntegral = 0.04;
constexpr double kProportional = 0.2 - 0.75 * kIntegral;
constexpr double kSafety = 0.9;
constexpr double kGreatestGrowth = 10, kGreatestShrink = 0.2;
constexpr double kFirstGrowth = 100;  // the first step was chosen for a method of first order
constexpr double kLeastErrorBefore = 1e-4;
constexpr double kNegligible = 1e-10;  // an error so small that only the growth limit matters
constexpr double kCut = 0.25;

}  // namespace

void ExplicitController::begin(double step) {
  step_ = step;
  error_before_ = kLeastErrorBefore;
  rejected_ = false;
  first_ = true;
}

void ExplicitController::accept(double h, double error) {
  error = std::max(error, kNegligible);
  double factor = kSafety * std::pow(error, -kProportional) * std::pow(error_before_, kIntegral);
  factor = std::clamp(factor, kGreatestShrink, first_ ? kFirstGrowth : kGreatestGrowth);
  if (rejected_) factor = std::min(factor, 1.0);  // do not grow again at once
  error_before_ = std::max(error, kLeastErrorBefore);
  rejected_ = first_ = false;
  step_ = h * factor;
}

void ExplicitController::reject(double h, double error) {
  step_ = h * std::clamp(kSafety * std::pow(error, -kProportional), kGreatestShrink, kSafety);
  rejected_ = true;
}

void ExplicitController::cut(double h) {
  step_ = h * kCut;
  rejected_ = true;
}

}  // namespace saddle
