#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "routing/base/types.h"
#include "routing/check/found_states.h"
#include "routing/decision/routing_function.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace routing {

/// The states of the packets to one destination after the other: on which link, with which header
/// state. VCs do not count, so that the routing function must not depend on them.
class RouteStates {
 public:
  struct State {
    int link = 0;
    std::uint32_t header = 0;
    std::size_t first_hop = 0, last_hop = 0;  ///< in hops()
  };

  /// `context` is what the function was made from, and outlives the object.
  RouteStates(const RoutingContext& context, RoutingFunction& routing);

  /// The packets from one source, or from all; kAllSources stands for those.
  static constexpr NodeId kAllSources = ~NodeId{0};

  /// What has to be followed to see all packets: a destination and a source (or all) each. One host
  /// of each switch where the function does not tell them apart.
  struct Task {
    NodeId destination;
    NodeId source;
  };
  std::vector<Task> tasks() const;

  /// Finds all states of a task. Those in links to hosts are left out: packets end there.
  void follow(const Task& task);

  /// The first of them, as many as roots(), are on the links from hosts.
  const std::vector<State>& states() const { return states_; }
  std::size_t roots() const { return roots_; }
  /// States that may come next.
  const std::vector<std::uint32_t>& hops() const { return hops_; }

  /// The states so that all that may come next come later. Fewer than all of them: some can be come
  /// back to, any number of times.
  const std::vector<std::uint32_t>& in_order();

 private:
  std::uint32_t reach(int link, std::uint32_t header);
  void expand(std::size_t index);
  /// Adds what a packet in a switch is offered, after any decision there.
  void add_hops(SwitchId at, const RouteQuery& query);

  const Netlist& netlist_;
  int vc_shift_;
  bool per_source_;
  PortMap ports_;
  std::vector<std::unique_ptr<SwitchRouter>> routers_;
  std::vector<NodeId> hosts_;  ///< those that stand for all

  Task task_{0, 0};
  std::size_t roots_ = 0;
  std::vector<State> states_;
  std::vector<std::uint32_t> hops_;
  FoundStates found_;  ///< by link
  std::vector<std::uint64_t> offered_;
  std::vector<std::uint32_t> entries_, order_;
};

}  // namespace routing
}  // namespace netloom
