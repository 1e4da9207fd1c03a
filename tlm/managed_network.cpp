#include "tlm/managed_network.h"

#include <fmt/format.h>

#include <cstddef>

namespace netloom {
inline namespace tlm {

ManagedNetwork::ManagedNetwork(const Netlist& netlist, RoutingFunction& routing,
                               const NetworkConfig& config, TrafficSource& traffic,
                               const SwitchHooks& hooks, Ranks& ranks)
    : network_("network", netlist, routing, config, traffic, hooks, ranks) {
  std::vector<FabricManager::ManagedSwitch> managed;
  for (SwitchId id = 0; id < netlist.switches.size(); ++id) {
    if (network_.has(id)) managed.push_back({id, network_.registers(id).shape()});
  }
  manager_ = std::make_unique<FabricManager>("fabric_manager", routing, managed);
  for (std::size_t place = 0; place < managed.size(); ++place) {
    const SwitchId id = managed[place].id;
    targets_.push_back(std::make_unique<RegisterTarget>(fmt::format("registers_{}", id).c_str(),
                                                        network_.register_bus(id)));
    manager_->sockets[place].bind(targets_.back()->socket);
  }
}

}  // namespace tlm
}  // namespace netloom
