// saddle check: the same circuit here and in ngspice, every signal compared.
#include <cctype>
#include <cstdio>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <saddle/export/files/csv.hpp>
#include <saddle/export/files/raw.hpp>
#include <saddle/export/ngspice/cross_check.hpp>

#include "exit_codes.hpp"
#include "inputs.hpp"
#include "json.hpp"
#include "number_option.hpp"
#include "outputs.hpp"
#include "verbs.hpp"

namespace saddle::cli {

namespace {

struct CheckOptions {
  InputOptions input;
  OutputOptions output;
  CrossCheckOptions check;
  bool json = false;
};

void print_json(const Comparison& comparison) {
  Json j;
  j["agrees"] = comparison.agrees;
  j["verdict"] = comparison.verdict;
  j["tolerance"] = comparison.tolerance;
  j["judge_error"] = comparison.judge_error;
  j["judge_runs"] = comparison.judge_runs;
  j["from"] = comparison.from;
  j["to"] = comparison.to;
  j["signals"] = Json::array();
  for (const SignalDifference& signal : comparison.signals)
    j["signals"].push_back({{"name", signal.name},
                            {"max_error", signal.max_error},
                            {"rms_error", signal.rms_error},
                            {"swing", signal.swing},
                            {"scale", signal.scale},
                            {"worst_time", signal.worst_time}});
  j["saddle_seconds"] = comparison.saddle_seconds;
  j["ngspice_seconds"] = comparison.ngspice_seconds;
  if (comparison.failure) j["failure"] = comparison.failure->message;
  fmt::print("{}\n", j.dump(2));
}

void print_table(const Comparison& comparison) {
  fmt::print("\n  {:<24} {:>12} {:>12} {:>12} {:>14}\n", "signal", "max error", "rms error", "swing",
             "worst at");
  for (const SignalDifference& s : comparison.signals)
    fmt::print("  {:<24} {:>12.3g} {:>12.3g} {:>12.4g} {:>12.6g} s{}\n", s.name, s.max_error, s.rms_error,
               s.swing, s.worst_time,
               s.max_error > comparison.tolerance ? "  <- differs"
               : s.scale > s.swing                ? fmt::format("  (relative to {:.3g})", s.scale)
                                                  : "");
  fmt::print("\nerrors are relative to each signal's swing, or to what stands behind it; tolerance {:g}\n",
             comparison.tolerance);
  fmt::print("ngspice's last two of {} runs, ever tighter, differ by {:.2g}\n", comparison.judge_runs,
             comparison.judge_error);
  fmt::print("CPU time  Saddle {:.3g} s, ngspice (tight) {:.3g} s\n", comparison.saddle_seconds,
             comparison.ngspice_seconds);
}

int check_circuit(const Circuit& circuit, const std::vector<std::string>& preferred,
                  const CheckOptions& options) {
  if (options.check.stop == 0 && !circuit.transient)
    throw CLI::ValidationError("--stop",
                               "the deck has no .tran card: say how long to run, for example --stop 1m");
  if (!options.json) {
    if (!circuit.title.empty()) fmt::print("{}\n", circuit.title);
    fmt::print("circuit   {}\n", circuit_size(circuit));
    std::fflush(stdout);
  }
  const Comparison comparison = cross_check(circuit, options.check);
  if (!comparison.failure && !comparison.reference.time.empty()) {
    const OutputOptions& output = options.output;
    const PlotSpec spec = plot_spec(comparison.ours, output, preferred);
    if (!output.raw.empty()) write_raw(output.raw, comparison.ours);
    if (!output.csv.empty()) write_csv(output.csv, comparison.ours);
    for (const std::string& path : output.plots) plot_overlay(path, comparison, spec);
  }
  if (options.json) {
    print_json(comparison);
  } else {
    if (!comparison.signals.empty()) print_table(comparison);
    if (!comparison.failure) print_written(options.output);
    std::string verdict = comparison.verdict;
    if (!verdict.empty())
      verdict[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(verdict[0])));
    fmt::print("{}\n", verdict);
  }
  if (comparison.failure) {
    if (!options.json) fmt::print(stderr, "{}: error: {}\n", options.input.file, comparison.failure->message);
    return kNumericalFailure;
  }
  return comparison.agrees ? kFine : kAnswerIsNo;
}

}  // namespace

void add_check(CLI::App& app, Outcome& outcome) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App& verb = *app.add_subcommand("check", "run here and in ngspice, compare every signal");
  options->input.add_to(verb);
  add_number(verb, "--tolerance", options->check.tolerance,
             "largest difference, relative to a signal's swing");
  add_number(verb, "--stop", options->check.stop, "end of the run [s], instead of the file's");
  add_number(verb, "--reltol", options->check.relative_tolerance, "of Saddle's own run; default: as run");
  add_number(verb, "--timeout", options->check.timeout, "for each run of ngspice [s]");
  options->output.add_to(verb);
  verb.add_flag("--json", options->json, "one JSON object instead of the table");
  verb.footer("Example:\n  saddle check examples/qp.opt --plot qp.png");
  verb.callback([options, &outcome] {
    options->output.check(options->input.file);
    Description description = read_description(options->input.file);
    if (auto* problem = std::get_if<Problem>(&description)) {
      const Synthesis made = make_circuit(with_options(std::move(*problem), options->input), options->input);
      outcome.exit_code = check_circuit(made.circuit, reading_signals(made), *options);
    } else {
      Circuit circuit = std::get<Circuit>(std::move(description));
      apply_level(circuit, options->input);
      outcome.exit_code = check_circuit(circuit, {}, *options);
    }
  });
}

}  // namespace saddle::cli
