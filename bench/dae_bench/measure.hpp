// CPU time and memory of this process.
#pragma once

#include <ctime>

namespace saddle::bench {

// CPU time of this thread [s]: what others do on the machine counts little.
inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// From /proc/self/status [B]; 0 where there is none.
double resident_bytes();
double peak_resident_bytes();

}  // namespace saddle::bench
