#include "sim/report/chart_axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace netloom {
inline namespace sim {
namespace {

constexpr double kMostSteps = 8;       ///< of a linear axis
constexpr std::size_t kMostMarks = 8;  ///< logarithmic, for all of 1, 2 and 5 to have labels
constexpr int kFewSteps = 2;           ///< logarithmic, for all digits to have labels
constexpr double kIntervalRoom = 1.25;
constexpr double kRounding = 1e-9;  ///< relative; a value so near to a step is on it

struct Range {
  double lowest = std::numeric_limits<double>::infinity();
  double highest = 0;

  void add(double value) {
    lowest = std::min(lowest, value);
    highest = std::max(highest, value);
  }
};

template <typename Function>
void for_each_point(const Chart& chart, const Function& function) {
  for (const Chart::Series& series : chart.series) {
    for (const Chart::Point& point : series.points) function(point);
  }
}

/// 1, 2 or 5 times a power of ten: number 0 is 1, 1 is 2, 2 is 5, 3 is 10, -1 is 0.5.
double step_at(int number) {
  constexpr std::array kDigits = {1.0, 2.0, 5.0};
  const int decade = static_cast<int>(std::floor(number / 3.0));
  return kDigits[static_cast<std::size_t>(number - 3 * decade)] * std::pow(10, decade);
}

/// Of the first step that is not less than a value above 0.
int step_from(double value) {
  int number = 3 * static_cast<int>(std::floor(std::log10(value)));
  while (step_at(number) < value * (1 - kRounding)) ++number;
  return number;
}

Axis linear_axis(double highest) {
  Axis axis;
  if (highest <= 0) highest = 1;
  const double step = step_at(step_from(highest / kMostSteps));
  const double steps = std::ceil(highest / step * (1 - kRounding));
  axis.end = steps * step;
  for (int i = 0; i <= static_cast<int>(steps); ++i) {
    axis.marks.push_back({i * step, mark_text(i * step)});
  }
  return axis;
}

/// Bars of no height cannot be seen: with `below`, the lowest value is above the beginning.
Axis logarithmic_axis(Range range, bool below) {
  if (range.highest <= 0) range = {1, 10};
  int first = step_from(range.lowest);
  if (step_at(first) > range.lowest * (1 + kRounding) || below) --first;
  const int last = std::max(step_from(range.highest), first + 1);
  Axis axis;
  axis.begin = step_at(first);
  axis.end = step_at(last);
  if (last - first <= kFewSteps) {
    // Between 1, 2 and 5 come the other digits; between 1 and 2 alone, fifths.
    const bool fifths = last == first + 1 && first % 3 == 0;
    for (double value = axis.begin; value < axis.end * (1 + kRounding);) {
      axis.marks.push_back({value, mark_text(value)});
      const double decade = std::pow(10, std::floor(std::log10(value * (1 + kRounding))));
      value += fifths ? axis.begin / 5 : decade;
    }
    return axis;
  }
  const bool all = last - first < static_cast<int>(kMostMarks);
  for (int i = first; i <= last; ++i) {
    axis.marks.push_back({step_at(i), all || i % 3 == 0 ? mark_text(step_at(i)) : ""});
  }
  return axis;
}

/// The highest of the points that the axis goes to.
double highest_counted(const Chart& chart) {
  double highest = 0;
  double lowest_saturated = std::numeric_limits<double>::infinity();
  for_each_point(chart, [&](const Chart::Point& point) {
    if (chart.saturation_leaves && point.saturated) {
      lowest_saturated = std::min(lowest_saturated, point.y);
    } else {
      highest = std::max(highest, point.y);
    }
  });
  return highest > 0 || std::isinf(lowest_saturated) ? highest : 2 * lowest_saturated;
}

}  // namespace

Axis x_axis(const Chart& chart) {
  Range range;
  for_each_point(chart, [&](const Chart::Point& point) {
    if (!chart.log_x || point.x > 0) range.add(point.x);
  });
  return chart.log_x ? logarithmic_axis(range, false) : linear_axis(range.highest);
}

Axis y_axis(const Chart& chart) {
  const double highest = highest_counted(chart);
  if (chart.log_y) {
    Range range;
    for_each_point(chart, [&](const Chart::Point& point) {
      if (point.y > 0) range.add(point.y);
    });
    range.highest = std::isinf(range.lowest) ? 0 : std::max(highest, range.lowest);
    return logarithmic_axis(range, chart.kind == Chart::Kind::kBars);
  }
  double end = highest;
  for_each_point(chart, [&](const Chart::Point& point) {
    if (chart.saturation_leaves && point.saturated) return;
    end = std::max(end, std::min(point.y + point.half, kIntervalRoom * highest));
  });
  return linear_axis(end);
}

bool is_beyond(const Axis& y, const Chart::Point& point) {
  return point.saturated && point.y > y.end * (1 + kRounding);
}

std::string mark_text(double value) {
  constexpr std::array kUnits = {"", "k", "M", "G", "T", "P"};
  std::size_t unit = 0;
  while (value >= 1000 * (1 - kRounding) && unit + 1 < kUnits.size()) {
    value /= 1000;
    ++unit;
  }
  return fmt::format("{:g}{}", value, kUnits[unit]);
}

}  // namespace sim
}  // namespace netloom
