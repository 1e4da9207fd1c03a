#pragma once

#include <string>
#include <vector>

#include "hw/network/network.h"
#include "hw/switch/base/switch_model.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace hw {

/// Which input channels of a network wait for which, as its switches say it at one instant.
class WaitGraph {
 public:
  struct Edge {
    SwitchId switch_id;
    WaitEdge channels;
  };

  /// `edges`: SwitchModel::waits or SwitchModel::blocked of every switch, in their order.
  WaitGraph(const Netlist& netlist, const PortMap& ports, int vc_shift,
            const std::vector<Edge>& edges);

  /// Takes out the channels that wait for one that does not wait itself: of SwitchModel::blocked,
  /// only those are left whose heads can never go on. How many these are.
  std::size_t keep_stuck();

  /// A cycle of channels that wait for each other; empty: there is none.
  std::vector<std::string> cycle() const;

 private:
  struct Channel {
    SwitchId switch_id;
    int channel;  ///< port << vc_shift | vc
  };

  std::size_t index(SwitchId id, int channel) const {
    return first_[id] + static_cast<std::size_t>(channel);
  }
  Channel channel_of(std::size_t index) const;

  const Netlist& netlist_;
  int vc_shift_;
  std::vector<std::size_t> first_;                   ///< of each switch's channels
  std::vector<std::vector<std::size_t>> waits_for_;  ///< [channel]
  std::vector<char> waits_;                          ///< [channel] it is in the graph
};

/// Throws DeadlockError with a cycle of the graph, or that there is none. `what`: what is seen in
/// the network, for the message.
[[noreturn]] void throw_deadlock(const WaitGraph& graph, const std::string& what, Cycle now);

}  // namespace hw
}  // namespace netloom
