#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace netloom {

/// What one block did in a run, in all switches together.
struct RtlBlockCounters {
  std::uint64_t decisions = 0;   ///< made by RTL (shadow: and compared)
  std::uint64_t mismatches = 0;  ///< decisions that differed from the reference; the run ends at
                                 ///< the first
};

/// What the RTL did in a run, by block ("fir").
struct RtlCounters {
  std::map<std::string, RtlBlockCounters> blocks;

  std::uint64_t decisions() const {
    std::uint64_t sum = 0;
    for (const auto& [block, counters] : blocks) sum += counters.decisions;
    return sum;
  }
  std::uint64_t mismatches() const {
    std::uint64_t sum = 0;
    for (const auto& [block, counters] : blocks) sum += counters.mismatches;
    return sum;
  }
};

}  // namespace netloom
