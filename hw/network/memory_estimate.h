#pragma once

#include <cstdint>

#include "hw/config/config.h"
#include "routing/base/visible.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// Bytes that a Network takes when it has been elaborated.
struct MemoryEstimate {
  std::uint64_t buffers = 0;    ///< room for flits, in switches and on the links to hosts
  std::uint64_t calendars = 0;  ///< grow with latencies, delays and packets
  std::uint64_t switches = 0;   ///< state of ports and VCs, and what a switch is beside
  std::uint64_t hosts = 0;      ///< NICs, and what they know of each other

  std::uint64_t total() const { return buffers + calendars + switches + hosts; }
};

/// Without elaborating it, from a valid netlist and configuration. `quantum`: cycles that a switch
/// runs on its own. What the routing function has (tables, registers) and what traffic adds later
/// (source queues, the numbers of packets from each source) is not in it, so that it says less than
/// is taken rather than more.
MemoryEstimate estimate_memory(const Netlist& netlist, const NetworkConfig& config, int quantum);

}  // namespace hw
}  // namespace netloom
