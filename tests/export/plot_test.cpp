#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include <saddle/export/files/atomic_file.hpp>
#include <saddle/export/plot/curves.hpp>
#include <saddle/export/plot/engineering.hpp>
#include <saddle/export/plot/figure.hpp>
#include <saddle/export/plot/plot.hpp>

#include "export/support.hpp"

using namespace saddle;
using namespace saddle::test;

namespace {

const std::string kPngSignature = "\x89PNG\r\n\x1a\n";

Waveforms waves(int points, double error = 0) {
  Waveforms waveforms;
  waveforms.title = "waves";
  for (int k = 0; k <= points; ++k) waveforms.time.push_back(2e-3 * k / points);
  const auto add = [&](const char* name, const char* unit, auto value) {
    Signal signal{name, unit, {}};
    for (const double t : waveforms.time) signal.values.push_back(value(t));
    waveforms.signals.push_back(std::move(signal));
  };
  const double omega = 2 * std::numbers::pi * 1e3;
  add("v(xb)", "V", [=](double t) { return std::sin(omega * t); });
  add("v(x)", "V", [=](double t) { return std::sin(omega * t) + error; });
  add("v(lambda_b)", "V", [=](double t) { return 2 * std::cos(omega * t) + 1; });
  add("v(still)", "V", [](double) { return 5; });
  add("i(v1)", "A", [=](double t) { return 1e-6 * std::cos(3 * omega * t); });
  return waveforms;
}

Comparison overlay() {
  Comparison comparison;
  comparison.ours = waves(300, 1e-4);
  comparison.reference = waves(2000);
  comparison.to = 2e-3;
  comparison.tolerance = 1e-3;
  comparison.signals = compare(comparison.ours, comparison.reference, 0, 2e-3, 1e-6);
  comparison.verdict = "agrees with ngspice: this is a drill";
  return comparison;
}

}  // namespace

TEST_CASE("thinning keeps every spike and the ends", "[plot]") {
  std::vector<double> time, values;
  for (int k = 0; k <= 100000; ++k) {
    time.push_back(k);
    values.push_back(k == 54321 ? 7 : k == 77777 ? -7 : 0);
  }
  const Curve curve = thinned(time, values, 0, 100000);
  CHECK(curve.size() < 6000);
  double low = 0, high = 0;
  for (std::size_t k = 0; k < curve.size(); ++k) {
    low = std::min(low, curve[k].y);
    high = std::max(high, curve[k].y);
    if (k > 0) CHECK(curve[k].x >= curve[k - 1].x);
  }
  CHECK(low == -7);
  CHECK(high == 7);
  CHECK(curve.front().x == 0);
  CHECK(curve.back().x == 100000);
}

TEST_CASE("marks lie on points, not between", "[plot]") {
  const std::vector<double> time{0, 1, 5, 10}, values{0, 10, 50, 100};
  for (const CurvePoint& point : sampled(time, values, 0, 10, 40, 0.5)) CHECK(point.y == 10 * point.x);
  CHECK(sampled(time, values, 0, 10, 40, 0.5).size() <= 4);
}

TEST_CASE("the difference is taken on both time bases", "[plot]") {
  const std::vector<double> t1{0, 1}, a{0, 0}, t2{0, 0.25, 0.5, 1}, b{0, 0, 3, 0};
  double largest = 0, at = -1;
  for (const CurvePoint& point : difference(t1, a, t2, b, 0, 1))
    if (point.y > largest) largest = point.y, at = point.x;
  CHECK(largest == 3);
  CHECK(at == 0.5);
}

TEST_CASE("axes take the prefix that keeps numbers readable", "[plot]") {
  CHECK(axis_unit(2e-3, "s").text == "ms");
  CHECK(axis_unit(2e-3, "s").factor == Approx(1e3));
  CHECK(axis_unit(5, "V").text == "V");
  CHECK(axis_unit(3e-6, "A").text == "µA");
  CHECK(axis_unit(4e3, "V").text == "kV");
  CHECK(axis_unit(1e-15, "A").text == "pA");
  CHECK(axis_unit(0, "V").text == "V");
  CHECK(axis_unit(1e-3, "").factor == 1);
}

TEST_CASE("interesting signals move and do not repeat one another", "[plot]") {
  CHECK(interesting_signals(waves(500)) == std::vector<std::string>{"v(x)", "v(lambda_b)"});
  CHECK(interesting_signals(waves(500), 1) == std::vector<std::string>{"v(lambda_b)"});
  Waveforms still;
  still.time = {0, 1};
  still.signals = {{"v(a)", "V", {1, 1}}};
  CHECK(interesting_signals(still) == std::vector<std::string>{"v(a)"});
}

