#include <saddle/export/spice/waveform_text.hpp>

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include <saddle/export/files/number_text.hpp>
#include <saddle/export/spice/deck_error.hpp>

namespace saddle {

namespace {

using Shape = SourceWaveform::Shape;

[[noreturn]] void reject(const std::string& source, std::string_view why) {
  throw DeckError(fmt::format("source '{}': {}", source, why));
}

void check_pulse(const std::vector<double>& a, const std::string& source) {
  if (a.size() != 7) reject(source, "a pulse has seven numbers");
  if (!(a[3] > 0 && a[4] > 0))
    reject(source, "ngspice has no pulse that rises or falls in no time: give it a rise and a fall time > 0");
  if (!(a[5] > 0)) reject(source, "ngspice has no pulse of width 0: give it a width > 0");
  if (a[6] < 0) reject(source, "a period must not be negative");
}

void check_sine(const std::vector<double>& a, const std::string& source) {
  if (a.size() != 6) reject(source, "a sine has six numbers");
  if (!(a[2] > 0))
    reject(source, "ngspice has no sine of frequency 0: give it a frequency > 0, or use a constant");
}

void check_piecewise_linear(const std::vector<double>& a, const std::string& source) {
  if (a.empty() || a.size() % 2 != 0)
    reject(source, "a piecewise linear waveform is pairs of time and value");
  for (std::size_t k = 2; k < a.size(); k += 2)
    if (!(a[k] > a[k - 2])) reject(source, "the times of a piecewise linear waveform must ascend strictly");
}

std::string call(std::string_view name, const std::vector<double>& arguments) {
  std::string text(name);
  text += '(';
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    if (k > 0) text += ' ';
    append_number(text, arguments[k]);
  }
  return text + ')';
}

}  // namespace

std::string waveform_text(const SourceWaveform& waveform, const std::string& source) {
  const std::vector<double>& a = waveform.arguments;
  for (const double value : a)
    if (!std::isfinite(value)) reject(source, "its waveform holds a number that is not finite");
  switch (waveform.shape) {
    case Shape::dc:
      return "dc " + number_text(a.at(0));
    case Shape::pulse:
      check_pulse(a, source);
      return call("pulse", a);
    case Shape::sine:
      check_sine(a, source);
      return call("sin", a);
    case Shape::piecewise_linear:
      check_piecewise_linear(a, source);
      return a.size() == 2 ? "dc " + number_text(a[1]) : call("pwl", a);
  }
  reject(source, "its waveform has no form in a deck");
}

}  // namespace saddle
