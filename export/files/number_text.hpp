// Numbers as text for decks and data files: the shortest digits that read back as the same double,
// with a point whatever the locale is.
#pragma once

#include <string>

namespace saddle {

std::string number_text(double value);  // "1e-05", "0.1", "inf", "nan"
void append_number(std::string& text, double value);

}  // namespace saddle
