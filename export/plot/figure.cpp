#include <saddle/export/plot/figure.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string_view>

#include <saddle/export/files/atomic_file.hpp>
#include <saddle/export/plot/gnuplot_process.hpp>

namespace saddle {

namespace {

// Okabe and Ito's palette, without its yellow, which vanishes on white.
constexpr std::array<std::string_view, 7> kPalette{"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                   "#E69F00", "#56B4E9", "#7F3C8D"};
constexpr std::string_view kDark = "#333333";

constexpr int kFontSize = 15;        // [points]
constexpr double kCharacter = 10.5;  // mean width of a character of that size [pixels]
constexpr double kLeft = 105;        // room for the y axis [pixels]
constexpr double kBottom = 88, kGap = 22;

// Single quotes: gnuplot looks for nothing inside but the quote itself.
std::string quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') result += '\'';
    result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return result + "'";
}

std::size_t characters(std::string_view text) {
  return std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; });
}

std::string_view color_of(const FigureCurve& curve) {
  return curve.style == FigureCurve::Style::line ? kPalette[curve.color % kPalette.size()] : kDark;
}

class Script {
 public:
  explicit Script(const Figure& figure) : figure_(figure) {}

  std::string write() {
    begin();
    write_data();
    write_title();
    double above = 0;
    for (std::size_t p = 0; p < figure_.panels.size(); ++p) {
      write_panel(p, above);
      above += figure_.panels[p].height;
    }
    text_ += "unset multiplot\n";
    return std::move(text_);
  }

 private:
  void begin() {
    text_ += fmt::format(
        "set encoding utf8\nset terminal {} enhanced size {},{} font 'sans,{}' background '#ffffff'\n",
        figure_.format == PictureFormat::png ? "pngcairo" : "svg", figure_.width, figure_.height, kFontSize);
    text_ +=
        "set border 3 linecolor '#555555'\nset tics nomirror out textcolor '#222222'\n"
        "set style line 100 linecolor '#dddddd' linewidth 1\nset grid xtics ytics linestyle 100\n"
        "set key noenhanced\nset samples 2\n";
  }

  void write_data() {
    for (std::size_t p = 0; p < figure_.panels.size(); ++p)
      for (std::size_t c = 0; c < figure_.panels[p].curves.size(); ++c) {
        const FigurePanel& panel = figure_.panels[p];
        text_ += fmt::format("$d{}_{} << END_OF_DATA\n", p, c);
        for (const CurvePoint& point : panel.curves[c].points) {
          const bool drawable = std::isfinite(point.y) && (!panel.logarithmic || point.y > 0);
          if (drawable)
            text_ += fmt::format("{:.9g} {:.7g}\n", point.x * figure_.x_factor, point.y * panel.y_factor);
          else
            text_ += "\n";  // a gap in the line
        }
        text_ += "END_OF_DATA\n";
      }
    text_ += "set multiplot\n";
  }

  void write_title() {
    double y = figure_.height - 30.0;
    const auto line = [&](int tag, std::string_view text, int size, std::string_view color) {
      if (text.empty()) return;
      text_ +=
          fmt::format("set label {} {} at screen {:.5f},{:.5f} left noenhanced font ',{}' textcolor '{}'\n",
                      tag, quoted(text), 30.0 / figure_.width, y / figure_.height, size, color);
      y -= 28;
    };
    line(1, figure_.title, kFontSize + 4, "#111111");
    line(2, figure_.subtitle, kFontSize - 3, "#555555");
    top_ = figure_.height - y;
  }

  double legend_width() const {
    std::size_t longest = 0;
    for (const FigurePanel& panel : figure_.panels)
      for (const FigureCurve& curve : panel.curves) longest = std::max(longest, characters(curve.label));
    return std::min(85 + kCharacter * static_cast<double>(longest), 0.4 * figure_.width);
  }

