#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hw/config/config.h"
#include "hw/link/flit.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/decision/routing_function.h"
#include "routing/netlist/netlist.h"

/// What follows from netlist and configuration before anything of the network is made.
namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// Runs have no more cycles than this, because flits carry times in 32 bits.
inline constexpr Cycle kLongestRun = (Cycle{1} << 32) - 1 - 65536;

/// Phits of a fault-tolerance control packet.
int control_phits(const NetworkConfig& config);

/// Phits of the shortest packet, control packets included.
int smallest_packet(const NetworkConfig& config);

/// Phits of the shortest and the longest flit.
std::pair<int, int> flit_sizes(const NetworkConfig& config);

/// Ports of the largest switch, that of its own control packets included.
int most_ports(const Netlist& netlist, const NetworkConfig& config);

/// Bits of a VC's number in a switch, which input ports and output ports share: the VCs of a port
/// take 2^bits channels. `vcs`: of each link kind.
int vc_shift_of(const std::vector<int>& vcs, int injection_vcs);

/// Cycles for which a switch has a calendar, powers of two.
struct CalendarSize {
  std::size_t length = 64;  ///< of the buckets
  std::size_t timers = 2;
};
CalendarSize calendar_size(const Netlist& netlist, const NetworkConfig& config, int quantum);

/// In switches that a packet passes.
struct HopLimit {
  /// So that packets beyond it can be counted for a while.
  static constexpr std::uint32_t kMost = FlitHeader::kMostHops - 64;

  std::uint32_t longest_way = 1;  ///< of the routing function
  std::uint32_t limit = 1;        ///< beyond it a packet goes in circles; up to kMost
};
HopLimit hop_limit_of(const Netlist& netlist, const RoutingFunction& routing,
                      const NetworkConfig& config);

}  // namespace hw
}  // namespace netloom
