#include <saddle/netlist/text/number.hpp>

#include <algorithm>
#include <charconv>
#include <limits>
#include <string>

namespace saddle {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool starts_with_any_case(std::string_view text, std::string_view lower_case) {
  return text.size() >= lower_case.size() && std::equal(lower_case.begin(), lower_case.end(), text.begin(),
                                                        [](char l, char c) { return l == lower(c); });
}

struct Suffix {
  std::string_view text;
  int power_of_ten;
  double factor;  // beside the power of ten
};
// "meg" and "mil" before "m".
constexpr Suffix kSuffixes[] = {{"meg", 6, 1}, {"mil", 0, 25.4e-6}, {"f", -15, 1}, {"p", -12, 1},
                                {"n", -9, 1},  {"u", -6, 1},        {"m", -3, 1},  {"k", 3, 1},
                                {"g", 9, 1},   {"t", 12, 1}};

// mantissa and exponent apart, so that a suffix can join the exponent before anything is rounded.
struct Numeral {
  std::string_view mantissa;
  long exponent = 0;
  std::size_t length = 0;  // 0: no numeral
};

constexpr long kHugeExponent = 1'000'000;  // far beyond any double, far from overflow of long

Numeral split_numeral(std::string_view text) {
  std::size_t at = 0, digits = 0;
  const auto skip_digits = [&] {
    for (; at < text.size() && is_digit(text[at]); ++at) ++digits;
  };
  skip_digits();
  if (at < text.size() && text[at] == '.') {
    ++at;
    skip_digits();
  }
  if (digits == 0) return {};
  Numeral numeral{text.substr(0, at), 0, at};
  if (at == text.size() || lower(text[at]) != 'e') return numeral;
  std::size_t power = at + 1;  // counts only where digits follow: "1e" is 1 with a unit
  if (power < text.size() && (text[power] == '+' || text[power] == '-')) ++power;
  if (power == text.size() || !is_digit(text[power])) return numeral;
  const bool negative = text[power - 1] == '-';
  const auto [stop, error] =
      std::from_chars(text.data() + power, text.data() + text.size(), numeral.exponent);
  if (error != std::errc{} || numeral.exponent > kHugeExponent) numeral.exponent = kHugeExponent;
  if (negative) numeral.exponent = -numeral.exponent;
  numeral.length = static_cast<std::size_t>(stop - text.data());
  return numeral;
}

// Where the first digit that is not 0 stands: d.ddd has 1, 0.0ddd has -1.
long leading_position(std::string_view mantissa) {
  const std::size_t first = mantissa.find_first_not_of("0.");
  if (first == std::string_view::npos) return 0;
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  return first < point ? static_cast<long>(point - first) : -static_cast<long>(first - point - 1);
}

// The double nearest to mantissa * 10^exponent; 0 or infinity beyond the range.
double nearest_double(std::string_view mantissa, long exponent) {
  std::string text(mantissa);
  text += 'e';
  text += std::to_string(exponent);
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range)
    return leading_position(mantissa) + exponent > 0 ? std::numeric_limits<double>::infinity() : 0;
  return value;
}

}  // namespace

ParsedNumber parse_numeral(std::string_view text) {
  const Numeral numeral = split_numeral(text);
  if (numeral.length == 0) return {};
  return {nearest_double(numeral.mantissa, numeral.exponent), numeral.length};
}

ParsedNumber parse_scaled_numeral(std::string_view text) {
  const Numeral numeral = split_numeral(text);
  if (numeral.length == 0) return {};
  for (const Suffix& suffix : kSuffixes)
    if (starts_with_any_case(text.substr(numeral.length), suffix.text))
      return {nearest_double(numeral.mantissa, numeral.exponent + suffix.power_of_ten) * suffix.factor,
              numeral.length + suffix.text.size()};
  return {nearest_double(numeral.mantissa, numeral.exponent), numeral.length};
}

ParsedNumber parse_number(std::string_view text) {
  const std::size_t sign = !text.empty() && (text[0] == '+' || text[0] == '-') ? 1 : 0;
  ParsedNumber number = parse_scaled_numeral(text.substr(sign));
  if (number.length == 0) return {};
  number.length += sign;
  if (sign == 1 && text[0] == '-') number.value = -number.value;
  while (number.length < text.size() && is_letter(text[number.length])) ++number.length;
  return number;
}

}  // namespace saddle
