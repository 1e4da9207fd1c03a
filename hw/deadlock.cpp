#include "hw/deadlock.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace netloom {

namespace {

/// An input VC of a switch: the place where a packet waits.
using Place = std::pair<SwitchId, int>;

}  // namespace

void throw_deadlock(const Netlist& netlist, const PortMap& ports, Cycle now,
                    const std::string& what, int vc_shift,
                    const std::function<const SwitchModel&(SwitchId)>& model) {
  const int vc_mask = (1 << vc_shift) - 1;
  std::map<Place, std::vector<Place>> waits_for;
  for (SwitchId id = 0; id < netlist.switches.size(); ++id) {
    for (const WaitEdge& edge : model(id).waits()) {
      std::vector<Place>& targets = waits_for[{id, edge.input_channel}];
      const int link_index = ports.link_out(id, edge.output_channel >> vc_shift);
      if (link_index < 0) continue;
      const Link& link = netlist.links[static_cast<std::size_t>(link_index)];
      if (link.to.type != Endpoint::Type::kSwitch) continue;
      targets.emplace_back(link.to.index,
                           link.to.port << vc_shift | (edge.output_channel & vc_mask));
    }
  }

  // Depth-first search for a cycle; places that were left have none.
  std::vector<Place> path;
  std::vector<Place> cycle;
  std::set<Place> done;
  for (const auto& [start, unused] : waits_for) {
    if (!cycle.empty()) break;
    if (done.count(start) != 0) continue;
    std::vector<std::pair<Place, std::size_t>> stack{{start, 0}};
    std::set<Place> on_path{start};
    while (!stack.empty() && cycle.empty()) {
      const Place place = stack.back().first;
      const auto it = waits_for.find(place);
      const std::size_t next = stack.back().second++;
      if (it == waits_for.end() || next >= it->second.size()) {
        on_path.erase(place);
        done.insert(place);
        stack.pop_back();
        continue;
      }
      const Place target = it->second[next];
      if (on_path.count(target) != 0) {
        bool inside = false;
        for (const auto& [entry, index] : stack) {
          inside = inside || entry == target;
          if (inside) cycle.push_back(entry);
        }
      } else if (done.count(target) == 0) {
        stack.push_back({target, 0});
        on_path.insert(target);
      }
    }
  }

  std::vector<std::string> channels;
  for (const auto& [id, channel] : cycle) {
    channels.push_back(fmt::format("{}.p{}.vc{}", netlist.switches[id].name, channel >> vc_shift,
                                   channel & vc_mask));
  }
  std::string list;
  for (const std::string& channel : channels) list += channel + " -> ";
  const std::string reason = channels.empty()
                                 ? std::string("no cycle of waiting channels was found")
                                 : "cycle of waiting input channels: " + list + channels.front();
  throw DeadlockError(
      fmt::format("deadlock: {} although packets are in the network; {}", what, reason), now,
      channels);
}

}  // namespace netloom
