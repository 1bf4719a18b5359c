// A circuit that ngspice could not read as it is meant. what() is one sentence that names the device
// or node and says what to change.
#pragma once

#include <stdexcept>

namespace saddle {

class DeckError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace saddle
