// Formulas that turn d/dt q into differences of charges.
#pragma once

#include <saddle/solver/analyses/options.hpp>

namespace saddle {

// One step from t0 to t1 = t0 + h, with the step before it from t0 - h_before to t0:
//
//   d/dt q (t1)  =  alpha q(t1) + newest q(t0) + before q(t0 - h_before) + slope qdot(t0)
//                +  error * D
//
// where the last term is what the formula leaves out: D is the divided difference of q of
// order `order + 1` (that derivative over its factorial) over the latest points.
struct StepFormula {
  int order = 1;
  double alpha = 0;   // [1/s]
  double newest = 0;  // [1/s]
  double before = 0;  // [1/s]
  double slope = 0;
  double error = 0;            // [s^order]
  double greatest_growth = 2;  // of the next step; a larger one spoils stability or the estimate
};

StepFormula backward_euler(double h);
StepFormula trapezoidal(double h);
StepFormula gear2(double h, double h_before);

}  // namespace saddle
