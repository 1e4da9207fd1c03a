#pragma once

#include <string>
#include <vector>

#include "sim/report/chart.h"

namespace netloom {
inline namespace sim {

/// An axis of a chart: its ends and its marks.
struct Axis {
  struct Mark {
    double at = 0;
    std::string label;  ///< empty: a small mark
  };
  double begin = 0;
  double end = 1;
  std::vector<Mark> marks;
};

/// The axes of curves and the y axis of bars.
///
/// A linear axis goes from 0 to a multiple of 1, 2 or 5 times a power of ten, in at most eight
/// steps. A logarithmic one begins and ends at 1, 2 or 5 times a power of ten: at those next to the
/// means. An interval may stretch a linear y axis, to at most 1.25 times the highest mean, and
/// never a logarithmic one. Where saturated points leave the axis (Chart::saturation_leaves), its
/// end is that of the other points; if there is none, that of twice the lowest saturated point.
Axis x_axis(const Chart& chart);
Axis y_axis(const Chart& chart);

/// Whether a point is saturated and lies above the end of the y axis.
bool is_beyond(const Axis& y, const Chart::Point& point);

/// How all axes write a number: "0.5", "20", "2k", "1.5M".
std::string mark_text(double value);

}  // namespace sim
}  // namespace netloom
