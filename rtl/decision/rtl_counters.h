#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "routing/base/types.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// What one block did in one switch. Switches of different threads count at the same time.
struct alignas(64) RtlSwitchCounters {
  std::uint64_t decisions = 0;   ///< made by RTL (shadow: and compared)
  std::uint64_t mismatches = 0;  ///< decisions that differed from the reference; the run ends at
                                 ///< the first
  bool silent = false;           ///< it decides alone, and its latest decision offered nothing
};

/// What one block did in a run.
struct RtlBlockCounters {
  std::string rtl;  ///< as RtlIdentity::rtl()
  std::map<SwitchId, RtlSwitchCounters> switches;

  // In all of them.
  std::uint64_t decisions() const { return sum(&RtlSwitchCounters::decisions); }
  std::uint64_t mismatches() const { return sum(&RtlSwitchCounters::mismatches); }

 private:
  std::uint64_t sum(std::uint64_t RtlSwitchCounters::*counter) const {
    std::uint64_t result = 0;
    for (const auto& [id, counters] : switches) result += counters.*counter;
    return result;
  }
};

/// What the RTL did in a run, by block ("fir").
struct RtlCounters {
  std::map<std::string, RtlBlockCounters> blocks;

  std::uint64_t decisions() const {
    std::uint64_t sum = 0;
    for (const auto& [block, counters] : blocks) sum += counters.decisions();
    return sum;
  }
  std::uint64_t mismatches() const {
    std::uint64_t sum = 0;
    for (const auto& [block, counters] : blocks) sum += counters.mismatches();
    return sum;
  }
  /// The blocks whose latest decision in a switch offered nothing: "RTL block 'fir' (implementation
  /// 'mine') offered nothing"; empty: none.
  std::string silent(SwitchId switch_id) const {
    std::string text;
    for (const auto& [block, counters] : blocks) {
      const auto found = counters.switches.find(switch_id);
      if (found == counters.switches.end() || !found->second.silent) continue;
      text += (text.empty() ? "" : ", ") + counters.rtl + " offered nothing";
    }
    return text;
  }
};

}  // namespace rtl
}  // namespace netloom
