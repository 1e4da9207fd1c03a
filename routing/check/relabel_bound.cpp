#include "routing/check/relabel_bound.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "routing/check/channel_graph.h"

namespace netloom {
inline namespace routing {
namespace {

class Bound {
 public:
  Bound(const Netlist& netlist, const DavcSettings& settings, const Ways& ways)
      : netlist_(netlist), settings_(settings), ways_(ways) {}

  VcBound run() {
    raise_bound(1, "packets use links between switches");
    ChannelGraph graph(static_cast<std::uint32_t>(netlist_.links.size()));
    for (const Ways::Dependency& each : ways_.dependencies) graph.add(each.from, each.to);
    if (!graph.shortest_cycle().empty()) {
      raise_bound(2, "the dependencies between links have a cycle");
    }
    if (settings_.rule.function() == DavcFunction::kNode) bound_by_returns();
    if (settings_.rule.function() == DavcFunction::kPort) {
      std::size_t ports = 1;
      for (const auto& each : settings_.ids.ports) ports = std::max(ports, each.size());
      // The hosts' port 0 is the first of the ids.
      raise_bound((ways_.longest + ports) / ports,
                  fmt::format("a path has {} links between switches, and no VC takes a packet "
                              "through more than {} port ids",
                              ways_.longest, ports));
    }
    return bound_;
  }

 private:
  void raise_bound(std::size_t vcs, std::string reason) {
    if (static_cast<int>(vcs) <= bound_.vcs) return;
    bound_.vcs = static_cast<int>(vcs);
    bound_.reason = std::move(reason);
  }

  /// F_N: the longest path found that is offered backwards too.
  void bound_by_returns() {
    std::vector<std::uint32_t> from(ways_.link.size()), length(ways_.link.size(), 0);
    std::size_t longest = 0;
    for (const Ways::Task& task : ways_.tasks) {
      for (std::size_t state = task.begin; state < task.end; ++state) {
        for (std::size_t i = ways_.first_hop[state]; i < ways_.first_hop[state + 1]; ++i) {
          const std::uint32_t next = ways_.hops[i].state;
          if (length[state] + 1 <= length[next]) continue;
          length[next] = length[state] + 1;
          from[next] = static_cast<std::uint32_t>(state);
        }
        const bool arrived = head(state) == task.destination;
        if (!arrived || length[state] <= longest) continue;
        // The switches from the last to the first.
        std::vector<SwitchId> path = {head(state)};
        for (std::size_t each = state; !ways_.root[each]; each = from[each]) {
          path.push_back(netlist_.links[ways_.link[each]].from.index);
        }
        if (is_offered(path)) longest = path.size() - 1;
      }
    }
    raise_bound(1 + (longest + 1) / 2,
                fmt::format("a path of {} links between switches is also offered backwards, and "
                            "each hop changes the VC in one of the directions",
                            longest));
  }

  SwitchId head(std::size_t state) const { return netlist_.links[ways_.link[state]].to.index; }

  /// Whether some packet may pass these switches in this order, from its first to its last.
  bool is_offered(const std::vector<SwitchId>& path) const {
    std::vector<std::size_t> at, next;
    for (const Ways::Task& task : ways_.tasks) {
      if (task.destination != path.back()) continue;
      at.clear();
      for (std::size_t state = task.begin; state < task.end; ++state) {
        if (ways_.root[state] && head(state) == path.front()) at.push_back(state);
      }
      for (std::size_t step = 1; step < path.size(); ++step) {
        next.clear();
        for (const std::size_t state : at) {
          for (std::size_t i = ways_.first_hop[state]; i < ways_.first_hop[state + 1]; ++i) {
            if (head(ways_.hops[i].state) == path[step]) next.push_back(ways_.hops[i].state);
          }
        }
        at.swap(next);
      }
      if (!at.empty()) return true;
    }
    return false;
  }

  const Netlist& netlist_;
  const DavcSettings& settings_;
  const Ways& ways_;
  VcBound bound_;
};

}  // namespace

VcBound vc_bound(const Netlist& netlist, const DavcSettings& settings, const Ways& ways) {
  return Bound(netlist, settings, ways).run();
}

}  // namespace routing
}  // namespace netloom
