#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/base/json.h"
#include "sim/statistics/confidence.h"

namespace netloom {
inline namespace sim {

/// Estimate of the number at a JSON pointer in each of several points of different seeds; none
/// without points, and if one of them has no such number. Without an interval if the points are
/// copies of one run (see are_copies()). Of one point, with the interval that it has by itself, if
/// it has one.
std::optional<Estimate> estimate_at(const std::vector<const Json*>& points,
                                    const std::string& pointer);

}  // namespace sim
}  // namespace netloom
