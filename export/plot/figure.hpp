// A figure as plain data, and the gnuplot script that draws it: panels one above the other with a
// common time axis, each with its legend to the right, where it covers no curve.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <saddle/export/plot/curves.hpp>

namespace saddle {

enum class PictureFormat { png, svg };

struct FigureCurve {
  enum class Style { line, marks, limit };  // a limit is a dashed line from edge to edge
  Style style = Style::line;
  std::string label;  // empty: not in the legend
  int color = 0;      // number in a palette that the colour-blind can tell apart; marks and limits are dark
  Curve points;
};

struct FigurePanel {
  std::string y_label, legend_title;
  double y_factor = 1;  // values are drawn times this
  bool logarithmic = false;
  std::optional<double> y_min, y_max;
  double height = 1;  // relative to the other panels
  std::vector<FigureCurve> curves;
};

struct Figure {
  PictureFormat format = PictureFormat::png;
  int width = 1200, height = 900;  // [pixels]
  std::string title, subtitle;
  std::string x_label;
  double x_factor = 1;
  double from = 0, to = 1;  // of the x axis, before the factor
  std::vector<FigurePanel> panels;
};

std::string figure_script(const Figure& figure);

// Draws and writes the file whole or not at all. Throws PlotError, OutputError.
void draw_figure(const std::string& path, const Figure& figure);

// By the ending of the file's name, .png or .svg; throws PlotError for any other.
PictureFormat picture_format(const std::string& path);

}  // namespace saddle
