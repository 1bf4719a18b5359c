#include <saddle/solver/system/system.hpp>

#include <limits>
#include <stdexcept>

namespace saddle {

double System::next_jump(double) const {
  return std::numeric_limits<double>::infinity();
}

double System::longest_step() const {
  return std::numeric_limits<double>::infinity();
}

void System::set_parameters(std::span<const double> values) {
  if (!values.empty()) throw std::invalid_argument("set_parameters: this system has no parameters");
}

ParameterColumn System::parameter_derivative(const Point&, int) {
  throw std::out_of_range("parameter_derivative: this system has no parameters");
}

}  // namespace saddle
