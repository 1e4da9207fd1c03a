#pragma once

#include "routing/base/types.h"
#include "sim/base/json.h"
#include "sim/config/config.h"
#include "sim/run/fabric.h"
#include "sim/statistics/measurement.h"

namespace netloom {
inline namespace sim {

/// Adds to the point's object what was accepted and received, phits/cycle: by node, by switch and,
/// in a dragonfly, by position in the group; with the spread over them, and by path class.
/// `cycles`: measured; 0: nothing was. `details`: also every node's and switch's.
void add_load_report(Json& point, const Config& config, const Fabric& fabric,
                     const Measurement& measurement, Cycle cycles, bool details);

}  // namespace sim
}  // namespace netloom
