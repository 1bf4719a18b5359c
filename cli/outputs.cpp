#include "outputs.hpp"

#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <saddle/export/files/csv.hpp>
#include <saddle/export/files/raw.hpp>

namespace saddle::cli {

void OutputOptions::add_to(CLI::App& verb) {
  verb.add_option("--raw", raw, "write the waveforms as an ngspice raw file");
  verb.add_option("--csv", csv, "write the waveforms as comma-separated values");
  verb.add_option("--plot", plots, "draw to a .svg or .png file; may be given more than once")
      ->allow_extra_args(false);
  verb.add_option("--signals", signals,
                  "what to draw, for example 'v(x),v(y);v(lambda)': a semicolon begins a new panel");
  verb.add_option("--title", title, "of the plots, instead of the file's");
}

void check_different(const std::vector<std::string>& files) {
  std::set<std::filesystem::path> seen;
  for (const std::string& file : files)
    if (!file.empty() &&
        !seen.insert(std::filesystem::weakly_canonical(std::filesystem::absolute(file))).second)
      throw CLI::ValidationError(file, "one file cannot be two things; give every output a name of its own");
}

void OutputOptions::check(const std::string& input) const {
  for (const std::string& plot : plots) {
    const bool known = plot.ends_with(".svg") || plot.ends_with(".png");
    if (!known) throw CLI::ValidationError("--plot", fmt::format("'{}' must end in .svg or .png", plot));
  }
  std::vector<std::string> files{input, raw, csv};
  files.insert(files.end(), plots.begin(), plots.end());
  check_different(files);
}

std::vector<std::string> reading_signals(const Synthesis& made) {
  std::vector<std::string> names;
  for (const Reading& reading : made.readings) names.push_back("v(" + made.circuit.nodes[reading.node] + ")");
  return names;
}

PlotSpec plot_spec(const Waveforms& waveforms, const OutputOptions& options,
                   const std::vector<std::string>& preferred) {
  PlotSpec spec{.title = options.title};
  if (options.signals.empty()) {
    // More curves than colours help nobody: then the plot chooses.
    if (!preferred.empty() && preferred.size() <= 8) spec.panels.push_back({.signals = preferred});
    return spec;
  }
  for (const std::string& panel : CLI::detail::split(options.signals, ';')) {
    PlotPanel& made = spec.panels.emplace_back();
    for (std::string name : CLI::detail::split(panel, ',')) {
      CLI::detail::trim(name);
      if (!waveforms.find(name))
        throw CLI::ValidationError("--signals", fmt::format("there is no signal '{}'", name));
      made.signals.push_back(name);
    }
  }
  return spec;
}

void write_outputs(const Waveforms& waveforms, const OutputOptions& options,
                   const std::vector<std::string>& preferred) {
  const PlotSpec spec = plot_spec(waveforms, options, preferred);
  if (!options.raw.empty()) write_raw(options.raw, waveforms);
  if (!options.csv.empty()) write_csv(options.csv, waveforms);
  for (const std::string& path : options.plots) plot_waveforms(path, waveforms, spec);
}

void print_written(const OutputOptions& options) {
  std::vector<std::string> files = options.plots;
  for (const std::string* file : {&options.csv, &options.raw})
    if (!file->empty()) files.insert(files.begin(), *file);
  for (const std::string& file : files) fmt::print("wrote {}\n", file);
}

}  // namespace saddle::cli
