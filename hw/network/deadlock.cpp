#include "hw/network/deadlock.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace netloom {
inline namespace hw {

WaitGraph::WaitGraph(const Netlist& netlist, const PortMap& ports, int vc_shift,
                     std::vector<Edge> edges, const WaitingHosts& hosts)
    : netlist_(netlist),
      ports_(ports),
      vc_shift_(vc_shift),
      hosts_(hosts),
      edges_(std::move(edges)) {
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

std::vector<WaitGraph::Channel> WaitGraph::awaited(const Edge& edge) const {
  const int output = edge.channels.output_channel;
  const int link_index = ports_.link_out(edge.switch_id, output >> vc_shift_);
  if (link_index < 0) return {};
  const Link& link = netlist_.links[static_cast<std::size_t>(link_index)];
  const int vc = output & ((1 << vc_shift_) - 1);
  if (link.to.type == Endpoint::Type::kSwitch) {
    return {{link.to.index, link.to.port << vc_shift_ | vc}};
  }
  std::vector<Channel> channels;
  if (!hosts_.has(link.to.index)) return channels;
  const int injection = ports_.injection(link.to.index);
  const Endpoint& to = netlist_.links[static_cast<std::size_t>(injection)].to;
  const int first = hosts_.injection.first(hosts_.injection.of_responses());
  for (int each = first; each < first + hosts_.injection.of_each; ++each) {
    channels.emplace_back(to.index, to.port << vc_shift_ | each);
  }
  return channels;
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
      for (const Channel& channel : awaited(edges_[edge])) {
        const std::size_t target = place_of(channel);
        if (target < channels_.size()) {
          waited_for_by.emplace_back(target, place);
        } else if (known(channel.first)) {
          leave(place);
        }
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
  /// A channel, and those that it waits for and that are still to be looked at, as places.
  struct Step {
    std::size_t channel;
    std::vector<std::size_t> next;
  };
  const auto step = [this](std::size_t channel) {
    Step result{channel, {}};
    for (std::size_t edge = first_edge_[channel]; edge < first_edge_[channel + 1]; ++edge) {
      for (const Channel& each : awaited(edges_[edge])) {
        const std::size_t target = place_of(each);
        if (target < channels_.size()) result.next.push_back(target);
      }
    }
    std::reverse(result.next.begin(), result.next.end());
    return result;
  };
  std::vector<Seen> seen(channels_.size(), Seen::kNo);
  std::vector<Step> path;
  // Depth-first search; channels that were left have no cycle.
  for (std::size_t start = 0; start < channels_.size(); ++start) {
    if (seen[start] != Seen::kNo) continue;
    path.assign(1, step(start));
    seen[start] = Seen::kOnPath;
    while (!path.empty()) {
      if (path.back().next.empty()) {
        seen[path.back().channel] = Seen::kDone;
        path.pop_back();
        continue;
      }
      const std::size_t target = path.back().next.back();
      path.back().next.pop_back();
      if (seen[target] == Seen::kNo) {
        seen[target] = Seen::kOnPath;
        path.push_back(step(target));
      } else if (seen[target] == Seen::kOnPath) {
        const auto first = std::find_if(path.begin(), path.end(),
                                        [&](const Step& each) { return each.channel == target; });
        std::vector<std::string> names;
        for (auto it = first; it != path.end(); ++it)
          names.push_back(name_of(channels_[it->channel]));
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
