#include "plot.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>

namespace saddle::bench {

namespace {

// One colour a method in every panel; IDA's variants differ in dash only.
std::string style(const Solver& solver) {
  static const std::map<Integrator, std::string> colours{{Integrator::bdf, "#d62728"},
                                                         {Integrator::radau, "#1f77b4"},
                                                         {Integrator::explicit_rk, "#2ca02c"},
                                                         {Integrator::gear2, "#d62728"},
                                                         {Integrator::trapezoidal, "#1f77b4"}};
  if (solver.is_saddle) return fmt::format("lw 2.5 pt 7 ps 0.7 lc rgb '{}'", colours.at(solver.integrator));
  return fmt::format("lw 1.3 pt {} ps 0.6 dt {} lc rgb '{}'", solver.ida.dense ? 4 : 8,
                     solver.ida.newton == 0.33   ? 1
                     : solver.ida.newton == 1e-2 ? 2
                                                 : 3,
                     solver.ida.dense ? "#999999" : "#333333");
}

std::string panel(const Comparison& comparison) {
  std::string data, curves;
  int number = 0;
  for (const Curve& curve : comparison.curves) {
    data += fmt::format("$curve{} << EOD\n", number);
    for (const Sample& s : curve.samples)
      if (s.run.finished) data += fmt::format("{:.6e} {:.6e}\n", std::pow(10, -s.digits), s.run.seconds);
    data += "EOD\n";
    curves += fmt::format("{}$curve{} using 1:2 with linespoints {} title '{}'", number > 0 ? ", " : "",
                          number, style(curve.solver), curve.solver.name);
    ++number;
  }
  return data + fmt::format("set title '{}, {} unknowns' noenhanced\nplot {}\n", comparison.problem.title,
                            comparison.unknowns, curves);
}

std::string script(const std::vector<Comparison>& comparisons, const std::string& terminal,
                   const std::string& file) {
  const int columns = comparisons.size() > 1 ? 3 : 1;
  const int lines = (static_cast<int>(comparisons.size()) + columns - 1) / columns;
  std::string text = fmt::format("set terminal {} size {},{} font 'DejaVu Sans,10'\nset output '{}'\n",
                                 terminal, 520 * columns, 400 * lines, file);
  text +=
      "set logscale xy\nset xrange [*:*] reverse\nset format '10^{%L}'\nset grid lc rgb '#dddddd' lt 1\n"
      "set key top left samplen 2 font ',8' noenhanced\nset xlabel 'largest relative error at the end'\n"
      "set ylabel 'CPU time, s'\nset offsets graph 0.03, graph 0.03, graph 0.2, graph 0.05\n";
  text += fmt::format("set multiplot layout {},{}\n", lines, columns);
  for (const Comparison& each : comparisons) text += panel(each);
  return text + "unset multiplot\n";
}

}  // namespace

void plot(const std::vector<Comparison>& comparisons, const std::string& folder) {
  std::filesystem::create_directories(folder);
  for (const auto& [terminal, ending] :
       {std::pair("svg background 'white'", "svg"), std::pair("pngcairo", "png")}) {
    const std::string base = folder + "/dae.", commands = base + "gp";
    std::ofstream(commands) << script(comparisons, terminal, base + ending);
    if (std::system(("gnuplot '" + commands + "'").c_str()) != 0)
      throw std::runtime_error("gnuplot could not draw '" + base + ending + "'");
    std::filesystem::remove(commands);
  }
}

}  // namespace saddle::bench
