#include "hw/network/deadlock.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace netloom {
inline namespace hw {

WaitGraph::WaitGraph(const Netlist& netlist, const PortMap& ports, int vc_shift,
                     std::vector<Edge> edges)
    : netlist_(netlist), ports_(ports), vc_shift_(vc_shift), edges_(std::move(edges)) {
  std::stable_sort(edges_.begin(), edges_.end(),
                   [](const Edge& a, const Edge& b) { return waiting(a) < waiting(b); });
  find_channels();
}

void WaitGraph::find_channels() {
  channels_.clear();
  first_edge_.clear();
  for (std::size_t edge = 0; edge < edges_.size(); ++edge) {
    const Channel channel = waiting(edges_[edge]);
    if (!channels_.empty() && channels_.back() == channel) continue;
    channels_.push_back(channel);
    first_edge_.push_back(edge);
  }
  first_edge_.push_back(edges_.size());
}

std::optional<WaitGraph::Channel> WaitGraph::awaited(const Edge& edge) const {
  const int output = edge.channels.output_channel;
  const int link_index = ports_.link_out(edge.switch_id, output >> vc_shift_);
  if (link_index < 0) return std::nullopt;
  const Link& link = netlist_.links[static_cast<std::size_t>(link_index)];
  if (link.to.type != Endpoint::Type::kSwitch) return std::nullopt;
  const int vc = output & ((1 << vc_shift_) - 1);
  return Channel(link.to.index, link.to.port << vc_shift_ | vc);
}

std::size_t WaitGraph::place_of(const Channel& channel) const {
  const auto found = std::lower_bound(channels_.begin(), channels_.end(), channel);
  const bool waits = found != channels_.end() && *found == channel;
  return waits ? static_cast<std::size_t>(found - channels_.begin()) : channels_.size();
}

void WaitGraph::keep_stuck(const std::function<bool(SwitchId)>& known) {
  std::vector<std::pair<std::size_t, std::size_t>> waited_for_by;  // places
  std::vector<std::size_t> leaving;
  std::vector<char> stuck(channels_.size(), 1);
  const auto leave = [&](std::size_t place) {
    if (stuck[place] == 0) return;
    stuck[place] = 0;
    leaving.push_back(place);
  };
  for (std::size_t place = 0; place < channels_.size(); ++place) {
    for (std::size_t edge = first_edge_[place]; edge < first_edge_[place + 1]; ++edge) {
      const std::optional<Channel> channel = awaited(edges_[edge]);
      if (!channel) continue;
      const std::size_t target = place_of(*channel);
      if (target < channels_.size()) {
        waited_for_by.emplace_back(target, place);
      } else if (known(channel->first)) {
        leave(place);
      }
    }
  }
  std::sort(waited_for_by.begin(), waited_for_by.end());
  while (!leaving.empty()) {
    const std::size_t gone = leaving.back();
    leaving.pop_back();
    for (auto it = std::lower_bound(waited_for_by.begin(), waited_for_by.end(),
                                    std::pair(gone, std::size_t{0}));
         it != waited_for_by.end() && it->first == gone; ++it) {
      leave(it->second);
    }
  }
  edges_.erase(
      std::remove_if(edges_.begin(), edges_.end(),
                     [&](const Edge& edge) { return stuck[place_of(waiting(edge))] == 0; }),
      edges_.end());
  find_channels();
}

std::vector<std::string> WaitGraph::cycle() const {
  enum class Seen : std::uint8_t { kNo, kOnPath, kDone };
  std::vector<Seen> seen(channels_.size(), Seen::kNo);
  std::vector<std::pair<std::size_t, std::size_t>> path;  // channel, and which edge is next
  // Depth-first search; channels that were left have no cycle.
  for (std::size_t start = 0; start < channels_.size(); ++start) {
    if (seen[start] != Seen::kNo) continue;
    path = {{start, first_edge_[start]}};
    seen[start] = Seen::kOnPath;
    while (!path.empty()) {
      const std::size_t channel = path.back().first;
      if (path.back().second == first_edge_[channel + 1]) {
        seen[channel] = Seen::kDone;
        path.pop_back();
        continue;
      }
      const std::optional<Channel> next = awaited(edges_[path.back().second++]);
      const std::size_t target = next ? place_of(*next) : channels_.size();
      if (target == channels_.size()) continue;
      if (seen[target] == Seen::kNo) {
        seen[target] = Seen::kOnPath;
        path.emplace_back(target, first_edge_[target]);
      } else if (seen[target] == Seen::kOnPath) {
        const auto first = std::find_if(path.begin(), path.end(),
                                        [&](const auto& each) { return each.first == target; });
        std::vector<std::string> names;
        for (auto it = first; it != path.end(); ++it)
          names.push_back(name_of(channels_[it->first]));
        return names;
      }
    }
  }
  return {};
}

std::string WaitGraph::name_of(const Channel& channel) const {
  const auto& [switch_id, number] = channel;
  return fmt::format("{}.p{}.vc{}", netlist_.switches[switch_id].name, number >> vc_shift_,
                     number & ((1 << vc_shift_) - 1));
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
