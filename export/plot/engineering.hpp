// Engineering units for axes: the prefix that keeps the numbers between 1 and 1000.
#pragma once

#include <string>
#include <string_view>

namespace saddle {

struct AxisUnit {
  double factor = 1;  // values are shown times this
  std::string text;   // "mV"; empty where there is no unit
};

AxisUnit axis_unit(double largest_magnitude, std::string_view unit);

}  // namespace saddle
