#include "routing/check/relabel_ways.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "routing/base/error.h"
#include "routing/check/route_states.h"

namespace netloom {
inline namespace routing {
namespace {

constexpr std::size_t kMostHops = std::size_t{1} << 27;

class WayCollector {
 public:
  explicit WayCollector(DavcRouting& routing)
      : netlist_(*routing.inner_context().netlist),
        ports_(netlist_),
        states_(routing.inner_context(), routing.inner()),
        dependencies_(netlist_.links.size()) {}

  Ways run() {
    for (const RouteStates::Task& task : states_.tasks()) {
      states_.follow(task);
      add(task);
    }
    ways_.first_hop.push_back(ways_.hops.size());
    return std::move(ways_);
  }

 private:
  void add(const RouteStates::Task& task) {
    const std::vector<RouteStates::State>& states = states_.states();
    const std::vector<std::uint32_t>& order = states_.in_order();
    if (order.size() < states.size()) {
      throw Error(
          fmt::format("relabel: packets to {} can come back to where they were, and no "
                      "numbering makes up for that",
                      netlist_.hosts[task.destination].name));
    }
    if (ways_.hops.size() + states_.hops().size() > kMostHops) {
      throw Error(
          fmt::format("relabel: the packets have more than {} different hops; allowed: a "
                      "smaller network, or a routing function with fewer ways",
                      kMostHops));
    }
    const auto base = static_cast<std::uint32_t>(ways_.link.size());
    std::vector<std::uint32_t> place(states.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) place[order[i]] = base + i;
    const int ejection = ports_.ejection(task.destination);
    ways_.tasks.push_back(
        {base, base + order.size(), netlist_.links[static_cast<std::size_t>(ejection)].from.index});
    std::vector<std::size_t> length(states.size(), 0);
    for (const std::uint32_t index : order) {
      const RouteStates::State& state = states[index];
      const auto link = static_cast<std::uint32_t>(state.link);
      ways_.first_hop.push_back(ways_.hops.size());
      ways_.link.push_back(link);
      ways_.root.push_back(index < states_.roots());
      ways_.longest = std::max(ways_.longest, length[index]);
      for (std::size_t hop = state.first_hop; hop < state.last_hop; ++hop) {
        const std::uint32_t next = states_.hops()[hop];
        length[next] = std::max(length[next], length[index] + 1);
        ways_.hops.push_back(
            {place[next], dependency(link, static_cast<std::uint32_t>(states[next].link))});
      }
    }
  }

  std::uint32_t dependency(std::uint32_t from, std::uint32_t to) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>>& known = dependencies_[from];
    for (const auto& [link, index] : known) {
      if (link == to) return index;
    }
    const auto index = static_cast<std::uint32_t>(ways_.dependencies.size());
    ways_.dependencies.push_back({from, to});
    known.emplace_back(to, index);
    return index;
  }

  const Netlist& netlist_;
  PortMap ports_;
  RouteStates states_;
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> dependencies_;  ///< per link
  Ways ways_;
};

}  // namespace

Ways collect_ways(DavcRouting& routing) {
  return WayCollector(routing).run();
}

}  // namespace routing
}  // namespace netloom
