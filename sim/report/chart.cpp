#include "sim/report/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "routing/base/error.h"
#include "routing/base/joined.h"
#include "routing/base/output_file.h"
#include "sim/report/gnuplot.h"
#include "sim/report/picture_style.h"

namespace netloom {
inline namespace sim {
namespace {

constexpr int kChartWidth = 500;
constexpr int kChartHeight = 340;
constexpr int kLegendLine = 20;
constexpr int kMostLegendColumns = 5;
constexpr int kLegendKey = 70;    ///< pixels of an entry, without its name
constexpr int kLegendLetter = 8;  ///< pixels of a letter of a name
constexpr int kAxisLeft = 86;     ///< pixels beside the axes of a chart
constexpr int kAxisRight = 18;
constexpr int kGroupLetter = 7;  ///< pixels of a letter of a group of bars

/// Shape of a saturated point above the end of the axis, which is drawn there.
constexpr int kBeyondShape = 8;
constexpr const char* kSaturated = "saturated";
constexpr const char* kBeyond = "saturated, above the axis";

bool has_point(const std::vector<Chart>& charts,
               const std::function<bool(const Chart&, const Chart::Point&)>& condition) {
  for (const Chart& chart : charts) {
    if (chart.kind != Chart::Kind::kCurves) continue;
    for (const Chart::Series& series : chart.series) {
      for (const Chart::Point& point : series.points) {
        if (condition(chart, point)) return true;
      }
    }
  }
  return false;
}

bool is_beyond(const Chart& chart, const Chart::Point& point) {
  const std::optional<double> end = axis_end(chart);
  return end && point.saturated && point.y > *end;
}

bool has_saturated(const std::vector<Chart>& charts) {
  return has_point(charts, [](const Chart& chart, const Chart::Point& point) {
    return point.saturated && !is_beyond(chart, point);
  });
}

bool has_beyond(const std::vector<Chart>& charts) {
  return has_point(charts, is_beyond);
}

/// What the legend of charts says: names of series, and what their marks mean.
std::vector<std::string> legend_entries(const std::vector<Chart>& charts) {
  std::vector<std::string> entries;
  for (const Chart::Series& each : charts.front().series) entries.push_back(each.name);
  // A single curve may go without a name, and a picture of it without a legend.
  if (std::all_of(entries.begin(), entries.end(), [](const auto& each) { return each.empty(); })) {
    entries.clear();
  }
  if (has_saturated(charts)) entries.emplace_back(kSaturated);
  if (has_beyond(charts)) entries.emplace_back(kBeyond);
  return entries;
}

/// Letters of the longest name of a group of bars.
std::size_t longest_group(const Chart& chart) {
  std::size_t longest = 0;
  for (const std::string& each : chart.groups) longest = std::max(longest, each.size());
  return longest;
}

/// Whether the names of a chart's groups would overlap below an axis of so many pixels.
bool has_crowded_groups(const Chart& chart, int axis) {
  return kGroupLetter * (longest_group(chart) + 1) * chart.groups.size() >
         static_cast<std::size_t>(axis);
}

/// Where the charts and the legend are, in pixels.
struct Layout {
  explicit Layout(const std::vector<Chart>& charts)
      : columns(charts.size() > 1 ? 2 : 1),
        rows((static_cast<int>(charts.size()) + columns - 1) / columns),
        width(columns == 1 ? 700 : columns * kChartWidth) {
    const std::vector<std::string> names = legend_entries(charts);
    std::size_t longest = 0;
    for (const std::string& each : names) longest = std::max(longest, each.size());
    const int entry = kLegendKey + kLegendLetter * static_cast<int>(longest);
    legend_columns = std::clamp(width / entry, 1, kMostLegendColumns);
    const auto entries = static_cast<int>(names.size());
    legend_rows = (entries + legend_columns - 1) / legend_columns;
    legend = kLegendLine * legend_rows + 10;
    for (const Chart& chart : charts) {
      if (!has_crowded_groups(chart, axis())) continue;
      // They rise by 30 degrees.
      slanted = std::max(slanted, kGroupLetter * static_cast<int>(longest_group(chart)) / 2);
    }
    height = rows * chart_height() + legend;
  }

  /// Of a chart, without what is beside its axes.
  int axis() const { return width / columns - kAxisLeft - kAxisRight; }
  int chart_height() const { return kChartHeight + slanted; }

  int columns, rows, width;
  int legend_columns, legend_rows;
  int legend;       ///< height
  int slanted = 0;  ///< height of names of groups that have no room side by side
  int height;
};

std::string data_of(const Chart::Series& series) {
  std::string text;
  for (const Chart::Point& point : series.points) {
    text += fmt::format("{} {} {} {:d}\n", point.x, point.y, point.half, point.saturated);
  }
  return text;
}

/// The points that have an interval. gnuplot would join them by a line if there were no empty line
/// between them.
std::string intervals_of(const Chart::Series& series) {
  std::string text;
  for (const Chart::Point& point : series.points) {
    if (point.half > 0) text += fmt::format("{} {} {}\n\n", point.x, point.y, point.half);
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
  const double top = height - row * layout.chart_height();
  return fmt::format(
      "set lmargin at screen {:.4f}\nset rmargin at screen {:.4f}\n"
      "set tmargin at screen {:.4f}\nset bmargin at screen {:.4f}\n",
      (column * cell + kAxisLeft) / width, ((column + 1) * cell - kAxisRight) / width,
      (top - (has_title ? 28 : 12)) / height, (top - kChartHeight + 52) / height);
}

std::string name_of(std::size_t chart, std::size_t series) {
  return fmt::format("$data_{}_{}", chart, series);
}

/// The marks of a curve: its shape filled, or empty where saturated.
std::vector<std::string> marks(const Chart& chart, const std::string& data, std::size_t series) {
  const std::string points = fmt::format("with points {}", kPointSize);
  std::vector<std::string> parts = {fmt::format("{} using 1:($4 == 0 ? $2 : NaN) {} {} notitle",
                                                data, points, series_style(series))};
  const std::optional<double> end = axis_end(chart);
  const auto add = [&](const std::string& y, int empty) {
    // An empty shape lets nothing through.
    parts.push_back(fmt::format("{} using 1:({}) {} pt {} lc rgb '{}' notitle", data, y, points,
                                empty + 1, colour("background").light));
    parts.push_back(fmt::format("{} using 1:({}) {} pt {} lw 1.2 lc rgb '{}' notitle", data, y,
                                points, empty, series_colour(series)));
  };
  const auto any = [&](bool beyond) {
    const std::vector<Chart::Point>& all = chart.series[series].points;
    return std::any_of(all.begin(), all.end(), [&](const Chart::Point& point) {
      return point.saturated && is_beyond(chart, point) == beyond;
    });
  };
  if (any(false)) {
    add(end ? fmt::format("$4 == 1 && $2 <= {} ? $2 : NaN", *end) : "$4 == 1 ? $2 : NaN",
        empty_shape(series));
  }
  if (any(true)) add(fmt::format("$4 == 1 && $2 > {0} ? {0} : NaN", *end), kBeyondShape);
  return parts;
}

/// Bars for the intervals, `shift` beside the points; nothing if there are none. Not gnuplot's
/// error bars, which have a mark of their own, of no size at best, which some renderers take for an
/// error.
std::optional<std::string> interval_bars(const Chart::Series& series, const std::string& data,
                                         const std::string& colour, double shift = 0) {
  if (intervals_of(series).empty()) return std::nullopt;
  return fmt::format(
      "{}_intervals using ($1+{:.4f}):2:3 with yerrorlines {} pt -1 lc rgb '{}' notitle", data,
      shift, kErrorLine, colour);
}

std::string curves(const Chart& chart, std::size_t index) {
  const bool points = chart.kind == Chart::Kind::kCurves;
  std::vector<std::string> parts;
  if (chart.diagonal) parts.push_back(fmt::format("x with lines {} notitle", kGuideLine));
  const auto for_each = [&](const auto& add) {
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
      if (!chart.series[i].points.empty()) add(i, name_of(index, i));
    }
  };
  for_each([&](std::size_t i, const std::string& data) {
    if (auto bars = interval_bars(chart.series[i], data, series_colour(i))) {
      parts.push_back(std::move(*bars));
    }
  });
  for_each([&](std::size_t i, const std::string& data) {
    parts.push_back(
        fmt::format("{} using 1:2 with lines {} {} notitle", data, kCurveLine, line_style(i)));
  });
  for_each([&](std::size_t i, const std::string& data) {
    if (!points) return;
    for (std::string& each : marks(chart, data, i)) parts.push_back(std::move(each));
  });
  return joined(parts);
}

std::string bars(const Chart& chart, std::size_t index) {
  const double width = 0.8 / static_cast<double>(std::max<std::size_t>(chart.series.size(), 1));
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    if (chart.series[i].points.empty()) continue;
    const double shift = (static_cast<double>(i) + 0.5) * width - 0.4;
    parts.push_back(fmt::format("{} using ($1+{:.4f}):2:({:.4f}) with boxes {} notitle",
                                name_of(index, i), shift, width * 0.92, bar_style(i)));
    if (auto each =
            interval_bars(chart.series[i], name_of(index, i), colour("text").light, shift)) {
      parts.push_back(std::move(*each));
    }
  }
  return joined(parts);
}

std::string axes(const Chart& chart, const Layout& layout) {
  std::string text = "unset logscale\nset xtics auto\nset ytics auto\nset autoscale\n";
  if (chart.log_x)
    text += "set logscale x\nset format x '%.0s%c'\n";
  else
    text += "set format x '%g'\n";
  if (chart.log_y) text += "set logscale y\n";
  const std::optional<double> end = axis_end(chart);
  text += fmt::format("set yrange [{}:{}]\n", chart.log_y ? "*" : "0",
                      end ? fmt::format("{}", *end) : "*");
  if (chart.kind == Chart::Kind::kBars) {
    std::vector<std::string> tics;
    for (std::size_t i = 0; i < chart.groups.size(); ++i) {
      tics.push_back(fmt::format("{} {}", gnuplot_text(chart.groups[i]), i));
    }
    text +=
        fmt::format("set xrange [-0.5:{}]\nset xtics ({}) scale 0 {}\n",
                    static_cast<double>(chart.groups.size()) - 0.5, joined(tics),
                    has_crowded_groups(chart, layout.axis()) ? "rotate by 30 right" : "norotate");
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
  const auto add = [&](const std::string& with, const std::string& name) {
    parts.push_back(fmt::format("NaN with {} title {}", with, gnuplot_text(name)));
  };
  const Chart& chart = charts.front();
  const std::vector<std::string> entries = legend_entries(charts);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::string& name = entries[i];
    const std::string mark =
        fmt::format("points {} lw 1.2 lc rgb '{}' pt ", kPointSize, colour("axis").light);
    const bool is_series = i < chart.series.size() && name == chart.series[i].name;
    if (!is_series) {
      add(mark + std::to_string(name == kBeyond ? kBeyondShape : empty_shape(0)), name);
    } else if (chart.kind == Chart::Kind::kCurves) {
      add(fmt::format("linespoints {} {} {}", kCurveLine, kPointSize, series_style(i)), name);
    } else if (chart.kind == Chart::Kind::kLines) {
      add(fmt::format("lines lw 2 {}", line_style(i)), name);
    } else {
      add("boxes " + bar_style(i), name);
    }
  }
  return fmt::format(
      "unset logscale\nunset border\nunset tics\nunset xlabel\nunset ylabel\nunset title\n"
      "unset grid\nset lmargin at screen 0\nset rmargin at screen 1\n"
      "set bmargin at screen 0\nset tmargin at screen {:.4f}\n"
      "set xrange [0:1]\nset yrange [0:1]\n"
      "set key center center Left reverse samplen 2 spacing 1.1 maxcols {} maxrows {} autotitle\n"
      "plot {}\n",
      static_cast<double>(layout.legend) / layout.height, layout.legend_columns, layout.legend_rows,
      joined(parts));
}

bool is_empty(const Chart& chart) {
  return std::all_of(chart.series.begin(), chart.series.end(),
                     [](const Chart::Series& each) { return each.points.empty(); });
}

/// What a picture shows, in words.
std::string title_of(const std::vector<Chart>& charts) {
  std::vector<std::string> titles;
  for (const Chart& chart : charts) {
    std::string title = chart.title.empty() ? chart.y_title : chart.title;
    if (std::find(titles.begin(), titles.end(), title) == titles.end()) {
      titles.push_back(std::move(title));
    }
  }
  return joined(titles, "; ");
}

}  // namespace

std::optional<double> axis_end(const Chart& chart) {
  if (!chart.saturation_leaves) return std::nullopt;
  double highest = 0;
  double highest_saturated = 0;
  for (const Chart::Series& series : chart.series) {
    for (const Chart::Point& point : series.points) {
      double& bound = point.saturated ? highest_saturated : highest;
      bound = std::max(bound, point.y);
    }
  }
  const double end = 2 * highest;
  return end > 0 && highest_saturated > end ? std::optional(end) : std::nullopt;
}

std::string chart_script(const std::vector<Chart>& charts, const std::string& terminal) {
  const Layout layout(charts);
  std::string script = fmt::format("set terminal {}\n", terminal);
  for (std::size_t i = 0; i < charts.size(); ++i) {
    for (std::size_t j = 0; j < charts[i].series.size(); ++j) {
      script += fmt::format("{} << END_OF_DATA\n{}END_OF_DATA\n", name_of(i, j),
                            data_of(charts[i].series[j]));
      script += fmt::format("{}_intervals << END_OF_DATA\n{}END_OF_DATA\n", name_of(i, j),
                            intervals_of(charts[i].series[j]));
    }
  }
  script += gnuplot_look();
  script += "set multiplot\nunset key\n";
  for (std::size_t i = 0; i < charts.size(); ++i) {
    if (is_empty(charts[i])) continue;
    script += margins(layout, i, !charts[i].title.empty()) + axes(charts[i], layout) + "plot " +
              (charts[i].kind == Chart::Kind::kBars ? bars(charts[i], i) : curves(charts[i], i)) +
              "\n";
  }
  if (layout.legend_rows > 0) script += legend(charts, layout);
  script += "unset multiplot\n";
  return script;
}

void draw_charts(const std::vector<Chart>& charts, const std::string& prefix,
                 const std::string& title) {
  if (std::all_of(charts.begin(), charts.end(), is_empty)) {
    throw Error(prefix + ": there is nothing to draw");
  }
  const Layout layout(charts);
  const std::string svg =
      run_gnuplot(chart_script(charts, svg_terminal(layout.width, layout.height)));
  write_file(prefix + ".svg", themed_svg(svg, title.empty() ? title_of(charts) : title));
  write_file(prefix + ".png",
             run_gnuplot(chart_script(charts, png_terminal(layout.width, layout.height))));
}

}  // namespace sim
}  // namespace netloom
