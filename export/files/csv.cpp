#include <saddle/export/files/csv.hpp>

#include <saddle/export/files/atomic_file.hpp>
#include <saddle/export/files/number_text.hpp>

namespace saddle {

namespace {

std::string field(const std::string& name) {
  if (name.find_first_of(",\"\r\n") == std::string::npos) return name;
  std::string quoted = "\"";
  for (const char c : name) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

void write_csv(const std::string& path, const Waveforms& waveforms) {
  AtomicFile file(path);
  std::string line = "time";
  for (const Signal& signal : waveforms.signals) line += "," + field(signal.name);
  file.append(line + "\n");
  for (std::size_t k = 0; k < waveforms.time.size(); ++k) {
    line.clear();
    append_number(line, waveforms.time[k]);
    for (const Signal& signal : waveforms.signals) {
      line += ',';
      append_number(line, signal.values[k]);
    }
    line += '\n';
    file.append(line);
  }
  file.commit();
}

}  // namespace saddle
