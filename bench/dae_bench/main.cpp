// Saddle beside IDA of SUNDIALS on differential-algebraic equations.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>

#include "checks.hpp"
#include "further.hpp"
#include "growth.hpp"
#include "plot.hpp"
#include "work_precision.hpp"

using namespace saddle::bench;

namespace {

struct Options {
  bool quick = false, further = false, flow = false;
  bool check_jacobians = false, verify = false, end_values = false, list = false;
  std::string problem, plot, markdown;
};

Options parse(int argc, char** argv) {
  Options options;
  CLI::App app{"Work and precision of Saddle and IDA on the same equations, and how Saddle's cost grows."};
  app.name("bench/dae");
  app.add_flag("--quick", options.quick, "rtol down to 1e-6 only, few repetitions, small sizes");
  app.add_option("--problem", options.problem, "only problems whose name begins so, and no growth")
      ->type_name("NAME");
  app.add_flag("--further", options.further, "other problems than those the integrators are measured by");
  app.add_option("--plot", options.plot, "write work-precision diagrams there: dae.svg, dae.png")
      ->type_name("DIR");
  app.add_option("--markdown", options.markdown, "write the tables there too")->type_name("FILE");
  app.add_flag("--flow", options.flow, "only the tables of the random QP flow: rest, and who overtakes whom");
  app.add_flag("--list", options.list, "names of the problems, then stop");
  app.add_flag("--check-jacobians", options.check_jacobians, "compare Jacobians with differences, then stop");
  app.add_flag("--verify-references", options.verify, "compare references with tight runs, then stop");
  app.add_flag("--end-values", options.end_values, "print where tight runs end, then stop");
  app.footer("Example: bench/dae --problem hires --plot out");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::exit(app.exit(error));
  }
  return options;
}

std::vector<Problem> chosen_problems(const Options& options) {
  auto problems = options.further ? further_problems() : comparison_problems();
  std::erase_if(problems, [&](const Problem& p) { return !p.name.starts_with(options.problem); });
  if (problems.empty())
    throw std::runtime_error("no problem begins with '" + options.problem + "'; --list shows all");
  return problems;
}

std::string command_line(int argc, char** argv) {
  std::string text = "bench/dae";
  for (int i = 1; i < argc; ++i) text += std::string(" ") + argv[i];
  return text;
}

int bench(const Options& options, const std::string& command) {
  const auto problems = chosen_problems(options);
  if (options.list) {
    for (const Problem& each : problems) fmt::print("{:<12} {}\n", each.name, each.title);
    return 0;
  }
  if (options.check_jacobians) return check_jacobians(problems) ? 0 : 1;
  if (options.verify) return verify_references(problems) ? 0 : 1;

  if (options.end_values) return print_end_values(problems), 0;

  if (options.flow) {
    Report report;
    for (const auto& table : {equilibrium, rest_point, explicit_or_implicit})
      report.add(table(options.quick));
    if (!options.markdown.empty()) report.write_markdown(options.markdown, command);
    return 0;
  }
  Effort effort;
  if (options.quick) effort = {.last = 6, .budget = 0.02, .patience = 2};
  Report report;
  std::vector<Comparison> comparisons;
  for (const Problem& each : problems) {
    comparisons.push_back(compare(each, effort));
    report.add(samples_table(comparisons.back()));
  }
  if (!options.plot.empty()) plot(comparisons, options.plot);
  if (options.problem.empty() && !options.further)
    for (const auto& table : {ladder_growth, grid_growth, direct_or_iterative, square_wave, equilibrium,
                              rest_point, explicit_or_implicit})
      report.add(table(options.quick));
  report.add(ratio_table(comparisons));
  report.add(summary_table(comparisons));
  if (!options.markdown.empty()) report.write_markdown(options.markdown, command);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv);
  try {
    return bench(options, command_line(argc, argv));
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench/dae: {}\n", error.what());
    return 1;
  }
}
