#pragma once

#include <string>
#include <vector>

#include "sim/sweep/sweep.h"

namespace netloom {
inline namespace sim {

/// What a report about the first point that shows a defect (shows_defect()) needs: the version,
/// load and seed, and its configuration, a configuration file in one line that has this point only.
/// Empty if there is no such point.
std::string defect_text(const std::vector<Series>& series);

}  // namespace sim
}  // namespace netloom
