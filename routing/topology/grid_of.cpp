#include "routing/topology/grid_of.h"

#include <fmt/format.h>

#include <cstdint>

#include "routing/base/error.h"

namespace netloom {
inline namespace routing {

std::shared_ptr<const Grid> grid_of(const Netlist& netlist, const std::string& user) {
  auto grid = topology_as<Grid>(netlist, user, "meshes and tori");
  const auto mismatch = [&](const std::string& what) {
    throw Error(
        fmt::format("{}: the netlist says that it is a {}, but {}", user, grid->name(), what));
  };
  if (netlist.switches.size() != grid->switches() || netlist.hosts.size() != grid->hosts()) {
    mismatch(fmt::format("it has {} switches and {} hosts instead of {} and {}",
                         netlist.switches.size(), netlist.hosts.size(), grid->switches(),
                         grid->hosts()));
  }
  const PortMap ports(netlist);
  const auto leads_to = [&](SwitchId at, int port, Endpoint::Type type, std::uint32_t index) {
    const int link = port < ports.ports(at) ? ports.link_out(at, port) : -1;
    if (link < 0) return false;
    const Endpoint& to = netlist.links[static_cast<std::size_t>(link)].to;
    return to.type == type && to.index == index;
  };
  const auto c = static_cast<std::uint32_t>(grid->concentration());
  for (SwitchId at = 0; at < grid->switches(); ++at) {
    for (std::uint32_t port = 0; port < c; ++port) {
      if (!leads_to(at, static_cast<int>(port), Endpoint::Type::kHost, at * c + port)) {
        mismatch(fmt::format("port {} of switch {} does not lead to host {}", port,
                             netlist.switches[at].name, netlist.hosts[at * c + port].name));
      }
    }
    for (int d = 0; d < grid->dimensions(); ++d) {
      const int p = grid->coordinate(at, d);
      for (const bool plus : {false, true}) {
        if (!grid->wraps(d) && p == (plus ? grid->size(d) - 1 : 0)) continue;
        const int port = plus ? grid->plus_port(d) : grid->minus_port(d);
        const auto next = static_cast<SwitchId>(
            std::int64_t{at} +
            std::int64_t{grid->next_coordinate(p, d, plus) - p} * grid->stride(d));
        if (!leads_to(at, port, Endpoint::Type::kSwitch, next)) {
          mismatch(fmt::format("port {} of switch {} does not lead to switch {}", port,
                               netlist.switches[at].name, netlist.switches[next].name));
        }
      }
    }
  }
  return grid;
}

}  // namespace routing
}  // namespace netloom
