#pragma once

#include <vector>

#include "sim/base/json.h"

namespace netloom {
inline namespace sim {

/// One row per load, in the order of the points: mean over the seeds and half width of the 95 %
/// confidence interval (null for one seed) of accepted load and latencies. Points that failed are
/// counted in `failed` and left out of the means; `saturated` if any seed was, `stationary` if all
/// were (null for closed workloads).
Json summarise(const std::vector<Json>& points);

}  // namespace sim
}  // namespace netloom
