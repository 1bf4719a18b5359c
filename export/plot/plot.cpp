#include <saddle/export/plot/plot.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include <saddle/export/plot/engineering.hpp>
#include <saddle/export/plot/figure.hpp>

namespace saddle {

namespace {

constexpr int kMarks = 45;  // of ngspice on each signal

const Signal& find_signal(const Waveforms& waveforms, const std::string& name) {
  const Signal* signal = waveforms.find(name);
  if (!signal) throw PlotError(fmt::format("there is no signal '{}' to plot", name));
  return *signal;
}

std::string quantity_of(std::string_view unit) {
  if (unit == "V") return "Voltage";
  if (unit == "A") return "Current";
  return "Value";
}

// Room above and below the curves, also where they do not move.
void set_range(FigurePanel& panel) {
  double low = INFINITY, high = -INFINITY;
  for (const FigureCurve& curve : panel.curves)
    for (const CurvePoint& point : curve.points) {
      if (!std::isfinite(point.y)) continue;
      low = std::min(low, point.y);
      high = std::max(high, point.y);
    }
  if (!(low <= high)) return;
  double margin = 0.06 * (high - low);
  if (margin <= 1e-9 * std::max(std::abs(low), std::abs(high)))
    margin = high == 0 && low == 0 ? 1 : 0.1 * std::max(std::abs(low), std::abs(high));
  panel.y_min = low - margin;
  panel.y_max = high + margin;
}

// The y axis in the unit of the panel's signals; where they have several, all are named and none is scaled.
void set_unit(FigurePanel& panel, const std::vector<const Signal*>& signals, const std::string& y_label) {
  std::set<std::string> units;
  for (const Signal* signal : signals) units.insert(signal->unit);
  double largest = 0;
  for (const FigureCurve& curve : panel.curves)
    for (const CurvePoint& point : curve.points) largest = std::max(largest, std::abs(point.y));
  AxisUnit unit;
  std::string quantity = "Value";
  if (units.size() == 1) {
    unit = axis_unit(largest, *units.begin());
    quantity = quantity_of(*units.begin());
  } else {
    for (const std::string& each : units) unit.text += (unit.text.empty() ? "" : ", ") + each;
  }
  panel.y_factor = unit.factor;
  panel.y_label = y_label.empty() ? quantity : y_label;
  if (!unit.text.empty()) panel.y_label += fmt::format(" ({})", unit.text);
}

std::string label_of(const PlotPanel& panel, std::size_t number) {
  const bool given = number < panel.labels.size() && !panel.labels[number].empty();
  return given ? panel.labels[number] : panel.signals[number];
}

Figure empty_figure(const std::string& path, const Waveforms& waveforms, const PlotSpec& spec) {
  if (waveforms.time.empty() || waveforms.signals.empty()) throw PlotError("there is nothing to plot");
  Figure figure;
  figure.format = picture_format(path);
  figure.width = spec.width;
  figure.height = spec.height;
  figure.title = spec.title.empty() ? waveforms.title : spec.title;
  const bool all = !(spec.to > spec.from);
  figure.from = all ? waveforms.time.front() : spec.from;
  figure.to = all ? waveforms.time.back() : spec.to;
  if (!(figure.to > figure.from)) throw PlotError("there is only one point in time, nothing to plot");
  const AxisUnit unit = axis_unit(std::max(std::abs(figure.from), std::abs(figure.to)), "s");
  figure.x_factor = unit.factor;
  figure.x_label = fmt::format("Time ({})", unit.text);
  return figure;
}

std::vector<PlotPanel> panels_of(const Waveforms& waveforms, const PlotSpec& spec) {
  if (!spec.panels.empty()) return spec.panels;
  return {PlotPanel{interesting_signals(waveforms), {}, {}}};
}

FigurePanel curves_panel(const Figure& figure, const Waveforms& waveforms, const PlotPanel& panel,
                         int& color) {
  FigurePanel result;
  std::vector<const Signal*> signals;
  for (std::size_t k = 0; k < panel.signals.size(); ++k) {
    const Signal& signal = find_signal(waveforms, panel.signals[k]);
    signals.push_back(&signal);
    result.curves.push_back({FigureCurve::Style::line, label_of(panel, k), color++,
                             thinned(waveforms.time, signal.values, figure.from, figure.to)});
  }
  set_unit(result, signals, panel.y_label);
  set_range(result);
  return result;
}

void add_marks(FigurePanel& target, const Figure& figure, const Waveforms& reference,
               const PlotPanel& panel) {
  for (std::size_t k = 0; k < panel.signals.size(); ++k) {
    const Signal& signal = find_signal(reference, panel.signals[k]);
    const double phase = (static_cast<double>(k) + 0.5) / static_cast<double>(panel.signals.size());
    target.curves.push_back({FigureCurve::Style::marks, k == 0 ? "ngspice" : "", 0,
                             sampled(reference.time, signal.values, figure.from, figure.to, kMarks, phase)});
  }
}

// Relative to what the comparison measured the signal against: the largest value over the whole run is
// then the error that it reports.
Curve relative_difference(const Comparison& comparison, const std::string& name, double from, double to) {
  const Signal& ours = find_signal(comparison.ours, name);
  const Signal& reference = find_signal(comparison.reference, name);
  const auto found = std::find_if(comparison.signals.begin(), comparison.signals.end(),
                                  [&](const SignalDifference& d) { return d.name == name; });
  if (found == comparison.signals.end()) throw PlotError(fmt::format("signal '{}' was not compared", name));
  const auto curve_in = [&](double begin, double end) {
    return difference(comparison.ours.time, ours.values, comparison.reference.time, reference.values, begin,
                      end);
  };
  double peak = 0;
  for (const CurvePoint& point : curve_in(comparison.from, comparison.to)) peak = std::max(peak, point.y);
  Curve curve = curve_in(std::max(from, comparison.from), std::min(to, comparison.to));
  for (CurvePoint& point : curve) point.y *= peak > 0 ? found->max_error / peak : 0;
  return curve;
}

FigurePanel difference_panel(const Figure& figure, const Comparison& comparison,
                             const std::vector<PlotPanel>& panels) {
  constexpr double kDecadesBelow = 1e-5;  // of the tolerance: smaller differences are of no interest
  FigurePanel result;
  result.y_label = "Difference / swing";
  result.logarithmic = true;
  result.height = 0.55;
  double largest = comparison.tolerance;
  int color = 0;
  for (const PlotPanel& panel : panels)
    for (const std::string& name : panel.signals) {
      FigureCurve curve{FigureCurve::Style::line, "", color++,
                        relative_difference(comparison, name, figure.from, figure.to)};
      for (CurvePoint& point : curve.points) {
        point.y = std::max(point.y, kDecadesBelow * comparison.tolerance);
        if (std::isfinite(point.y)) largest = std::max(largest, point.y);
      }
      result.curves.push_back(std::move(curve));
    }
  result.curves.push_back({FigureCurve::Style::limit,
                           fmt::format("tolerance {:g}", comparison.tolerance),
                           0,
                           {{figure.from, comparison.tolerance}, {figure.to, comparison.tolerance}}});
  result.y_min = kDecadesBelow * comparison.tolerance;
  result.y_max = 5 * largest;
  return result;
}

}  // namespace

void plot_waveforms(const std::string& path, const Waveforms& waveforms, const PlotSpec& spec) {
  Figure figure = empty_figure(path, waveforms, spec);
  int color = 0;
  for (const PlotPanel& panel : panels_of(waveforms, spec))
    figure.panels.push_back(curves_panel(figure, waveforms, panel, color));
  draw_figure(path, figure);
}

void plot_overlay(const std::string& path, const Comparison& comparison, const PlotSpec& spec) {
  if (comparison.signals.empty()) throw PlotError("nothing was compared, there is no overlay to plot");
  Figure figure = empty_figure(path, comparison.ours, spec);
  figure.subtitle = "Saddle " + comparison.verdict;
  const std::vector<PlotPanel> panels = panels_of(comparison.ours, spec);
  int color = 0;
  for (const PlotPanel& panel : panels) {
    FigurePanel drawn = curves_panel(figure, comparison.ours, panel, color);
    drawn.legend_title = "Saddle";
    add_marks(drawn, figure, comparison.reference, panel);
    figure.panels.push_back(std::move(drawn));
  }
  figure.panels.push_back(difference_panel(figure, comparison, panels));
  draw_figure(path, figure);
}

}  // namespace saddle
