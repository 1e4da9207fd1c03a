#include "routing/check/channel_graph.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

namespace netloom {
inline namespace routing {

void ChannelGraph::add(std::uint32_t from, std::uint32_t to) {
  std::vector<std::uint32_t>& next = next_[from];
  const auto place = std::lower_bound(next.begin(), next.end(), to);
  if (place != next.end() && *place == to) return;
  next.insert(place, to);
  ++edges_;
}

std::vector<std::uint32_t> ChannelGraph::components() const {
  // Tarjan's algorithm, with a stack of its own instead of recursion.
  constexpr std::uint32_t kUnseen = std::numeric_limits<std::uint32_t>::max();
  const std::size_t count = next_.size();
  std::vector<std::uint32_t> component(count, kUnseen), number(count, kUnseen), low(count, 0);
  std::vector<std::uint32_t> open;                          // seen, component not yet known
  std::vector<std::pair<std::uint32_t, std::size_t>> path;  // channel, next edge to follow
  std::uint32_t seen = 0;
  for (std::uint32_t start = 0; start < count; ++start) {
    if (number[start] != kUnseen) continue;
    path.emplace_back(start, 0);
    while (!path.empty()) {
      const std::uint32_t at = path.back().first;
      if (path.back().second == 0) {
        number[at] = low[at] = seen++;
        open.push_back(at);
      }
      bool deeper = false;
      while (path.back().second < next_[at].size()) {
        const std::uint32_t to = next_[at][path.back().second++];
        if (number[to] == kUnseen) {
          path.emplace_back(to, 0);
          deeper = true;
          break;
        }
        if (component[to] == kUnseen) low[at] = std::min(low[at], number[to]);
      }
      if (deeper) continue;
      if (low[at] == number[at]) {
        const auto first = std::find(open.begin(), open.end(), at);
        const std::uint32_t least = *std::min_element(first, open.end());
        std::for_each(first, open.end(), [&](std::uint32_t each) { component[each] = least; });
        open.erase(first, open.end());
      }
      path.pop_back();
      if (!path.empty()) {
        const std::uint32_t parent = path.back().first;
        low[parent] = std::min(low[parent], low[at]);
      }
    }
  }
  return component;
}

std::vector<bool> ChannelGraph::on_cycles() const {
  // What neither a way in nor a way out is left of is on no cycle.
  std::vector<bool> left(next_.size(), true);
  std::vector<std::vector<std::uint32_t>> back(next_.size());
  std::vector<std::uint32_t> in(next_.size(), 0), out(next_.size(), 0);
  for (std::uint32_t from = 0; from < next_.size(); ++from) {
    out[from] = static_cast<std::uint32_t>(next_[from].size());
    for (const std::uint32_t to : next_[from]) {
      ++in[to];
      back[to].push_back(from);
    }
  }
  std::vector<std::uint32_t> gone;
  const auto remove_if_end = [&](std::uint32_t each) {
    if (!left[each] || (in[each] > 0 && out[each] > 0)) return;
    left[each] = false;
    gone.push_back(each);
  };
  for (std::uint32_t each = 0; each < next_.size(); ++each) remove_if_end(each);
  while (!gone.empty()) {
    const std::uint32_t each = gone.back();
    gone.pop_back();
    for (const std::uint32_t to : next_[each]) {
      --in[to];
      remove_if_end(to);
    }
    for (const std::uint32_t from : back[each]) {
      --out[from];
      remove_if_end(from);
    }
  }
  return left;
}

std::vector<std::uint32_t> ChannelGraph::shortest_cycle() const {
  constexpr std::uint32_t kUnseen = std::numeric_limits<std::uint32_t>::max();
  const std::vector<bool> candidate = on_cycles();
  std::vector<std::uint32_t> best;
  std::vector<std::uint32_t> parent(next_.size(), kUnseen);
  std::vector<std::uint32_t> depth(next_.size(), 0);
  std::vector<std::uint32_t> queue;
  for (std::uint32_t start = 0; start < next_.size(); ++start) {
    if (!candidate[start]) continue;
    // Breadth first from the start; the first edge back to it closes its shortest cycle.
    queue.assign(1, start);
    parent[start] = start;
    depth[start] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const std::uint32_t at = queue[i];
      if (!best.empty() && depth[at] + 1 >= best.size()) break;
      const std::vector<std::uint32_t>& next = next_[at];
      if (std::binary_search(next.begin(), next.end(), start)) {
        best.clear();
        for (std::uint32_t each = at; each != start; each = parent[each]) best.push_back(each);
        best.push_back(start);
        std::reverse(best.begin(), best.end());
        break;
      }
      for (const std::uint32_t to : next) {
        if (!candidate[to] || parent[to] != kUnseen) continue;
        parent[to] = at;
        depth[to] = depth[at] + 1;
        queue.push_back(to);
      }
    }
    for (const std::uint32_t each : queue) parent[each] = kUnseen;
    if (best.size() == 1) break;
  }
  return best;
}

}  // namespace routing
}  // namespace netloom
