#pragma once

#include <string>
#include <vector>

#include "sim/sweep/sweep.h"

namespace netloom {
inline namespace sim {

/// The results of the series as text for a terminal: a table of each series' summary, what RTL
/// decided, and what faults did. How many points failed is in the table; why is not.
std::string summary_text(const std::vector<Series>& series);

}  // namespace sim
}  // namespace netloom
