#include "routing/topology/dragonfly_of.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>

#include "routing/base/error.h"

namespace netloom {
inline namespace routing {

Dragonfly dragonfly_of(const Netlist& netlist, const std::string& user) {
  const auto dragonfly = topology_as<Dragonfly>(netlist, user, "dragonflies");
  const auto mismatch = [&](const std::string& what) {
    throw Error(user + ": the netlist says that it is a dragonfly, but " + what);
  };
  if (netlist.switches.size() != dragonfly->switches() ||
      netlist.hosts.size() != dragonfly->hosts()) {
    mismatch(fmt::format("it has {} switches and {} hosts instead of {} and {}",
                         netlist.switches.size(), netlist.hosts.size(), dragonfly->switches(),
                         dragonfly->hosts()));
  }
  std::size_t between_switches = 0;
  for (const Link& link : netlist.links) {
    if (link.from.type == Endpoint::Type::kHost) {
      if (link.to.index != dragonfly->switch_of(link.from.index)) {
        mismatch("host " + netlist.hosts[link.from.index].name + " is at another switch");
      }
      continue;
    }
    bool fits = link.from.port < dragonfly->ports();
    if (link.to.type == Endpoint::Type::kHost) {
      const auto p = static_cast<std::uint32_t>(dragonfly->p());
      fits = fits && link.to.index == link.from.index * p + static_cast<NodeId>(link.from.port);
    } else if (fits && dragonfly->is_local_port(link.from.port)) {
      const int group = dragonfly->group(link.from.index);
      const int position = dragonfly->position(link.from.index);
      fits = link.to.index ==
             dragonfly->switch_id(group, dragonfly->local_neighbour(position, link.from.port));
      ++between_switches;
    } else {
      fits = fits && dragonfly->is_global_port(link.from.port) &&
             dragonfly->group_behind(link.from.index, link.from.port) ==
                 dragonfly->group(link.to.index);
      ++between_switches;
    }
    if (!fits) mismatch(endpoint_name(netlist, link.from) + " leads elsewhere");
  }
  const auto groups = static_cast<std::size_t>(dragonfly->groups());
  const auto a = static_cast<std::size_t>(dragonfly->a());
  const std::size_t expected =
      groups * a * (a - 1) +
      groups * (groups - 1) * static_cast<std::size_t>(dragonfly->links_between_groups());
  if (between_switches != expected) {
    mismatch(
        fmt::format("it has {} links between switches instead of {}", between_switches, expected));
  }
  return *dragonfly;
}

int minimal_switches(const Dragonfly& dragonfly, SwitchId from, SwitchId to) {
  if (from == to) return 1;
  const int near = dragonfly.group(from), far = dragonfly.group(to);
  if (near == far) return 2;
  int least = 4;
  for (int i = 0; i < dragonfly.links_between_groups(); ++i) {
    const int leaves = dragonfly.port_between(near, far, i).position;
    const int enters = dragonfly.port_between(far, near, i).position;
    least = std::min(least, 2 + (leaves != dragonfly.position(from) ? 1 : 0) +
                                (enters != dragonfly.position(to) ? 1 : 0));
  }
  return least;
}

}  // namespace routing
}  // namespace netloom
