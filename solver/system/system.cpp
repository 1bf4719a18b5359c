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

void System::event_values(double, std::span<const double>, std::span<double> z) {
  if (!z.empty()) throw std::logic_error("event_values: a system with events must override it");
}

EventResponse System::respond(double, std::span<const int>, std::vector<double>&) {
  return EventResponse::restart;
}

void System::set_parameters(std::span<const double> values) {
  if (!values.empty()) throw std::invalid_argument("set_parameters: this system has no parameters");
}

ParameterColumn System::parameter_derivative(const Point&, int) {
  throw std::out_of_range("parameter_derivative: this system has no parameters");
}

}  // namespace saddle
