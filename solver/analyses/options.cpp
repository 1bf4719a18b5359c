#include <saddle/solver/analyses/options.hpp>

namespace saddle {

const char* name_of(Integrator integrator) {
  switch (integrator) {
    case Integrator::automatic:
      return "automatic";
    case Integrator::backward_euler:
      return "backward Euler";
    case Integrator::trapezoidal:
      return "trapezoidal";
    case Integrator::gear2:
      return "Gear-2";
    case Integrator::bdf:
      return "BDF";
    case Integrator::radau:
      return "Radau IIA";
    case Integrator::explicit_rk:
      return "Dormand-Prince";
  }
  return "?";
}

}  // namespace saddle