TEST_CASE("names cannot break out of the script", "[plot]") {
  Figure figure;
  figure.title = "it's `date` $(date) {x}_y^2 \"q\"\nsystem('false')";
  FigurePanel panel;
  panel.curves.push_back({FigureCurve::Style::line, "END_OF_DATA\n'", 0, {{0, 0}, {1, 1}}});
  figure.panels.push_back(panel);
  const std::string script = figure_script(figure);
  CHECK(script.find("'it''s `date` $(date) {x}_y^2 \"q\" system(''false'')'") != std::string::npos);
  CHECK(script.find("title 'END_OF_DATA '''") != std::string::npos);
  if (have_gnuplot()) CHECK_NOTHROW(run_gnuplot(script));
}

TEST_CASE("waveforms are drawn as PNG and SVG", "[plot]") {
  if (!have_gnuplot()) return;
  const TemporaryDirectory directory;
  PlotSpec spec;
  spec.title = "Figure <3.4> & more";
  spec.panels = {{{"v(x)", "v(lambda_b)"}, {"x", "λ_b"}, ""},
                 {{"i(v1)"}, {}, "Input current"},
                 {{"v(still)", "i(v1)"}, {}, ""}};
  plot_waveforms(directory.file("w.png"), waves(500), spec);
  CHECK(read_whole(directory.file("w.png")).starts_with(kPngSignature));
  plot_waveforms(directory.file("w.svg"), waves(500), spec);
  const std::string svg = read_whole(directory.file("w.svg"));
  CHECK(svg.find("<svg") != std::string::npos);
  CHECK(svg.find("Figure &lt;3.4") != std::string::npos);
  CHECK(svg.find("Input current (µA)") != std::string::npos);
  CHECK(svg.find("Time (ms)") != std::string::npos);
  CHECK(svg.find("λ_b") != std::string::npos);
  CHECK(directory.names() == std::vector<std::string>{"w.png", "w.svg"});
}

TEST_CASE("an overlay shows both simulators and the tolerance", "[plot]") {
  if (!have_gnuplot()) return;
  const TemporaryDirectory directory;
  plot_overlay(directory.file("o.png"), overlay());
  CHECK(read_whole(directory.file("o.png")).starts_with(kPngSignature));
  plot_overlay(directory.file("o.svg"), overlay());
  const std::string svg = read_whole(directory.file("o.svg"));
  for (const char* text : {"Saddle agrees with ngspice: this is a drill", "ngspice", "tolerance 0.001",
                           "v(lambda_b)", "Difference / swing"})
    CHECK(svg.find(text) != std::string::npos);
}

TEST_CASE("plots that cannot be drawn say why and leave no file", "[plot]") {
  const TemporaryDirectory directory;
  const Waveforms waveforms = waves(10);
  CHECK_THROWS_WITH(plot_waveforms(directory.file("w.pdf"), waveforms),
                    "'" + directory.file("w.pdf") + "': a plot's file name must end in .png or .svg");
  CHECK_THROWS_WITH(plot_waveforms(directory.file("w.png"), {}), "there is nothing to plot");
  PlotSpec spec;
  spec.panels = {{{"v(none)"}, {}, ""}};
  CHECK_THROWS_WITH(plot_waveforms(directory.file("w.png"), waveforms, spec),
                    "there is no signal 'v(none)' to plot");
  CHECK_THROWS_WITH(plot_overlay(directory.file("w.png"), Comparison{}),
                    "nothing was compared, there is no overlay to plot");
  {
    const EnvironmentGuard guard("SADDLE_GNUPLOT", "/nonexistent/gnuplot");
    CHECK_THROWS_WITH(
        plot_waveforms(directory.file("w.png"), waveforms),
        "the program '/nonexistent/gnuplot' cannot be started (No such file or directory): install gnuplot "
        "to draw plots");
  }
  const EnvironmentGuard guard("SADDLE_GNUPLOT", "false");
  CHECK_THROWS_WITH(plot_waveforms(directory.file("w.png"), waveforms),
                    "gnuplot did not draw the plot: it did not say why");
  CHECK(directory.names().empty());
}

TEST_CASE("a mistake in a script is gnuplot's complaint", "[plot]") {
  if (!have_gnuplot()) return;
  CHECK_THROWS_WITH(run_gnuplot("set terminal svg\nplot sin(x\n"),
                    Catch::StartsWith("gnuplot did not draw the plot: ") && Catch::Contains("')' expected"));
}
