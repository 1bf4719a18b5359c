// What every integration method offers to the run that drives it.
#pragma once

#include <array>
#include <cassert>
#include <optional>
#include <span>

#include <saddle/solver/analyses/options.hpp>
#include <saddle/solver/newton/newton.hpp>

namespace saddle {

class ExplicitForm;

struct StepperSettings {
  bool error_control = true;   // false: fixed steps, whatever the error
  int newton_iterations = 12;  // before an attempt is given up
  int highest_order = 5;       // of a method with several
};

struct StepOutcome {
  NewtonResult newton;
  double error = 0;         // of the step, in units of the tolerance; differential variables only
  int worst_variable = -1;  // where the error is largest
  bool solved() const { return newton.converged(); }
  bool good() const { return solved() && error <= 1; }
};

// A sum of stored vectors, sum_j weight_j vector_j. Dense output of every method has this form,
// so that one variable can be had without the others.
class Combination {
 public:
  static constexpr int kMostTerms = 8;

  void add(double weight, std::span<const double> vector) {
    assert(terms_ < kMostTerms);
    weight_[terms_] = weight;
    vector_[terms_++] = vector.data();
  }
  double operator()(int i) const {
    double sum = 0;
    for (int j = 0; j < terms_; ++j) sum += weight_[j] * vector_[j][i];
    return sum;
  }
  void evaluate(std::span<double> out) const;  // all variables

 private:
  int terms_ = 0;
  std::array<double, kMostTerms> weight_{};
  std::array<const double*, kMostTerms> vector_{};
};

// Where a smooth piece of a motion begins: consistent values.
struct PieceStart {
  double time = 0;  // [s]
  std::span<const double> y, q;
  std::span<const double> charge_rate;  // d/dt q
  std::span<const double> rate;         // d/dt y of the differential variables; 0 for algebraic ones
  double first_step = 0;                // a guess that is meant to be safe for a method of first order [s]
};

// Work a method does outside of the Newton solver it was given.
struct StepperWork {
  long newton_iterations = 0, evaluations = 0, factorizations = 0;
  double evaluation_seconds = 0, factorization_seconds = 0, solution_seconds = 0;
};

// A run restarts a method at the beginning of each smooth piece of a motion, where y, q and
// d/dt q are known and consistent, and then again and again: attempt a step; accept it, or shorten it.
// A method remembers no more than it needs of the past, never across a restart.
class Stepper {
 public:
  virtual ~Stepper() = default;

  virtual void restart(const PieceStart& start) = 0;

  // The end of the last accepted step, or the beginning of the piece.
  virtual double time() const = 0;
  virtual std::span<const double> y() const = 0;
  virtual std::span<const double> q() const = 0;
  virtual std::span<const double> slope() const = 0;  // d/dt q there

  // d/dt y there where the method knows it to rounding; else empty.
  virtual std::span<const double> rate() const { return {}; }

  virtual double proposal() const = 0;    // length of the next step [s]
  virtual void propose(double step) = 0;  // overrides it
  virtual int order() const = 0;          // of the last attempt
  virtual bool has_past() const = 0;      // a restart here would lose knowledge

  // Tries a step to `time`; inputs are taken at `input_time`, which differs at a jump only.
  // The step may be shorter than proposed.
  virtual StepOutcome attempt(double time, double input_time) = 0;
  virtual std::span<const double> candidate() const = 0;  // y at the end of a solved attempt
  // Makes the last attempt the newest step and chooses the next proposal.
  virtual void accept(const StepOutcome& outcome) = 0;
  // After an attempt that was not good: proposes a shorter one.
  virtual void shorten(const StepOutcome& outcome) = 0;

  // y at a time inside the last accepted step, to the order of the stepper.
  virtual Combination interpolate(double time) const = 0;

  // For multistep methods c_0, c_1, ... of the last accepted step: d/dt q(t_n) = sum_j c_j q(t_{n-j}).
  virtual std::span<const double> rate_weights() const { return {}; }

  virtual StepperWork own_work() const { return {}; }

  // Of an explicit method; else nothing.
  virtual ExplicitForm* explicit_form() { return nullptr; }
  // For methods that some systems are beyond: why the piece just begun cannot be followed.
  virtual std::optional<Failure> obstacle() const { return std::nullopt; }
  // For explicit methods: stability, not accuracy, has limited the last steps.
  virtual bool stiff() const { return false; }
};

}  // namespace saddle
