#include <saddle/solver/integrators/stepper.hpp>

namespace saddle {

void Combination::evaluate(std::span<double> out) const {
  const std::size_t size = out.size();
  for (std::size_t i = 0; i < size; ++i) out[i] = 0;
  for (int j = 0; j < terms_; ++j) {
    const double weight = weight_[j], *vector = vector_[j];
    for (std::size_t i = 0; i < size; ++i) out[i] += weight * vector[i];
  }
}

}  // namespace saddle
