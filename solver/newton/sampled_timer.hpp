// How long calls take, from a sample of them.
#pragma once

#include <chrono>

namespace saddle {

// Times the first call and every kEvery-th after it, and lets each stand for all of them: reading the
// clock costs as much as evaluating a tiny system.
template <long kEvery>
class BasicTimer {
 public:
  template <class Call>
  decltype(auto) operator()(Call&& call) {
    if (calls_++ % kEvery != 0) return call();
    const Stop stop(*this);
    return call();
  }
  long calls() const { return calls_; }
  double seconds() const {  // of all calls, estimated
    const long sampled = (calls_ + kEvery - 1) / kEvery;
    return sampled > 0 ? sampled_seconds_ / static_cast<double>(sampled) * static_cast<double>(calls_) : 0;
  }

 private:
  using Clock = std::chrono::steady_clock;
  class Stop {
   public:
    explicit Stop(BasicTimer& timer) : timer_(timer), began_(Clock::now()) {}
    ~Stop() { timer_.sampled_seconds_ += std::chrono::duration<double>(Clock::now() - began_).count(); }
    Stop(const Stop&) = delete;
    Stop& operator=(const Stop&) = delete;

   private:
    BasicTimer& timer_;
    Clock::time_point began_;
  };

  long calls_ = 0;
  double sampled_seconds_ = 0;
};

using SampledTimer = BasicTimer<16>;
using Timer = BasicTimer<1>;  // for what is rare or long

}  // namespace saddle
