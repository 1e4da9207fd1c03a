#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "hw/network/network.h"
#include "hw/switch/base/switch_model.h"
#include "routing/decision/vc_classes.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace hw {

/// Hosts that take no packets until some of their own have left.
struct WaitingHosts {
  const std::vector<std::uint8_t>* bounded = nullptr;  ///< per host: Network::Impl::bounded
  VcClasses injection;  ///< the VCs on which they inject, of which those of responses count

  bool has(NodeId host) const { return bounded != nullptr && (*bounded)[host] != 0; }
};

/// Which input channels of a network, or of a part of it, wait for which, as its switches say it at
/// one instant.
class WaitGraph {
 public:
  struct Edge {
    SwitchId switch_id;
    WaitEdge channels;
  };

  /// `edges`: SwitchModel::waits or SwitchModel::blocked of each switch. Netlist and ports outlive
  /// the graph. What waits for one of the `hosts` waits for what the host injects.
  WaitGraph(const Netlist& netlist, const PortMap& ports, int vc_shift, std::vector<Edge> edges,
            const WaitingHosts& hosts = {});

  /// Takes out the channels that wait for one that does not wait itself: of SwitchModel::blocked,
  /// only those are left whose heads can never go on, as far as is known. `known`: switches whose
  /// edges are in the graph.
  void keep_stuck(const std::function<bool(SwitchId)>& known);

  /// Channels that wait, and what for.
  std::size_t size() const { return channels_.size(); }
  const std::vector<Edge>& edges() const { return edges_; }

  /// A cycle of channels that wait for each other; empty: there is none.
  std::vector<std::string> cycle() const;

 private:
  /// An input channel of a switch: port << vc_shift | vc.
  using Channel = std::pair<SwitchId, int>;

  static Channel waiting(const Edge& edge) { return {edge.switch_id, edge.channels.input_channel}; }
  /// The channels that are waited for; none: the output leads to no switch.
  std::vector<Channel> awaited(const Edge& edge) const;
  /// Where in channels_; its size: it does not wait.
  std::size_t place_of(const Channel& channel) const;
  void find_channels();
  std::string name_of(const Channel& channel) const;

  const Netlist& netlist_;
  const PortMap& ports_;
  int vc_shift_;
  WaitingHosts hosts_;
  std::vector<Edge> edges_;              ///< by waiting channel
  std::vector<Channel> channels_;        ///< those that wait, in ascending order
  std::vector<std::size_t> first_edge_;  ///< of each, and the number of edges
};

/// Throws DeadlockError with a cycle of the graph, or that there is none. `what`: what is seen in
/// the network, for the message.
[[noreturn]] void throw_deadlock(const WaitGraph& graph, const std::string& what, Cycle now);

}  // namespace hw
}  // namespace netloom
