#pragma once

#include <string>
#include <vector>

#include "sim/base/json.h"
#include "sim/report/chart.h"

namespace netloom {
inline namespace sim {

/// Curves through results, for charts. `x` and `y` are JSON pointers; what has no number there, and
/// points that failed, are left out.

/// A point for each load: means over its seeds, the 95 % confidence interval of y, and whether any
/// of them was saturated. The pointers lead into the points of a run.
Chart::Series load_curve(const std::string& name, const std::vector<Json>& points,
                         const std::string& x, const std::string& y);

/// A point for each element of a list of numbers, at its index: means over the points of a load,
/// and the 95 % confidence interval. `y` leads to the list.
Chart::Series list_curve(const std::string& name, const std::vector<Json>& points, double load,
                         const std::string& y);

/// A point for each interval of a point's time series, at its first cycle. `y` leads into a sample.
Chart::Series time_curve(const std::string& name, const Json& point, const std::string& y);

}  // namespace sim
}  // namespace netloom
