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
///
/// No way leads over a link that has failed by Network::cycle(), from that cycle on, whether the
/// switch before it knows that yet or not: packets take what else is offered, or an emergency path.
/// Otherwise ways follow the registers as they are: those of a switch that runs several cycles at
/// a time (Network::quantum) may be so many cycles old.
class ZeroLoad {
 public:
  /// The network outlives this.
  explicit ZeroLoad(const Network& network);

  /// Cycles from the one in which the packets, of so many phits each, are generated at a host until
  /// the tail of the last one is at another. Error: there is no way.
  Cycle latency(NodeId from, NodeId to, const std::vector<std::uint32_t>& phits);
  /// The same; none: there is no way.
  std::optional<Cycle> find_latency(NodeId from, NodeId to,
                                    const std::vector<std::uint32_t>& phits);

  /// A way through the network.
  struct Way {
    std::vector<int> links;     ///< in Netlist::links, from the injection link to the ejection link
    std::vector<char> decided;  ///< per switch: it decides how the packet goes on
    bool deviated = false;      ///< it takes an emergency path
  };
  /// Of a pair of hosts it asks the switches once, until a link fails or a register is written.
  /// Error: as latency().
  const Way& way(NodeId from, NodeId to);

  /// The first cycle after Network::cycle() in which links fail; none: none will.
  std::optional<Cycle> next_fault() const;

 private:
  const std::optional<Way>& find(NodeId from, NodeId to);
  /// Ways that may be others now.
  void forget();
  bool works(int link) const;
  /// The rest of a way that has come to the end of a link; none: there is no way.
  std::optional<Way> walk(Way way, RouteQuery query) const;
  std::optional<Way> pass_switch(Way way, RouteQuery query, const SwitchRouter& router,
                                 SwitchId switch_id) const;
  /// By which a packet leaves whose outputs have all failed; -1: by none.
  int emergency_port(SwitchId switch_id, int input_port) const;
  int length(const Way& way) const;

  const Network& network_;
  PortMap ports_;
  int vc_shift_;
  std::vector<Cycle> fault_cycles_;               ///< ascending
  std::unordered_map<int, Cycle> failing_links_;  ///< from when on each moves nothing
  /// By source and destination; none: there is no way.
  std::unordered_map<std::uint64_t, std::optional<Way>> ways_;
  // What the ways are of.
  std::uint64_t register_writes_ = 0;
  std::optional<Cycle> fault_to_come_;
};

}  // namespace hw
}  // namespace netloom
