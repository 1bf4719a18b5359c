// Numbers as SPICE writes them: a decimal numeral, a scale suffix, a unit.
#pragma once

#include <cstddef>
#include <string_view>

namespace saddle {

// A number at the start of a text: value, and how many characters it took (0: there is none).
// The value is the double nearest to what is written, so "10u" equals 1e-5 exactly; it is
// infinite when the number is too large for a double.
struct ParsedNumber {
  double value = 0;
  std::size_t length = 0;
};

// The SPICE rule, for decks: an optional sign, the numeral, a suffix of any case (f p n u m k meg
// g t mil), and any letters after it, which are taken for a unit and ignored: 10uF, 1kohm, 5Volts.
ParsedNumber parse_number(std::string_view text);

// The same without sign and unit: numeral and suffix alone.
ParsedNumber parse_scaled_numeral(std::string_view text);

// The numeral alone, without sign, suffix and unit.
ParsedNumber parse_numeral(std::string_view text);

}  // namespace saddle
