#include "further.hpp"

namespace saddle::bench {

std::vector<Problem> further_problems() {
  std::vector<Problem> all;
  for (const auto& family : {chemistry, ring_modulator, squeezer, orbits, switching_circuits,
                             algebraic_circuits, linkages, fields})
    for (Problem& each : family()) all.push_back(std::move(each));
  return all;
}

}  // namespace saddle::bench
