#pragma once

#include <string>
#include <vector>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// One chart of a picture: curves over numbers, or groups of bars.
struct Chart {
  enum class Kind {
    kCurves,  ///< lines with points, and bands for the confidence intervals, bars where neighbours
              ///< have none
    kLines,   ///< lines only, for many points
    kBars,    ///< a bar per series in each group
  };
  struct Point {
    double x = 0;  ///< bars: number of the group, from 0
    double y = 0;
    double half = 0;         ///< half width of the 95 % confidence interval; 0 = none
    bool saturated = false;  ///< more was offered than is accepted
    /// The run was asked how good it is, and has no valid interval: not to be taken for a precise
    /// one, whose interval may be too narrow to be seen.
    bool uncertain = false;
  };
  struct Series {
    std::string name;
    std::vector<Point> points;
  };

  Kind kind = Kind::kCurves;
  std::string title;
  std::string x_title, y_title;
  bool log_x = false, log_y = false;
  bool diagonal = false;  ///< curves: also the line y = x
  /// Curves: saturated points do not stretch the y axis. See y_axis().
  bool saturation_leaves = false;
  std::vector<std::string> groups;  ///< bars: their names
  std::vector<Series> series;
};

/// Draws charts side by side, two in a row if there are more than one, with one legend for all:
/// PREFIX.svg and PREFIX.png. The series of all charts are the same, in the same order. Bars of
/// more series than there are fillings are drawn with a chart for each group, each bar above its
/// name. `title` is that of the SVG, which screen readers and tooltips give. Error: no gnuplot, it
/// fails, nothing to draw, a file cannot be written.
void draw_charts(const std::vector<Chart>& charts, const std::string& prefix,
                 const std::string& title);

/// The gnuplot commands for that.
std::string chart_script(const std::vector<Chart>& charts, const std::string& terminal);

}  // namespace sim
}  // namespace netloom
