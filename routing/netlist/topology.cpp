#include "routing/netlist/topology.h"

namespace netloom {
inline namespace routing {

std::unique_ptr<Topology> topology_of(const Netlist& netlist) {
  if (netlist.topology.empty()) return nullptr;
  const TopologyEntry& entry = TopologyRegistry::instance().find(netlist.topology);
  return entry.make(
      resolve_parameters(entry.parameters, netlist.parameters, "topology " + netlist.topology));
}

}  // namespace routing
}  // namespace netloom
