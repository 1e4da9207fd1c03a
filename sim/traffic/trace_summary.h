#pragma once

#include <cstdint>
#include <vector>

#include "sim/traffic/trace_message.h"

namespace netloom {
inline namespace sim {

/// What a trace asks of a network, before any network is simulated.
struct TraceSummary {
  /// The node that sends, or is sent, most.
  struct Busiest {
    NodeId node = 0;
    double load = 0;  ///< phits/cycle, over the length of the trace; above 1 its link is too slow
  };
  std::uint64_t messages = 0;
  std::uint64_t packets = 0;
  std::uint64_t phits = 0;
  Cycle cycles = 0;  ///< to the last message
  double load = 0;   ///< phits/(node·cycle)
  Busiest sender, receiver;
};

/// Of at least one message between so many nodes, cut into packets of up to `packet_phits`.
TraceSummary summarise_trace(const std::vector<TraceMessage>& messages, NodeId nodes,
                             int bytes_per_phit, int packet_phits);

}  // namespace sim
}  // namespace netloom
