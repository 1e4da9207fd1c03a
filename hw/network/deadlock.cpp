#include "hw/network/deadlock.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace netloom {
inline namespace hw {

WaitGraph::WaitGraph(const Netlist& netlist, const PortMap& ports, int vc_shift,
                     const std::vector<Edge>& edges)
    : netlist_(netlist), vc_shift_(vc_shift) {
  const int vc_mask = (1 << vc_shift) - 1;
  std::size_t channels = 0;
  for (SwitchId id = 0; id < netlist.switches.size(); ++id) {
    first_.push_back(channels);
    channels += static_cast<std::size_t>(ports.ports(id)) << vc_shift;
  }
  waits_for_.resize(channels);
  waits_.resize(channels);
  for (const auto& [id, edge] : edges) {
    const std::size_t waiting = index(id, edge.input_channel);
    waits_[waiting] = 1;
    const int link_index = ports.link_out(id, edge.output_channel >> vc_shift);
    if (link_index < 0) continue;
    const Link& link = netlist.links[static_cast<std::size_t>(link_index)];
    if (link.to.type != Endpoint::Type::kSwitch) continue;
    waits_for_[waiting].push_back(
        index(link.to.index, link.to.port << vc_shift | (edge.output_channel & vc_mask)));
  }
}

std::size_t WaitGraph::keep_stuck() {
  std::vector<std::vector<std::size_t>> waited_for_by(waits_.size());
  std::vector<std::size_t> leaving;
  for (std::size_t channel = 0; channel < waits_.size(); ++channel) {
    for (const std::size_t target : waits_for_[channel]) {
      waited_for_by[target].push_back(channel);
    }
    if (waits_[channel] == 0) leaving.push_back(channel);
  }
  while (!leaving.empty()) {
    const std::size_t gone = leaving.back();
    leaving.pop_back();
    for (const std::size_t channel : waited_for_by[gone]) {
      if (waits_[channel] == 0) continue;
      waits_[channel] = 0;
      waits_for_[channel].clear();
      leaving.push_back(channel);
    }
  }
  return static_cast<std::size_t>(std::count(waits_.begin(), waits_.end(), 1));
}

std::vector<std::string> WaitGraph::cycle() const {
  enum class Seen : std::uint8_t { kNo, kOnPath, kDone };
  std::vector<Seen> seen(waits_.size(), Seen::kNo);
  std::vector<std::pair<std::size_t, std::size_t>> path;  // channel, and which edge is next
  // Depth-first search; channels that were left have no cycle.
  for (std::size_t start = 0; start < waits_.size(); ++start) {
    if (waits_[start] == 0 || seen[start] != Seen::kNo) continue;
    path = {{start, 0}};
    seen[start] = Seen::kOnPath;
    while (!path.empty()) {
      const std::size_t channel = path.back().first;
      if (path.back().second == waits_for_[channel].size()) {
        seen[channel] = Seen::kDone;
        path.pop_back();
        continue;
      }
      const std::size_t target = waits_for_[channel][path.back().second++];
      if (seen[target] == Seen::kNo) {
        seen[target] = Seen::kOnPath;
        path.emplace_back(target, 0);
      } else if (seen[target] == Seen::kOnPath) {
        const auto first = std::find_if(path.begin(), path.end(),
                                        [&](const auto& each) { return each.first == target; });
        std::vector<std::string> names;
        for (auto it = first; it != path.end(); ++it) {
          const Channel each = channel_of(it->first);
          names.push_back(fmt::format("{}.p{}.vc{}", netlist_.switches[each.switch_id].name,
                                      each.channel >> vc_shift_,
                                      each.channel & ((1 << vc_shift_) - 1)));
        }
        return names;
      }
    }
  }
  return {};
}

WaitGraph::Channel WaitGraph::channel_of(std::size_t index) const {
  const auto after = std::upper_bound(first_.begin(), first_.end(), index);
  const auto id = static_cast<SwitchId>(after - first_.begin() - 1);
  return {id, static_cast<int>(index - first_[id])};
}

void throw_deadlock(const WaitGraph& graph, const std::string& what, Cycle now) {
  const std::vector<std::string> cycle = graph.cycle();
  std::string reason = "no cycle of waiting channels was found";
  if (!cycle.empty()) {
    reason = "cycle of waiting input channels: ";
    for (const std::string& channel : cycle) reason += channel + " -> ";
    reason += cycle.front();
  }
  throw DeadlockError(fmt::format("deadlock: {}; {}", what, reason), now, cycle);
}

}  // namespace hw
}  // namespace netloom
