#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <memory>

#include "routing/error.h"
#include "routing/function/table.h"
#include "routing/next_hops.h"
#include "routing/topology/mesh.h"

namespace netloom {
namespace {

/// Dimension-order routing in meshes: the dimensions in increasing order, each travelled to its end
/// before the next begins. Deadlock-free with one VC.
/// Source: 003_c43180e1be2b902c.txt, the deterministic routing that IODET is compared with.
/// Error: not a mesh, or one that lacks a link the routing needs.
NextHopTables dimension_order_tables(const Netlist& netlist) {
  const std::unique_ptr<Topology> topology = topology_of(netlist);
  const auto* mesh = dynamic_cast<const Mesh*>(topology.get());
  if (mesh == nullptr) {
    throw Error(fmt::format(
        "routing function 'dor' is defined on the topology mesh only; the topology here is {}",
        netlist.topology.empty() ? "a netlist without one" : "'" + netlist.topology + "'"));
  }
  const auto mismatch = [](const std::string& what) {
    throw Error("routing function 'dor': the netlist says that it is a mesh, but " + what);
  };
  if (netlist.switches.size() != mesh->switches() || netlist.hosts.size() != mesh->hosts()) {
    mismatch(fmt::format("has {} switches and {} hosts instead of {} and {}",
                         netlist.switches.size(), netlist.hosts.size(), mesh->switches(),
                         mesh->hosts()));
  }

  NextHopTables tables(netlist);
  const PortMap ports(netlist);
  for (std::uint32_t column = 0; column < tables.columns(); ++column) {
    const SwitchId destination = tables.home(column);
    for (SwitchId at = 0; at < netlist.switches.size(); ++at) {
      if (at == destination) continue;
      int d = 0;
      while (mesh->coordinate(at, d) == mesh->coordinate(destination, d)) ++d;
      const bool plus = mesh->coordinate(destination, d) > mesh->coordinate(at, d);
      const int port = plus ? mesh->plus_port(d) : mesh->minus_port(d);
      const SwitchId next = plus ? at + mesh->stride(d) : at - mesh->stride(d);
      const int link = port < ports.ports(at) ? ports.link_out(at, port) : -1;
      if (link < 0 ||
          netlist.links[static_cast<std::size_t>(link)].to.type != Endpoint::Type::kSwitch ||
          netlist.links[static_cast<std::size_t>(link)].to.index != next) {
        mismatch(fmt::format("port {} of switch {} does not lead to switch {}", port,
                             netlist.switches[at].name, netlist.switches[next].name));
      }
      PortSet set;
      set.add(port);
      tables.set(at, column, set);
    }
  }
  return tables;
}

const RoutingFunctionRegistry::Registration kRegistration(
    "dor", {"dimension-order routing in meshes", {}, "ff", [](const RoutingContext& context) {
              return std::make_unique<TableRouting>(
                  context, dimension_order_tables(*context.netlist), "dor");
            }});

}  // namespace
}  // namespace netloom
