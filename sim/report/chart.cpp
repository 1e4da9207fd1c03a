#include "sim/report/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "routing/base/error.h"
#include "routing/base/joined.h"
#include "routing/base/output_file.h"
#include "sim/report/chart_axis.h"
#include "sim/report/gnuplot.h"
#include "sim/report/picture_style.h"

namespace netloom {
inline namespace sim {
namespace {

constexpr int kChartWidth = 500;
constexpr int kOnlyChartWidth = 700;
constexpr int kAxisHeight = 260;  ///< pixels
constexpr int kAxisLeft = 86;     ///< pixels beside the axes of a chart
constexpr int kAxisRight = 18;
constexpr int kTitleRoom = 28;  ///< above the axes
constexpr int kNoTitleRoom = 12;
constexpr int kMarkRoom = 28;  ///< below the axes: of the numbers or names
constexpr int kAxisTitleRoom = 28;
constexpr int kGroupLetter = 7;  ///< pixels of a letter of a group of bars
constexpr double kSlope = 0.6;   ///< of names that rise by 45 degrees: height by kGroupLetter
constexpr int kArrow = 13;       ///< height of an arrow and the space below it

constexpr int kLegendLine = 20;
constexpr int kLegendRoom = 8;  ///< above and below it
constexpr int kMostLegendColumns = 5;
constexpr int kLegendKey = 34;  ///< pixels of a sample
constexpr int kLegendSpace = 8;
constexpr int kLegendLetter = 7;  ///< pixels of a letter of a name

constexpr const char* kSaturated = "saturated";
constexpr const char* kBeyond = "saturated, above the axis";
constexpr const char* kUncertain = "no valid interval";
constexpr int kCrossShape = 2;  ///< gnuplot's number of its shape

/// How a point inside the axes is marked.
enum class Mark { kFilled, kEmpty, kCross };

Mark mark_of(const Chart::Point& point) {
  return point.saturated ? Mark::kEmpty : point.uncertain ? Mark::kCross : Mark::kFilled;
}

bool has_mark(const Chart::Series& series, Mark mark) {
  return std::any_of(series.points.begin(), series.points.end(),
                     [mark](const Chart::Point& point) { return mark_of(point) == mark; });
}

bool has_mark(const std::vector<Chart>& charts, Mark mark) {
  return std::any_of(charts.begin(), charts.end(), [mark](const Chart& chart) {
    return chart.kind == Chart::Kind::kCurves &&
           std::any_of(chart.series.begin(), chart.series.end(),
                       [mark](const Chart::Series& each) { return has_mark(each, mark); });
  });
}

bool has_point(const std::vector<Chart>& charts, bool beyond) {
  for (const Chart& chart : charts) {
    if (chart.kind != Chart::Kind::kCurves) continue;
    const Axis axis = y_axis(chart);
    for (const Chart::Series& series : chart.series) {
      for (const Chart::Point& point : series.points) {
        if (point.saturated && is_beyond(axis, point) == beyond) return true;
      }
    }
  }
  return false;
}

/// What the legend of charts says: names of series, and what their marks mean.
std::vector<std::string> legend_entries(const std::vector<Chart>& charts) {
  std::vector<std::string> entries;
  for (const Chart::Series& each : charts.front().series) entries.push_back(each.name);
  // A single curve may go without a name, and a picture of it without a legend.
  if (std::all_of(entries.begin(), entries.end(), [](const auto& each) { return each.empty(); })) {
    entries.clear();
  }
  if (has_point(charts, false)) entries.emplace_back(kSaturated);
  if (has_point(charts, true)) entries.emplace_back(kBeyond);
  if (has_mark(charts, Mark::kCross)) entries.emplace_back(kUncertain);
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
        width(columns == 1 ? kOnlyChartWidth : columns * kChartWidth) {
    const std::vector<std::string> names = legend_entries(charts);
    std::size_t longest = 0;
    for (const std::string& each : names) longest = std::max(longest, each.size());
    entry = kLegendKey + kLegendSpace + kLegendLetter * static_cast<int>(longest + 2);
    legend_columns = std::clamp(width / entry, 1, kMostLegendColumns);
    const auto entries = static_cast<int>(names.size());
    legend_rows = (entries + legend_columns - 1) / legend_columns;
    // No more than those that are used.
    if (legend_rows > 0) legend_columns = (entries + legend_rows - 1) / legend_rows;
    legend = legend_rows > 0 ? kLegendLine * legend_rows + 2 * kLegendRoom : kLegendRoom;
    for (const Chart& chart : charts) {
      if (!chart.title.empty()) above = kTitleRoom;
      int marks = kMarkRoom;
      if (has_crowded_groups(chart, axis())) {
        marks = 14 + static_cast<int>(kSlope * kGroupLetter *
                                      static_cast<double>(longest_group(chart) + 1));
      }
      below = std::max(below, marks + (chart.x_title.empty() ? 0 : kAxisTitleRoom));
    }
    height = rows * chart_height() + legend;
  }

  /// Of a chart, without what is beside its axes.
  int axis() const { return width / columns - kAxisLeft - kAxisRight; }
  int chart_height() const { return above + kAxisHeight + below; }

  int columns, rows, width;
  int above = kNoTitleRoom;  ///< height of what is above the axes of a chart
  int below = 0;
  int entry;  ///< width of an entry of the legend
  int legend_columns, legend_rows;
  int legend;  ///< height
  int height;
};

/// Arrows of saturated points above the end of the axis. Those of several series at one place are
/// below each other: all can be seen.
class Arrows {
 public:
  Arrows(const Chart& chart, const Layout& layout) : y_(y_axis(chart)), log_(chart.log_y) {
    if (chart.kind != Chart::Kind::kCurves) return;
    const Axis x = x_axis(chart);
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
      for (const Chart::Point& point : chart.series[i].points) {
        if (!is_beyond(y_, point)) continue;
        const double share = chart.log_x ? std::log(point.x / x.begin) / std::log(x.end / x.begin)
                                         : (point.x - x.begin) / (x.end - x.begin);
        add(i, point, share * layout.axis());
      }
    }
  }

  /// Where the arrow of a point begins, and its height; 0 and 0 if it has none.
  std::pair<double, double> of(std::size_t series, const Chart::Point& point) const {
    for (const Arrow& each : arrows_) {
      if (each.series != series || each.point != &point) continue;
      const double tip = at(each.level * kArrow);
      const double tail = at(each.level * kArrow + kArrow - 1);
      return {tail, tip - tail};
    }
    return {0, 0};
  }

 private:
  struct Arrow {
    std::size_t series;
    const Chart::Point* point;
    double x;  ///< pixels
    int level;
  };
  static constexpr double kArrowWidth = 9;
  static constexpr int kMostLevels = kAxisHeight / kArrow / 2;

  void add(std::size_t series, const Chart::Point& point, double x) {
    int level = 0;
    const auto is_taken = [&] {
      return std::any_of(arrows_.begin(), arrows_.end(), [&](const Arrow& each) {
        return each.series != series && each.level == level && std::abs(each.x - x) < kArrowWidth;
      });
    };
    while (level < kMostLevels && is_taken()) ++level;
    arrows_.push_back({series, &point, x, level});
  }
  /// What the axis has so many pixels below its end.
  double at(int pixels) const {
    const double share = static_cast<double>(pixels) / kAxisHeight;
    return log_ ? y_.end * std::pow(y_.begin / y_.end, share) : y_.end - y_.end * share;
  }

  Axis y_;
  bool log_;
  std::vector<Arrow> arrows_;
};

/// Of a series: x, y, half of the interval, its mark; and its arrow.
std::string data_of(const Chart& chart, const Layout& layout, std::size_t series) {
  const Arrows arrows(chart, layout);
  std::string text;
  for (const Chart::Point& point : chart.series[series].points) {
    const auto [from, height] = arrows.of(series, point);
    text += fmt::format("{} {} {} {} {} {}\n", point.x, point.y, point.half,
                        static_cast<int>(mark_of(point)), from, height);
  }
  return text;
}

/// The intervals of a series, as gnuplot's data: x, y, and both ends. What is below a logarithmic
/// axis cannot be drawn; an end outside the axes is cut off by gnuplot, without a mark.
struct Intervals {
  Intervals(const Chart& chart, const Chart::Series& series) {
    const Axis axis = y_axis(chart);
    const double least = chart.log_y ? axis.begin / 2 : -axis.end;
    std::vector<std::string> run;
    const auto end_run = [&] {
      // gnuplot would join them by a line if there were no empty line between them.
      (run.size() > 1 ? bands : bars) += run.empty() ? "" : joined(run, "\n") + "\n\n";
      run.clear();
    };
    for (const Chart::Point& point : series.points) {
      const bool drawn = point.half > 0 && !is_beyond(axis, point);
      if (!drawn || chart.kind == Chart::Kind::kBars) end_run();
      if (!drawn) continue;
      run.push_back(fmt::format("{} {} {} {}", point.x, point.y,
                                std::max(point.y - point.half, least), point.y + point.half));
    }
    end_run();
  }

  std::string bands;  ///< of curves: where neighbouring points have an interval
  std::string bars;   ///< others
};

/// Margins of a chart's axes, as shares of the picture.
std::string margins(const Layout& layout, std::size_t index) {
  const int column = static_cast<int>(index) % layout.columns;
  const int row = static_cast<int>(index) / layout.columns;
  const double width = layout.width;
  const double height = layout.height;
  const double cell = width / layout.columns;
  const double top = height - row * layout.chart_height() - layout.above;
  return fmt::format(
      "set lmargin at screen {:.4f}\nset rmargin at screen {:.4f}\n"
      "set tmargin at screen {:.4f}\nset bmargin at screen {:.4f}\n",
      (column * cell + kAxisLeft) / width, ((column + 1) * cell - kAxisRight) / width, top / height,
      (top - kAxisHeight) / height);
}

std::string name_of(std::size_t chart, std::size_t series) {
  return fmt::format("$data_{}_{}", chart, series);
}

/// gnuplot's words for the arrow of a saturated point above the end of the axis.
std::string arrow_style(const Layout& layout, const char* colour) {
  return fmt::format("with vectors head filled size screen {:.5f},24 fixed lw 1.4 lc rgb '{}'",
                     8.0 / layout.width, colour);
}

/// An empty shape, which lets nothing through.
std::vector<std::string> empty_marks(const std::string& data, int shape, const char* line) {
  return {fmt::format("{} with points {} pt {} lc rgb '{}' notitle", data, kPointSize, shape + 1,
                      colour("background").light),
          fmt::format("{} with points {} pt {} lw 1.2 lc rgb '{}' notitle", data, kPointSize, shape,
                      line)};
}

std::string cross(const std::string& data, const char* line) {
  return fmt::format("{} with points {} pt {} lw 1.6 lc rgb '{}' notitle", data, kPointSize,
                     kCrossShape, line);
}

/// The marks of a curve: its shape filled; empty where saturated; a cross where nothing says how
/// good it is; an arrow to where it leaves the axes.
std::vector<std::string> marks(const Chart& chart, const Layout& layout, const std::string& data,
                               std::size_t series) {
  std::vector<std::string> parts = {fmt::format(
      "{} using 1:($4 == 0 ? $2 : NaN) with points {} notitle", data, mark_style(series))};
  const Axis axis = y_axis(chart);
  const auto any = [&](bool beyond) {
    const std::vector<Chart::Point>& all = chart.series[series].points;
    return std::any_of(all.begin(), all.end(), [&](const Chart::Point& point) {
      return point.saturated && is_beyond(axis, point) == beyond;
    });
  };
  if (any(false)) {
    const std::string points =
        fmt::format("{} using 1:($4 == 1 && $2 <= {} ? $2 : NaN)", data, axis.end);
    for (std::string& each : empty_marks(points, empty_shape(series), series_colour(series))) {
      parts.push_back(std::move(each));
    }
  }
  if (has_mark(chart.series[series], Mark::kCross)) {
    parts.push_back(
        cross(fmt::format("{} using 1:($4 == 2 ? $2 : NaN)", data), series_colour(series)));
  }
  if (any(true)) {
    parts.push_back(fmt::format("{} using 1:($6 > 0 ? $5 : NaN):(0):6 {} notitle", data,
                                arrow_style(layout, series_colour(series))));
  }
  return parts;
}

/// Bars for the intervals, `shift` beside the points; nothing if there are none. Not gnuplot's
/// error bars, which have a mark of their own, of no size at best, which some renderers take for an
/// error.
std::optional<std::string> interval_bars(const Intervals& intervals, const std::string& data,
                                         const std::string& colour, double shift = 0) {
  if (intervals.bars.empty()) return std::nullopt;
  return fmt::format(
      "{}_bars using ($1+{:.4f}):2:3:4 with yerrorlines {} pt -1 lc rgb '{}' notitle", data, shift,
      kErrorLine, colour);
}

/// A band for the intervals along a curve; nothing if there is none.
std::optional<std::string> interval_band(const Intervals& intervals, const std::string& data,
                                         const std::string& colour) {
  if (intervals.bands.empty()) return std::nullopt;
  return fmt::format("{}_bands using 1:3:4 with filledcurves {} fc rgb '{}' notitle", data, kBand,
                     colour);
}

std::string curves(const Chart& chart, const Layout& layout, std::size_t index) {
  const bool points = chart.kind == Chart::Kind::kCurves;
  std::vector<std::string> parts;
  if (chart.diagonal) parts.push_back(fmt::format("x with lines {} notitle", kGuideLine));
  const auto for_each = [&](const auto& add) {
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
      if (!chart.series[i].points.empty()) add(i, name_of(index, i));
    }
  };
  for_each([&](std::size_t i, const std::string& data) {
    const Intervals intervals(chart, chart.series[i]);
    if (auto band = interval_band(intervals, data, series_colour(i))) {
      parts.push_back(std::move(*band));
    }
    if (auto bars = interval_bars(intervals, data, series_colour(i))) {
      parts.push_back(std::move(*bars));
    }
  });
  for_each([&](std::size_t i, const std::string& data) {
    parts.push_back(fmt::format("{} using 1:2 with lines {} notitle", data,
                                points ? curve_style(i) : line_style(i)));
  });
  for_each([&](std::size_t i, const std::string& data) {
    if (!points) return;
    for (std::string& each : marks(chart, layout, data, i)) parts.push_back(std::move(each));
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
    if (auto each = interval_bars(Intervals(chart, chart.series[i]), name_of(index, i),
                                  colour("text").light, shift)) {
      parts.push_back(std::move(*each));
    }
  }
  return joined(parts);
}

/// gnuplot's words for the marks of an axis.
std::string marks_of(const Axis& axis) {
  std::vector<std::string> marks;
  for (const Axis::Mark& each : axis.marks) {
    marks.push_back(
        fmt::format("{} {} {:d}", gnuplot_text(each.label), each.at, each.label.empty()));
  }
  return "(" + joined(marks) + ")";
}

/// gnuplot's words for the ends of an axis. A logarithmic one ends behind its last marks by what
/// nobody sees: gnuplot takes log 10 to be less than 1, and finds a mark there outside the axis.
std::string range_of(const Axis& axis, bool log) {
  const double room = log ? 1e-9 : 0;
  return fmt::format("[{}:{}]", axis.begin * (1 - room), axis.end * (1 + room));
}

std::string axes(const Chart& chart, const Layout& layout) {
  std::string text = "unset logscale\n";
  if (chart.log_x && chart.kind != Chart::Kind::kBars) text += "set logscale x\n";
  if (chart.log_y) text += "set logscale y\n";
  const Axis y = y_axis(chart);
  text += fmt::format("set yrange {}\nset ytics {}\n", range_of(y, chart.log_y), marks_of(y));
  if (chart.kind == Chart::Kind::kBars) {
    std::vector<std::string> tics;
    for (std::size_t i = 0; i < chart.groups.size(); ++i) {
      tics.push_back(fmt::format("{} {}", gnuplot_text(chart.groups[i]), i));
    }
    text +=
        fmt::format("set xrange [-0.5:{}]\nset xtics ({}) scale 0 {}\nset grid noxtics\n",
                    static_cast<double>(chart.groups.size()) - 0.5, joined(tics),
                    has_crowded_groups(chart, layout.axis()) ? "rotate by 45 right" : "norotate");
  } else {
    const Axis x = x_axis(chart);
    text += fmt::format("set xrange {}\nset xtics {}\n", range_of(x, chart.log_x), marks_of(x));
  }
  text += fmt::format("set xlabel {}\nset ylabel {}\n", gnuplot_text(chart.x_title),
                      gnuplot_text(chart.y_title));
  text += chart.title.empty()
              ? std::string("unset title\n")
              : fmt::format("set title {} offset 0,-0.6\n", gnuplot_text(chart.title));
  return text;
}

/// A plot without axes, in pixels from the upper left, of the legend of all charts. Not gnuplot's
/// key, in which an arrow lies and bars of patterns are too small to tell apart.
std::string legend(const std::vector<Chart>& charts, const Layout& layout) {
  const Chart& chart = charts.front();
  const std::vector<std::string> entries = legend_entries(charts);
  const int left = (layout.width - layout.legend_columns * layout.entry) / 2;
  const char* grey = colour("axis").light;
  std::string data;
  std::string labels;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto place = static_cast<int>(i);
    const int x = left + place / layout.legend_rows * layout.entry;
    const int y = kLegendRoom + kLegendLine * (place % layout.legend_rows) + kLegendLine / 2;
    const int middle = x + kLegendKey / 2;
    const std::string name = fmt::format("$legend_{}", i);
    data += fmt::format("{} << END_OF_DATA\n{} {}\n{} {}\nEND_OF_DATA\n", name, x, y,
                        x + kLegendKey, y);
    labels += fmt::format("set label {} at {},{} left noenhanced textcolor rgb '{}'\n",
                          gnuplot_text(entries[i]), x + kLegendKey + kLegendSpace, y,
                          colour("text").light);
    const std::string point = fmt::format("{} every ::::0 using ({}):2", name, middle);
    const bool is_series = i < chart.series.size() && entries[i] == chart.series[i].name;
    if (!is_series && entries[i] == kBeyond) {
      parts.push_back(fmt::format("{} every ::::0 using ({}):($2+{}):(0):({}) {} notitle", name,
                                  middle, kArrow / 2, 1 - kArrow, arrow_style(layout, grey)));
    } else if (!is_series && entries[i] == kUncertain) {
      parts.push_back(cross(point, grey));
    } else if (!is_series) {
      for (std::string& each : empty_marks(point, empty_shape(0), grey)) {
        parts.push_back(std::move(each));
      }
    } else if (chart.kind == Chart::Kind::kCurves) {
      parts.push_back(fmt::format("{} with lines {} notitle", name, curve_style(i)));
      parts.push_back(fmt::format("{} with points {} notitle", point, mark_style(i)));
    } else if (chart.kind == Chart::Kind::kLines) {
      parts.push_back(fmt::format("{} with lines {} notitle", name, line_style(i)));
    } else {
      parts.push_back(fmt::format(
          "{} every ::::0 using ({}):2:({}):({}):($2-6):($2+6) with boxxyerror {} notitle", name,
          middle, x + 4, x + kLegendKey, bar_style(i)));
    }
  }
  return fmt::format(
      "{}unset logscale\nunset border\nunset tics\nunset xlabel\nunset ylabel\nunset title\n"
      "unset grid\nset lmargin at screen 0\nset rmargin at screen 1\n"
      "set bmargin at screen 0\nset tmargin at screen {:.4f}\n"
      "set xrange [0:{}]\nset yrange [{}:0]\n{}plot {}\n",
      data, static_cast<double>(layout.legend) / layout.height, layout.width, layout.legend, labels,
      joined(parts));
}

/// Bars of more series than there are fillings: a chart for each group, whose bars have their names
/// below them.
std::vector<Chart> with_told_apart_bars(const std::vector<Chart>& charts) {
  std::vector<Chart> result;
  for (const Chart& chart : charts) {
    if (chart.kind != Chart::Kind::kBars || chart.series.size() <= kBarFills) {
      result.push_back(chart);
      continue;
    }
    for (std::size_t group = 0; group < chart.groups.size(); ++group) {
      Chart part = chart;
      part.title = chart.title + (chart.title.empty() ? "" : ", ") + chart.groups[group];
      part.groups.clear();
      part.series = {{"", {}}};
      for (const Chart::Series& series : chart.series) {
        for (Chart::Point point : series.points) {
          if (point.x != static_cast<double>(group)) continue;
          point.x = static_cast<double>(part.groups.size());
          part.series.front().points.push_back(point);
        }
        part.groups.push_back(series.name);
      }
      result.push_back(std::move(part));
    }
  }
  return result;
}

bool is_empty(const Chart& chart) {
  return std::all_of(chart.series.begin(), chart.series.end(),
                     [](const Chart::Series& each) { return each.points.empty(); });
}

std::string script_of(const std::vector<Chart>& charts, const Layout& layout,
                      const std::string& terminal) {
  std::string script = fmt::format("set terminal {}\n", terminal);
  for (std::size_t i = 0; i < charts.size(); ++i) {
    for (std::size_t j = 0; j < charts[i].series.size(); ++j) {
      script += fmt::format("{} << END_OF_DATA\n{}END_OF_DATA\n", name_of(i, j),
                            data_of(charts[i], layout, j));
      const Intervals intervals(charts[i], charts[i].series[j]);
      script += fmt::format(
          "{0}_bands << END_OF_DATA\n{1}END_OF_DATA\n"
          "{0}_bars << END_OF_DATA\n{2}END_OF_DATA\n",
          name_of(i, j), intervals.bands, intervals.bars);
    }
  }
  script += gnuplot_look();
  script += "set multiplot\nunset key\n";
  for (std::size_t i = 0; i < charts.size(); ++i) {
    if (is_empty(charts[i])) continue;
    script +=
        margins(layout, i) + axes(charts[i], layout) + "plot " +
        (charts[i].kind == Chart::Kind::kBars ? bars(charts[i], i) : curves(charts[i], layout, i)) +
        "\n";
  }
  if (layout.legend_rows > 0) script += legend(charts, layout);
  script += "unset multiplot\n";
  return script;
}

}  // namespace

std::string chart_script(const std::vector<Chart>& charts, const std::string& terminal) {
  const std::vector<Chart> drawn = with_told_apart_bars(charts);
  return script_of(drawn, Layout(drawn), terminal);
}

void draw_charts(const std::vector<Chart>& charts, const std::string& prefix,
                 const std::string& title) {
  if (std::all_of(charts.begin(), charts.end(), is_empty)) {
    throw Error(prefix + ": there is nothing to draw");
  }
  const std::vector<Chart> drawn = with_told_apart_bars(charts);
  const Layout layout(drawn);
  const std::string svg =
      run_gnuplot(script_of(drawn, layout, svg_terminal(layout.width, layout.height)));
  write_file(prefix + ".svg", themed_svg(svg, title));
  write_file(prefix + ".png",
             run_gnuplot(script_of(drawn, layout, png_terminal(layout.width, layout.height))));
}

}  // namespace sim
}  // namespace netloom
