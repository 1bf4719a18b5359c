#include <saddle/export/plot/engineering.hpp>

#include <array>
#include <cmath>

namespace saddle {

AxisUnit axis_unit(double largest_magnitude, std::string_view unit) {
  struct Prefix {
    double size;
    std::string_view letter;
  };
  static constexpr std::array<Prefix, 8> kPrefixes{
      {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}, {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}, {1e-12, "p"}}};
  if (unit.empty() || !std::isfinite(largest_magnitude) || largest_magnitude <= 0)
    return {1, std::string(unit)};
  for (const Prefix& prefix : kPrefixes)
    if (largest_magnitude >= prefix.size * (1 - 1e-9))
      return {1 / prefix.size, std::string(prefix.letter) + std::string(unit)};
  return {1e12, "p" + std::string(unit)};
}

}  // namespace saddle
