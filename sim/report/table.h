#pragma once

#include <string>
#include <vector>

#include "sim/sweep/sweep.h"

namespace netloom {
inline namespace sim {

/// The results of the series as text for a terminal: a table of each series' summary, what RTL
/// decided, what faults did, and what failed.
std::string summary_text(const std::vector<Series>& series);

}  // namespace sim
}  // namespace netloom
