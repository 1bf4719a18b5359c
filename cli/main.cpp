// saddle: a thin client of the library. One file a verb; here only the frame: help, errors as exit
// codes.
#include <cstdio>
#include <stdexcept>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <saddle/export/files/atomic_file.hpp>
#include <saddle/export/ngspice/ngspice_process.hpp>
#include <saddle/export/plot/plot.hpp>
#include <saddle/export/spice/deck_error.hpp>
#include <saddle/netlist/text/source_text.hpp>

#include "exit_codes.hpp"
#include "verbs.hpp"

namespace {

constexpr const char* kFooter =
    "Examples:\n"
    "  saddle solve examples/qp.opt                 the optimum by flow, circuit and direct solution\n"
    "  saddle compile examples/qp.opt -o qp.cir     the circuit as a SPICE deck\n"
    "  saddle run qp.cir --plot qp.svg              simulate a deck\n"
    "  saddle check examples/qp.opt --plot qp.png   the same waveforms in ngspice?\n\n"
    "Exit codes: 0 fine, 1 ran but the answer is no, 2 wrong usage, 3 wrong input,\n"
    "4 numerical failure, 5 something needed is missing, 130 interrupted.";

int fail(int code, const std::string& message) {
  fmt::print(stderr, "{}\n", message);
  return code;
}

bool is_verb(CLI::App& app, const std::string& word) {
  const auto verbs = app.get_subcommands([&](CLI::App* verb) { return verb->get_name() == word; });
  return !verbs.empty();
}

int run(int argc, char** argv) {
  using namespace saddle;
  using namespace saddle::cli;
  CLI::App app{
      "Compiles constrained optimization into analog circuits, runs them and proves them against ngspice."};
  app.name("saddle");
  app.footer(kFooter);
  app.set_version_flag("--version", "saddle " SADDLE_VERSION);
  app.require_subcommand(1);
  Outcome outcome;
  add_solve(app, outcome);
  add_compile(app, outcome);
  add_run(app, outcome);
  add_check(app, outcome);
  try {
    if (argc > 1 && argv[1][0] != '-' && !is_verb(app, argv[1]))
      throw CLI::ValidationError(argv[1], "no such verb; expected solve, compile, run or check");
    app.parse(argc, argv);
    if (std::fflush(stdout) != 0) return fail(kWrongUsage, "saddle: error: cannot write to standard output");
    return outcome.exit_code;
  } catch (const CLI::Success& asked_for_help) {
    return app.exit(asked_for_help);
  } catch (const CLI::ParseError& error) {
    return fail(kWrongUsage, fmt::format("saddle: error: {}\nTry 'saddle --help'.", error.what()));
  } catch (const InputError& error) {
    return fail(kWrongInput, error.what());
  } catch (const DeckError& error) {
    return fail(kWrongInput, fmt::format("saddle: error: {}", error.what()));
  } catch (const OutputError& error) {
    return fail(kWrongUsage, fmt::format("saddle: error: {}", error.what()));
  } catch (const NgspiceMissing& error) {
    return fail(kSomethingMissing, fmt::format("saddle: error: {}", error.what()));
  } catch (const PlotError& error) {
    return fail(kSomethingMissing, fmt::format("saddle: error: {}", error.what()));
  } catch (const std::invalid_argument& error) {
    return fail(kWrongUsage, fmt::format("saddle: error: {}", error.what()));
  } catch (const std::bad_alloc&) {
    return fail(kNumericalFailure, "saddle: error: out of memory");
  } catch (const std::exception& error) {
    return fail(kNumericalFailure, fmt::format("saddle: error: {}", error.what()));
  }
}

}  // namespace

int main(int argc, char** argv) {
  return run(argc, argv);
}
