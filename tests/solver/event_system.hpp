// A small system with events from lambdas.
#pragma once

#include "solver/small_system.hpp"

namespace saddle::testing {

class LambdaEvents : public SmallSystem {
 public:
  using SmallSystem::SmallSystem;
  std::vector<Event> events() const override { return list; }
  void event_values(double time, std::span<const double> y, std::span<double> z) override {
    values ? values(time, y, z) : System::event_values(time, y, z);
  }
  EventResponse respond(double time, std::span<const int>, std::vector<double>& y) override {
    return response(time, y);
  }
  double next_jump(double after) const override { return jump ? jump(after) : SmallSystem::next_jump(after); }
  std::vector<Event> list;
  std::function<void(double, std::span<const double>, std::span<double>)> values;
  std::function<EventResponse(double, std::vector<double>&)> response;
  std::function<double(double)> jump;
};

}  // namespace saddle::testing
