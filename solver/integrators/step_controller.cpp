#include <saddle/solver/integrators/step_controller.hpp>

#include <algorithm>
#include <cmath>

namespace saddle {

namespace {

constexpr double kSafety = 0.8;
constexpr double kWorthGrowing = 1.2;
constexpr double kGreatestShrink = 0.2;
constexpr double kNewtonCut = 0.25;
constexpr double kNegligible = 1e-9;  // an error so small that only the growth limit matters

}  // namespace

void StepController::begin(double step) {
  step_ = step;
  rejections_ = 0;
  error_before_ = 0;
}

void StepController::accept(double h, double error, int order, double greatest_growth) {
  const double power = 1.0 / (order + 1);
  const double before = error_before_ > 0 ? error_before_ * std::pow(h / step_before_, order + 1) : 0;
  double factor = kSafety * std::pow(std::max({error, before, kNegligible}), -power);
  error_before_ = error;
  step_before_ = h;
  if (rejections_ > 0) factor = std::min(factor, 1.0);  // do not grow again at once
  rejections_ = 0;
  factor = std::min(factor, greatest_growth);
  if (factor >= 1 && factor < kWorthGrowing) factor = 1;
  step_ = h * std::max(factor, 0.5);
}

void StepController::reject(double h, double error, int order) {
  const double factor = kSafety * std::pow(error, -1.0 / (order + 1));
  shrink_to(h * std::clamp(factor, kGreatestShrink, rejections_ > 0 ? 0.5 : 0.9));
}

void StepController::cut(double h) {
  shrink_to(h * kNewtonCut);
}

void StepController::shrink_to(double step) {
  ++rejections_;
  step_ = step;
}

}  // namespace saddle