  void write_panel(std::size_t number, double above) {
    const FigurePanel& panel = figure_.panels[number];
    const bool last = number + 1 == figure_.panels.size();
    double total = 0;
    for (const FigurePanel& each : figure_.panels) total += each.height;
    const double room = figure_.height - top_ - kBottom;
    const double upper = figure_.height - top_ - room * above / total;
    const double lower = figure_.height - top_ - room * (above + panel.height) / total + (last ? 0 : kGap);
    const double right = figure_.width - legend_width();
    text_ += fmt::format("set lmargin at screen {:.5f}\nset rmargin at screen {:.5f}\n",
                         kLeft / figure_.width, right / figure_.width);
    text_ += fmt::format("set tmargin at screen {:.5f}\nset bmargin at screen {:.5f}\n",
                         upper / figure_.height, lower / figure_.height);
    text_ +=
        fmt::format("set key at screen {:.5f},{:.5f} left top Left reverse samplen 2 spacing 1.25 title {}\n",
                    (right + 12) / figure_.width, upper / figure_.height,
                    panel.legend_title.empty() ? "''" : quoted(panel.legend_title) + " left noenhanced");
    text_ += fmt::format("set xrange [{:.12g}:{:.12g}]\n", figure_.from * figure_.x_factor,
                         figure_.to * figure_.x_factor);
    write_axes(panel, last);
    write_curves(panel, number);
    text_ += "unset label\n";  // the titles are drawn once
  }

  void write_axes(const FigurePanel& panel, bool last) {
    text_ += last ? fmt::format("set format x '%g'\nset xlabel {} noenhanced\n", quoted(figure_.x_label))
                  : std::string("set format x ''\nunset xlabel\n");
    text_ += panel.logarithmic ? "set logscale y\nset format y '10^{%L}'\n"
                               : "unset logscale y\nset format y '%g'\n";
    const auto bound = [&](const std::optional<double>& value) {
      return value ? fmt::format("{:.9g}", *value * panel.y_factor) : std::string("*");
    };
    text_ += fmt::format("set yrange [{}:{}]\n", bound(panel.y_min), bound(panel.y_max));
    // At a fixed place, so that the labels of all panels stand in one line.
    text_ += fmt::format("set label 9 {} at screen {:.5f},graph 0.5 center rotate noenhanced\n",
                         quoted(panel.y_label), 24.0 / figure_.width);
  }

  void write_curves(const FigurePanel& panel, std::size_t number) {
    text_ += "plot ";
    for (std::size_t c = 0; c < panel.curves.size(); ++c) {
      const FigureCurve& curve = panel.curves[c];
      if (c > 0) text_ += ", ";
      text_ += fmt::format("$d{}_{} using 1:2 with {} linecolor rgb '{}' ", number, c, drawn_as(curve),
                           color_of(curve));
      text_ += curve.label.empty() ? "notitle" : "title " + quoted(curve.label);
    }
    text_ += "\n";
  }

  static std::string_view drawn_as(const FigureCurve& curve) {
    switch (curve.style) {
      case FigureCurve::Style::marks:
        return "points pointtype 6 pointsize 0.9 linewidth 1.2";
      case FigureCurve::Style::limit:
        return "lines linewidth 1.6 dashtype 2";
      case FigureCurve::Style::line:
        break;
    }
    return "lines linewidth 2.2";
  }

  const Figure& figure_;
  std::string text_;
  double top_ = 0;
};

}  // namespace

std::string figure_script(const Figure& figure) {
  return Script(figure).write();
}

void draw_figure(const std::string& path, const Figure& figure) {
  write_file(path, run_gnuplot(figure_script(figure)));
}

PictureFormat picture_format(const std::string& path) {
  std::string ending = path.size() < 4 ? path : path.substr(path.size() - 4);
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  if (ending == ".png") return PictureFormat::png;
  if (ending == ".svg") return PictureFormat::svg;
  throw PlotError(fmt::format("'{}': a plot's file name must end in .png or .svg", path));
}

}  // namespace saddle
