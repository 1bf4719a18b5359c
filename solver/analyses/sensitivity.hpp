// How a rest point, or the end of a motion, moves with the parameters of a system.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <saddle/solver/analyses/options.hpp>
#include <saddle/solver/analyses/transient.hpp>
#include <saddle/solver/system/system.hpp>

namespace saddle {

// An objective g(y) stands for its gradient w = dg/dy at the point, one number for each variable.
using ObjectiveGradient = std::vector<double>;

enum class SensitivityMethod {
  automatic,  // forward if there are no more parameters than objectives, else adjoint
  forward,    // dy/dp: one solve for each parameter
  adjoint,    // one transposed solve for each objective, whatever the number of parameters
};

struct Sensitivities {
  std::vector<std::vector<double>> derivative;              // dg/dp by [objective][parameter asked for]
  SensitivityMethod method = SensitivityMethod::automatic;  // what was used
  std::optional<Failure> failure;
};

// Of a rest point f(time, y, p) = 0:  dg/dp = w^T dy/dp = -w^T G^-1 df/dp. Complementarity rows keep their
// side: a variable at its bound stays there (where both sides are zero the derivative is one-sided).
// `parameters`: indices into System::parameters(); empty: all. Throws std::invalid_argument for a
// gradient of the wrong size or a parameter that does not exist.
Sensitivities equilibrium_sensitivity(System& system, double time, std::span<const double> y,
                                      std::span<const ObjectiveGradient> objectives,
                                      std::span<const int> parameters = {},
                                      SensitivityMethod method = SensitivityMethod::automatic);

struct TransientSensitivityOptions {
  TransientOptions run;                       // integrator: a multistep method (backward_euler, gear2, bdf)
  std::vector<ObjectiveGradient> objectives;  // of y at the end
  std::vector<int> parameters;                // indices into System::parameters(); empty: all
  SensitivityMethod method = SensitivityMethod::automatic;
  std::size_t memory_limit = std::size_t{2} << 30;  // bytes the adjoint may keep of the motion; > 0
  std::optional<OptionError> check() const;
};

struct TransientSensitivities {
  TransientResult run;
  std::vector<std::vector<double>> derivative;  // dg/dp by [objective][parameter asked for]
  SensitivityMethod method = SensitivityMethod::automatic;
  std::optional<Failure> failure;  // the run's own, or why it has no derivative
};

// The exact derivative of the discrete motion with its steps held: with
//
//   sum_j c_j q(t_{n-j}, y_{n-j}, p) + f(t_n, y_n, p) = 0,      J_n = c_0 C_n + G_n,
//
// forwards      J_n S_n = -(df/dp + c_0 dq/dp + sum_{j>0} c_j Q_{n-j}),   Q_n = dq/dp + C_n S_n, beside the
// run;
//               it keeps a few vectors for each parameter;
// adjoint       J_m^T l_m = -(w at the last step) - C_m^T sum_{n>m} c_{n,n-m} l_n  backwards after the run;
//               it keeps y of all steps: 8 bytes * variables * steps, at most memory_limit.
//
// At a jump of an input q stays what it was, so Q carries on while the formula begins anew. The start is the
// operating point, which moves with p too, or run.initial, which does not (its charges do). Steps
// and the times where complementarity rows change sides are held; that is exact to first order where
// the motion has only a corner there. Systems that respond to events by a jump of state are refused.
TransientSensitivities transient_sensitivity(System& system, const TransientSensitivityOptions& options);

}  // namespace saddle
