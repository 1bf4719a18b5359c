// How large an error each variable may have.
#pragma once

#include <span>
#include <vector>

#include <saddle/solver/system/system.hpp>

namespace saddle {

// weight_i = relative * max(|y_i|, peak_i) + absolute_i, in the unit of variable i. The absolute
// part comes from the variable's kind. The peak is 0, or where an analysis wants errors relative
// to it the largest |y_i| so far, so that a signal is not followed more closely just because it
// crosses zero.
class ErrorWeights {
 public:
  ErrorWeights(const System& system, double relative, bool relative_to_peak = false);

  void remember_peaks(std::span<const double> y);
  void refresh(std::span<const double> y);  // computes the weights at y

  double weight(int variable) const { return 1 / inverse_[variable]; }
  double inverse(int variable) const { return inverse_[variable]; }
  bool is_differential(int variable) const { return differential_[variable] > 0; }
  double relative() const { return relative_; }

  struct Norm {
    double value = 0;   // max |v_i| / weight_i; infinite if an entry is not finite
    int variable = -1;  // where it is attained
  };
  Norm norm(std::span<const double> v) const;
  Norm differential_norm(std::span<const double> v) const;  // algebraic variables left out

 private:
  double relative_;
  bool relative_to_peak_;
  std::vector<double> absolute_, peak_, inverse_;
  std::vector<double> differential_;  // 1 for a differential variable, 0 for an algebraic one
};

}  // namespace saddle
