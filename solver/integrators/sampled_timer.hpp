// How long calls take, from a sample of them.
#pragma once

#include <chrono>

namespace saddle {

// Times the first call and every sixteenth after it, and lets each stand for sixteen: reading the
// clock costs as much as evaluating a tiny system.
class SampledTimer {
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
  static constexpr long kEvery = 16;
  using Clock = std::chrono::steady_clock;
  class Stop {
   public:
    explicit Stop(SampledTimer& timer) : timer_(timer), began_(Clock::now()) {}
    ~Stop() { timer_.sampled_seconds_ += std::chrono::duration<double>(Clock::now() - began_).count(); }
    Stop(const Stop&) = delete;
    Stop& operator=(const Stop&) = delete;

   private:
    SampledTimer& timer_;
    Clock::time_point began_;
  };

  long calls_ = 0;
  double sampled_seconds_ = 0;
};

}  // namespace saddle
