#include <saddle/export/files/number_text.hpp>

#include <array>
#include <charconv>

namespace saddle {

void append_number(std::string& text, double value) {
  std::array<char, 32> digits;  // 24 characters hold every double in its shortest form
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  text.append(digits.data(), end);
}

std::string number_text(double value) {
  std::string text;
  append_number(text, value);
  return text;
}

}  // namespace saddle
