#include <saddle/export/files/raw.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include <saddle/export/files/atomic_file.hpp>
#include <saddle/export/files/number_text.hpp>

namespace saddle {

namespace {

// ngspice knows a vector's unit by the word in the header's third column.
std::string_view vector_type(std::string_view unit) {
  if (unit == "V") return "voltage";
  if (unit == "A") return "current";
  if (unit == "s") return "time";
  return "notype";
}

// Header fields are single lines, and blanks separate the columns of the variable table.
std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}
std::string one_word(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c <= ' '; }, '_');
  return text;
}

std::string header(const Waveforms& waveforms, RawFormat format) {
  std::string text;
  text += fmt::format("Title: {}\n", waveforms.title.empty() ? "Saddle" : one_line(waveforms.title));
  text += "Plotname: Transient Analysis\nFlags: real\n";
  text += fmt::format("No. Variables: {}\n", waveforms.signals.size() + 1);
  text += fmt::format("No. Points: {}\n", waveforms.time.size());
  text += "Variables:\n\t0\ttime\ttime\n";
  for (std::size_t k = 0; k < waveforms.signals.size(); ++k)
    text += fmt::format("\t{}\t{}\t{}\n", k + 1, one_word(waveforms.signals[k].name),
                        vector_type(waveforms.signals[k].unit));
  return text + (format == RawFormat::binary ? "Binary:\n" : "Values:\n");
}

void append_binary(AtomicFile& file, const Waveforms& waveforms) {
  std::vector<double> point(waveforms.signals.size() + 1);
  for (std::size_t k = 0; k < waveforms.time.size(); ++k) {
    point[0] = waveforms.time[k];
    for (std::size_t s = 0; s < waveforms.signals.size(); ++s) point[s + 1] = waveforms.signals[s].values[k];
    file.append({reinterpret_cast<const char*>(point.data()), point.size() * sizeof(double)});
  }
}

void append_ascii(AtomicFile& file, const Waveforms& waveforms) {
  std::string text;
  for (std::size_t k = 0; k < waveforms.time.size(); ++k) {
    text = fmt::format(" {}\t", k);
    append_number(text, waveforms.time[k]);
    for (const Signal& signal : waveforms.signals) {
      text += "\n\t";
      append_number(text, signal.values[k]);
    }
    text += "\n\n";
    file.append(text);
  }
}

}  // namespace

void write_raw(const std::string& path, const Waveforms& waveforms, RawFormat format) {
  AtomicFile file(path);
  file.append(header(waveforms, format));
  format == RawFormat::binary ? append_binary(file, waveforms) : append_ascii(file, waveforms);
  file.commit();
}

}  // namespace saddle
