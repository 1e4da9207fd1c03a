#include "sim/report/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "routing/base/error.h"
#include "routing/base/output_file.h"
#include "sim/report/gnuplot.h"

namespace netloom {
inline namespace sim {
namespace {

constexpr int kChartWidth = 500;
constexpr int kChartHeight = 340;
constexpr int kLegendLine = 20;
constexpr int kMostLegendColumns = 5;
constexpr int kLegendKey = 70;    ///< pixels of an entry, without its name
constexpr int kLegendLetter = 8;  ///< pixels of a letter of a name

/// Where the charts and the legend are, in pixels.
struct Layout {
  explicit Layout(const std::vector<Chart>& charts)
      : columns(charts.size() > 1 ? 2 : 1),
        rows((static_cast<int>(charts.size()) + columns - 1) / columns),
        width(columns == 1 ? 700 : columns * kChartWidth) {
    std::size_t longest = 0;
    for (const Chart::Series& each : charts.front().series) {
      longest = std::max(longest, each.name.size());
    }
    const int entry = kLegendKey + kLegendLetter * static_cast<int>(longest);
    legend_columns = std::clamp(width / entry, 1, kMostLegendColumns);
    // A single curve may go without a name, and a picture of it without a legend.
    const auto entries = longest == 0 ? 0 : static_cast<int>(charts.front().series.size());
    legend_rows = (entries + legend_columns - 1) / legend_columns;
    legend = kLegendLine * legend_rows + 10;
    height = rows * kChartHeight + legend;
  }

  int columns, rows, width;
  int legend_columns, legend_rows;
  int legend;  ///< height
  int height;
};

std::string data_of(const Chart::Series& series) {
  std::string text;
  for (const Chart::Point& point : series.points) {
    text += fmt::format("{} {} {}\n", point.x, point.y, point.half);
  }
  return text;
}

/// Margins of a chart's axes, as shares of the picture.
std::string margins(const Layout& layout, std::size_t index, bool has_title) {
  const int column = static_cast<int>(index) % layout.columns;
  const int row = static_cast<int>(index) / layout.columns;
  const double width = layout.width;
  const double height = layout.height;
  const double cell = width / layout.columns;
  const double top = height - row * kChartHeight;
  return fmt::format(
      "set lmargin at screen {:.4f}\nset rmargin at screen {:.4f}\n"
      "set tmargin at screen {:.4f}\nset bmargin at screen {:.4f}\n",
      (column * cell + 86) / width, ((column + 1) * cell - 18) / width,
      (top - (has_title ? 28 : 12)) / height, (top - kChartHeight + 52) / height);
}

std::string name_of(std::size_t chart, std::size_t series) {
  return fmt::format("$data_{}_{}", chart, series);
}

std::string curves(const Chart& chart, std::size_t index) {
  const bool points = chart.kind == Chart::Kind::kCurves;
  std::vector<std::string> parts;
  if (chart.diagonal) parts.emplace_back("x with lines ls 101 notitle");
  for (std::size_t i = 0; points && i < chart.series.size(); ++i) {
    if (chart.series[i].points.empty()) continue;
    parts.push_back(fmt::format("{} using 1:2:3 with yerrorbars lw 1 ps 0 {} notitle",
                                name_of(index, i), series_style(i)));
  }
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    if (chart.series[i].points.empty()) continue;
    parts.push_back(
        fmt::format("{} using 1:2 with {} lw 1.3 {} notitle", name_of(index, i),
                    points ? "linespoints ps 0.6" : "lines",
                    points ? series_style(i) : fmt::format("lc rgb '{}'", series_colour(i))));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string bars(const Chart& chart, std::size_t index) {
  const double width = 0.8 / static_cast<double>(std::max<std::size_t>(chart.series.size(), 1));
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    if (chart.series[i].points.empty()) continue;
    const double shift = (static_cast<double>(i) + 0.5) * width - 0.4;
    parts.push_back(
        fmt::format("{} using ($1+{:.4f}):2:({:.4f}) with boxes fs solid 0.85 noborder "
                    "lc rgb '{}' notitle",
                    name_of(index, i), shift, width * 0.92, series_colour(i)));
    parts.push_back(
        fmt::format("{} using ($1+{:.4f}):2:3 with yerrorbars lw 1 ps 0 "
                    "lc rgb '#404040' notitle",
                    name_of(index, i), shift));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string axes(const Chart& chart) {
  std::string text = "unset logscale\nset xtics auto\nset ytics auto\nset autoscale\n";
  if (chart.log_x)
    text += "set logscale x\nset format x '%.0s%c'\n";
  else
    text += "set format x '%g'\n";
  if (chart.log_y) {
    text += "set logscale y\nset yrange [*:*]\n";
  } else {
    text += "set yrange [0:*]\n";
  }
  if (chart.kind == Chart::Kind::kBars) {
    std::vector<std::string> tics;
    for (std::size_t i = 0; i < chart.groups.size(); ++i) {
      tics.push_back(fmt::format("{} {}", gnuplot_text(chart.groups[i]), i));
    }
    text += fmt::format("set xrange [-0.5:{}]\nset xtics ({}) scale 0\n",
                        static_cast<double>(chart.groups.size()) - 0.5, fmt::join(tics, ", "));
  } else if (!chart.log_x) {
    text += "set xrange [0:*]\n";
  }
  text += fmt::format("set xlabel {}\nset ylabel {}\n", gnuplot_text(chart.x_title),
                      gnuplot_text(chart.y_title));
  text += chart.title.empty()
              ? std::string("unset title\n")
              : fmt::format("set title {} offset 0,-0.6\n", gnuplot_text(chart.title));
  return text;
}

/// A plot without axes whose key is the legend of all charts.
std::string legend(const std::vector<Chart>& charts, const Layout& layout) {
  std::vector<std::string> parts;
  const Chart& chart = charts.front();
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    std::string with;
    switch (chart.kind) {
      case Chart::Kind::kCurves:
        with = "linespoints lw 1.3 ps 0.6 " + series_style(i);
        break;
      case Chart::Kind::kLines:
        with = fmt::format("lines lw 2 lc rgb '{}'", series_colour(i));
        break;
      case Chart::Kind::kBars:
        with = fmt::format("boxes fs solid 0.85 noborder lc rgb '{}'", series_colour(i));
        break;
    }
    parts.push_back(fmt::format("NaN with {} title {}", with, gnuplot_text(chart.series[i].name)));
  }
  return fmt::format(
      "unset logscale\nunset border\nunset tics\nunset xlabel\nunset ylabel\nunset title\n"
      "unset grid\nset lmargin at screen 0\nset rmargin at screen 1\n"
      "set bmargin at screen 0\nset tmargin at screen {:.4f}\n"
      "set xrange [0:1]\nset yrange [0:1]\n"
      "set key center center Left reverse samplen 2 spacing 1.1 maxcols {} maxrows {} autotitle\n"
      "plot {}\n",
      static_cast<double>(layout.legend) / layout.height, layout.legend_columns, layout.legend_rows,
      fmt::join(parts, ", "));
}

bool is_empty(const Chart& chart) {
  return std::all_of(chart.series.begin(), chart.series.end(),
                     [](const Chart::Series& each) { return each.points.empty(); });
}

}  // namespace

std::string chart_script(const std::vector<Chart>& charts, const std::string& terminal) {
  const Layout layout(charts);
  std::string script = fmt::format("set terminal {}\n", terminal);
  for (std::size_t i = 0; i < charts.size(); ++i) {
    for (std::size_t j = 0; j < charts[i].series.size(); ++j) {
      script += fmt::format("{} << END_OF_DATA\n{}END_OF_DATA\n", name_of(i, j),
                            data_of(charts[i].series[j]));
    }
  }
  script += gnuplot_look();
  script += "set multiplot\nunset key\n";
  for (std::size_t i = 0; i < charts.size(); ++i) {
    if (is_empty(charts[i])) continue;
    script += margins(layout, i, !charts[i].title.empty()) + axes(charts[i]) + "plot " +
              (charts[i].kind == Chart::Kind::kBars ? bars(charts[i], i) : curves(charts[i], i)) +
              "\n";
  }
  if (layout.legend_rows > 0) script += legend(charts, layout);
  script += "unset multiplot\n";
  return script;
}

void draw_charts(const std::vector<Chart>& charts, const std::string& prefix) {
  if (std::all_of(charts.begin(), charts.end(), is_empty)) {
    throw Error(prefix + ": there is nothing to draw");
  }
  const Layout layout(charts);
  write_file(prefix + ".svg",
             run_gnuplot(chart_script(charts, svg_terminal(layout.width, layout.height))));
  write_file(prefix + ".png",
             run_gnuplot(chart_script(charts, png_terminal(layout.width, layout.height))));
}

}  // namespace sim
}  // namespace netloom
