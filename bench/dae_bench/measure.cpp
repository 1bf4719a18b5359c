#include "measure.hpp"

#include <fstream>
#include <string>

namespace saddle::bench {

namespace {

double status_bytes(const std::string& field) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == field) {
      double kilobytes = 0;
      status >> kilobytes;
      return 1024 * kilobytes;
    }
  return 0;
}

}  // namespace

double resident_bytes() {
  return status_bytes("VmRSS:");
}
double peak_resident_bytes() {
  return status_bytes("VmHWM:");
}

}  // namespace saddle::bench
