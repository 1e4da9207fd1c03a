#include "routing/function/table/up_down_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "routing/base/error.h"

namespace netloom {
inline namespace routing {
namespace {

bool between_switches(const Link& link) {
  return link.from.type == Endpoint::Type::kSwitch && link.to.type == Endpoint::Type::kSwitch;
}

/// The link that leads back between the same two ports. Error: there is none.
int link_back(const Netlist& netlist, const PortMap& ports, const Link& link) {
  const int back = ports.link_out(link.to.index, link.to.port);
  if (back < 0 || netlist.links[static_cast<std::size_t>(back)].to != link.from) {
    throw Error(fmt::format(
        "routing function 'up_down' needs, for each link between switches, one back between the "
        "same ports; the one from {} to {} has none",
        endpoint_name(netlist, link.from), endpoint_name(netlist, link.to)));
  }
  return back;
}

/// All switches, by their distance to the farthest one that they reach.
std::vector<SwitchId> by_eccentricity(const Cables& cables) {
  std::vector<std::uint32_t> eccentricity, distance;
  for (SwitchId id = 0; id < cables.switches(); ++id) {
    distance.assign(cables.switches(), Cables::kFar);
    eccentricity.push_back(distance[cables.reached(id, distance).back()]);
  }
  std::vector<SwitchId> result(cables.switches());
  std::iota(result.begin(), result.end(), SwitchId{0});
  std::stable_sort(result.begin(), result.end(),
                   [&](SwitchId a, SwitchId b) { return eccentricity[a] < eccentricity[b]; });
  return result;
}

}  // namespace

Cables::Cables(const Netlist& netlist, const std::vector<int>& failed_links)
    : hops_(netlist.switches.size()) {
  const PortMap ports(netlist);
  std::vector<bool> failed(netlist.links.size());
  for (const int link : failed_links) failed[static_cast<std::size_t>(link)] = true;
  for (SwitchId at = 0; at < hops_.size(); ++at) {
    for (int port = 0; port < ports.ports(at); ++port) {
      const int out = ports.link_out(at, port);
      if (out < 0) continue;
      const Link& link = netlist.links[static_cast<std::size_t>(out)];
      if (!between_switches(link)) continue;
      const int back = link_back(netlist, ports, link);
      if (failed[static_cast<std::size_t>(out)] || failed[static_cast<std::size_t>(back)]) continue;
      hops_[at].push_back({link.to.index, port});
    }
  }
}

std::vector<SwitchId> Cables::reached(SwitchId from, std::vector<std::uint32_t>& distance) const {
  distance[from] = 0;
  std::vector<SwitchId> result = {from};
  for (std::size_t i = 0; i < result.size(); ++i) {
    for (const Hop& hop : hops_[result[i]]) {
      if (distance[hop.to] != kFar) continue;
      distance[hop.to] = distance[result[i]] + 1;
      result.push_back(hop.to);
    }
  }
  return result;
}

UpDownGraph::UpDownGraph(const Netlist& netlist, const std::vector<int>& failed_links,
                         std::optional<SwitchId> root)
    : cables_(netlist, failed_links),
      root_(netlist.switches.size()),
      level_(netlist.switches.size(), Cables::kFar),
      place_(netlist.switches.size()) {
  const auto grow = [this](SwitchId top) {
    if (level_[top] != Cables::kFar) return;
    for (const SwitchId each : cables_.reached(top, level_)) {
      root_[each] = top;
      order_.push_back(each);
    }
  };
  if (root) grow(*root);
  if (order_.size() < root_.size()) {
    for (const SwitchId top : by_eccentricity(Cables(netlist, {}))) grow(top);
  }
  std::sort(order_.begin(), order_.end(), [this](SwitchId a, SwitchId b) {
    return std::tie(level_[a], a) < std::tie(level_[b], b);
  });
  for (std::size_t i = 0; i < order_.size(); ++i) {
    place_[order_[i]] = static_cast<std::uint32_t>(i);
  }
}

UpDownTables up_down_tables(const Netlist& netlist, const UpDownGraph& graph, TieBreak ties) {
  UpDownTables result{NextHopTables(netlist)};
  std::vector<bool> sends(netlist.switches.size());  // whether a host does, by it
  for (const Link& link : netlist.links) {
    if (link.from.type == Endpoint::Type::kHost) sends[link.to.index] = true;
  }
  std::vector<std::uint32_t> hops(netlist.switches.size());
  std::vector<SwitchId> down;  // those from which links down lead to the destination
  for (std::uint32_t column = 0; column < result.tables.columns(); ++column) {
    const SwitchId home = result.tables.home(column);
    const auto set = [&](SwitchId at, bool up) {
      PortSet ports;
      for (const Cables::Hop& hop : graph.cables().from(at)) {
        if (graph.leads_up(at, hop.to) == up && hops[hop.to] == hops[at] - 1) {
          ports.add(hop.port);
        }
      }
      result.tables.set(at, column, picked(ports, home, at, ties));
      if (sends[at]) result.longest = std::max(result.longest, hops[at] + 1);
    };
    std::fill(hops.begin(), hops.end(), Cables::kFar);
    hops[home] = 0;
    down.assign(1, home);
    for (std::size_t i = 0; i < down.size(); ++i) {
      const SwitchId at = down[i];
      for (const Cables::Hop& hop : graph.cables().from(at)) {
        if (!graph.leads_up(at, hop.to) || hops[hop.to] != Cables::kFar) continue;
        hops[hop.to] = hops[at] + 1;
        down.push_back(hop.to);
      }
      if (i > 0) set(at, false);
    }
    for (const SwitchId at : graph.from_the_top()) {
      if (hops[at] != Cables::kFar) continue;
      for (const Cables::Hop& hop : graph.cables().from(at)) {
        if (graph.leads_up(at, hop.to) && hops[hop.to] != Cables::kFar) {
          hops[at] = std::min(hops[at], hops[hop.to] + 1);
        }
      }
      if (hops[at] != Cables::kFar) set(at, true);
    }
  }
  return result;
}

}  // namespace routing
}  // namespace netloom
