#pragma once

#include <cstdint>
#include <optional>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// What only the messages themselves tell of traffic, and a network needs to know before it is
/// made.
struct TrafficBounds {
  std::optional<int> smallest_packet;  ///< phits; none: as the configuration says
  std::uint64_t queued_packets = 0;    ///< in all source queues at once, at least
  std::uint64_t most_phits = 0;        ///< closed traffic: that a host sends in all
  std::uint64_t trace_bytes = 0;       ///< that the messages of a trace take
};

}  // namespace sim
}  // namespace netloom
