// Complementarity rows in time: which side of each is zero, and when that must change.
#pragma once

#include <span>
#include <vector>

#include <saddle/solver/newton/newton.hpp>

namespace saddle {

// During a step every row 0 <= a _|_ r >= 0 keeps its mode, so that an integrator only sees a
// smooth system. The other quantity of the pair, a in mode `equation` and r in mode `bound`, must
// stay >= 0: it is watched, in units of the accuracy to which its change of sign is located.
// That unit is a small part of the error weight of a; for r, of the error that the weights of
// the variables in its row can make in it: in f at once, in d/dt q over the longest step.
class ActiveSet {
 public:
  ActiveSet(Newton& newton, double longest_step);

  bool empty() const { return rows_.complementarities() == 0; }

  // The least of the watched quantities at a solution; below -1 a sign condition is violated.
  double least_watched(std::span<const double> y);
  double last_watched() const { return last_; }
  void keep_as_start() { last_ = current_; }  // of the next step

  // Switches the rows that reached their end; counts them. The worst row is remembered.
  void switch_modes(double time);
  int switched_row() const { return switched_row_; }

  // True when modes have changed so often in so short a time that the motion slides on the edge
  // between them: no step could ever get away.
  bool chattering(double time_span) const;

 private:
  double unit_of_row(int index) const;

  Newton& newton_;
  ReplacedRows& rows_;
  double longest_step_;
  std::vector<double> watched_;
  double current_ = 0, last_ = 0;
  int switched_row_ = -1;
  std::vector<double> switch_times_;  // the latest, as a ring
  std::size_t switches_ = 0;
};

}  // namespace saddle
