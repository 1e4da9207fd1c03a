#pragma once

#include <string>
#include <vector>

namespace netloom {
inline namespace sim {

/// Names of the registers that `simulation.counters` may have: those of class kCounters, but for
/// the buckets of windows.
std::vector<std::string> readable_counters();
/// Those that switches with this routing hardware have.
std::vector<std::string> readable_counters(const std::string& set);

}  // namespace sim
}  // namespace netloom
