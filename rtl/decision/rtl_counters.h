#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace netloom {
inline namespace rtl {

/// What one block did in a run, in all switches together.
struct RtlBlockCounters {
  std::uint64_t decisions = 0;   ///< made by RTL (shadow: and compared)
  std::uint64_t mismatches = 0;  ///< decisions that differed from the reference; the run ends at
                                 ///< the first
  std::string rtl;               ///< as RtlIdentity::rtl()
  bool silent = false;           ///< it decides alone, and its latest decision offered nothing
};

/// What the RTL did in a run, by block ("fir").
struct RtlCounters {
  std::map<std::string, RtlBlockCounters> blocks;

  std::uint64_t decisions() const {
    std::uint64_t sum = 0;
    for (const auto& [block, counters] : blocks) sum += counters.decisions;
    return sum;
  }
  /// The blocks whose latest decision offered nothing: "RTL block 'fir' (implementation 'mine')
  /// offered nothing"; empty: none.
  std::string silent() const {
    std::string text;
    for (const auto& [block, counters] : blocks) {
      if (counters.silent) text += (text.empty() ? "" : ", ") + counters.rtl + " offered nothing";
    }
    return text;
  }
  std::uint64_t mismatches() const {
    std::uint64_t sum = 0;
    for (const auto& [block, counters] : blocks) sum += counters.mismatches;
    return sum;
  }
};

}  // namespace rtl
}  // namespace netloom
