#pragma once

#include <cstdint>

#include "routing/base/types.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// Bytes of the longest message of a trace.
inline constexpr std::uint64_t kLongestMessage = 0xffffffffu;

/// One line of a trace.
struct TraceMessage {
  Cycle cycle = 0;
  NodeId source = 0;
  NodeId destination = 0;
  std::uint64_t bytes = 0;  ///< 1 to kLongestMessage
};

}  // namespace sim
}  // namespace netloom
