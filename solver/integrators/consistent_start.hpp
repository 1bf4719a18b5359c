// Values that satisfy all equations just after a jump, and how they begin to move.
#pragma once

#include <span>
#include <vector>

#include <saddle/solver/integrators/explicit_form.hpp>
#include <saddle/solver/newton/newton.hpp>

namespace saddle {

// Charges, and with them the differential variables, keep their values across a jump of the
// inputs; the others follow from the equations. Two backward Euler steps so short that nothing
// moves find them: the first may see an impulse (a capacitor across a source that jumps, a
// velocity that violated a constraint), the second no longer does. What the second step moved
// is taken back from the differential variables.
//
// The steps are short for the motion but not shorter than need be: a multiplier of
// index 2 is a difference of velocities over the step, so rounding grows as the step shrinks.
class ConsistentStart {
 public:
  ConsistentStart(Newton& newton, double time_span);

  // From y with charges q before the jump. With `choose_modes` the semismooth iteration decides
  // about complementarity rows, else they keep their modes.
  NewtonResult find(double input_time, std::span<const double> y, std::span<const double> q,
                    bool choose_modes);

  // The same without a matrix, where every row holds charge and y follows from the charges: y stays. False:
  // it is not so here.
  bool find_without_matrix(double input_time, std::span<const double> y, ExplicitForm& form);

  std::span<const double> y() const { return y_; }
  std::span<const double> charge() const { return charge_; }
  std::span<const double> slope() const { return slope_; }  // d/dt q = -f

  // d/dt y of the differential variables, 0 for the others.
  std::span<const double> rate() const { return rate_; }

  // The length of a first step that moves each differential variable by about the square root
  // of the relative tolerance times its size; infinite if nothing moves.
  double first_step() const { return first_step_; }

 private:
  NewtonResult settle(double input_time, double length, std::span<const double> y, std::span<const double> q,
                      bool choose_modes);
  NewtonResult vanishing_step(double input_time, double length, bool choose_modes);
  double distance(std::span<const double> from, std::span<const double> to);  // of differential variables
  void take_over(double input_time, double length, std::span<const double> before);
  void find_rate(double input_time, double length);
  void find_first_step();

  Newton& newton_;
  double longest_;
  std::vector<double> first_, second_, start_, known_, step_charge_;  // of the two steps
  std::vector<double> y_, charge_, slope_, rate_, f_;
  double first_step_ = 0;
};

}  // namespace saddle
