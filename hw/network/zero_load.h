#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "hw/network/network.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/decision/routing_function.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// What packets take that meet no others: the formula of docs/timing.md ("Without contention"), and
/// what follows from its rules for packets that leave a host one after another.
///
/// Exact for a packet alone where all ways that the routing function offers it are as long, and for
/// several where they are injected on one VC and no buffer is smaller than "How large a buffer has
/// to be" says. Of several ways it takes, in each switch, the first one that is offered, of those
/// that are minimal; where a switch decides the way, as none is congested: the shortest one.
class ZeroLoad {
 public:
  /// The network outlives this.
  explicit ZeroLoad(const Network& network);

  /// Cycles from the one in which the packets, of so many phits each, are generated at a host until
  /// the tail of the last one is at another. Of a pair of hosts it asks the switches once, with
  /// their registers as they are then. Error: the registers offer no way.
  Cycle latency(NodeId from, NodeId to, const std::vector<std::uint32_t>& phits);

  /// A way through the network.
  struct Way {
    std::vector<int> links;     ///< in Netlist::links, from the injection link to the ejection link
    std::vector<char> decided;  ///< per switch: it decides how the packet goes on
  };
  /// Error: as latency().
  const Way& way(NodeId from, NodeId to);

 private:
  /// The rest of a way that has come to the end of a link; none: there is no way.
  std::optional<Way> walk(Way way, RouteQuery query) const;
  std::optional<Way> pass_switch(Way way, RouteQuery query, const SwitchRouter& router,
                                 SwitchId switch_id) const;
  int length(const Way& way) const;

  const Network& network_;
  PortMap ports_;
  int vc_shift_;
  std::unordered_map<std::uint64_t, Way> ways_;  ///< by source and destination
};

}  // namespace hw
}  // namespace netloom
