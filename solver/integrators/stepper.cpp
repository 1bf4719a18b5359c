#include <saddle/solver/integrators/stepper.hpp>

#include <algorithm>

namespace saddle {

void Combination::evaluate(std::span<double> out) const {
  constexpr std::size_t kBlock = 512;  // stays in the nearest cache while the terms are added to it
  for (std::size_t begin = 0; begin < out.size(); begin += kBlock) {
    const std::size_t end = std::min(begin + kBlock, out.size());
    for (std::size_t i = begin; i < end; ++i) out[i] = terms_ > 0 ? weight_[0] * vector_[0][i] : 0.0;
    for (int j = 1; j < terms_; ++j) {
      const double weight = weight_[j], *vector = vector_[j];
      for (std::size_t i = begin; i < end; ++i) out[i] += weight * vector[i];
    }
  }
}

}  // namespace saddle
