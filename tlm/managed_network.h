#pragma once

#include <memory>
#include <vector>

#include "hw/network/network.h"
#include "routing/base/visible.h"
#include "tlm/fabric_manager.h"
#include "tlm/register_target.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE tlm {

/// A network, and the fabric manager that programs its registers over TLM-2.0 before the first
/// cycle: those of this rank's switches.
class ManagedNetwork {
 public:
  /// As Network's.
  ManagedNetwork(const Netlist& netlist, RoutingFunction& routing, const NetworkConfig& config,
                 TrafficSource& traffic, const SwitchHooks& hooks = {},
                 Ranks& ranks = no_other_ranks());

  Network& network() { return network_; }
  const Network& network() const { return network_; }
  FabricManager& manager() { return *manager_; }
  const FabricManager& manager() const { return *manager_; }

 private:
  Network network_;
  std::vector<std::unique_ptr<RegisterTarget>> targets_;
  std::unique_ptr<FabricManager> manager_;
};

}  // namespace tlm
}  // namespace netloom
