#include "routing/netlist/topology.h"

#include <fmt/format.h>

#include "routing/base/error.h"

namespace netloom {
inline namespace routing {

std::unique_ptr<Topology> topology_of(const Netlist& netlist) {
  if (netlist.topology.empty()) return nullptr;
  const TopologyEntry& entry = TopologyRegistry::instance().find(netlist.topology);
  return entry.make(
      resolve_parameters(entry.parameters, netlist.parameters, "topology " + netlist.topology));
}

void fail_topology(const Netlist& netlist, const std::string& user, const std::string& words) {
  throw Error(fmt::format(
      "{} is defined on {} only; the topology here is {}", user, words,
      netlist.topology.empty() ? "a netlist without one" : "'" + netlist.topology + "'"));
}

}  // namespace routing
}  // namespace netloom
