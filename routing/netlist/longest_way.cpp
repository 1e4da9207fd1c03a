#include "routing/netlist/longest_way.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace netloom {
inline namespace routing {
namespace {

/// Links that are looked at before it takes too long, a few tenths of a second.
constexpr std::size_t kMostWork = std::size_t{1} << 25;

/// The switches behind (or, backwards, before) each switch.
class Neighbours {
 public:
  Neighbours(const Netlist& netlist, bool backwards) : first_(netlist.switches.size() + 1, 0) {
    const auto for_each = [&](auto action) {
      for (const Link& link : netlist.links) {
        if (link.from.type != Endpoint::Type::kSwitch || link.to.type != Endpoint::Type::kSwitch) {
          continue;
        }
        if (backwards) {
          action(link.to.index, link.from.index);
        } else {
          action(link.from.index, link.to.index);
        }
      }
    };
    for_each([&](std::uint32_t from, std::uint32_t /*to*/) { ++first_[from + 1]; });
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    others_.resize(first_.back());
    std::vector<std::size_t> next = first_;
    for_each([&](std::uint32_t from, std::uint32_t to) { others_[next[from]++] = to; });
  }

  std::size_t count() const { return others_.size(); }

  /// Links on the longest of the shortest ways from here; `reached`: how many switches have one.
  std::uint32_t farthest(std::uint32_t start, std::size_t& reached) {
    constexpr std::uint32_t kUnseen = ~std::uint32_t{0};
    distance_.assign(first_.size() - 1, kUnseen);
    queue_.assign(1, start);
    distance_[start] = 0;
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      const std::uint32_t at = queue_[i];
      for (std::size_t k = first_[at]; k < first_[at + 1]; ++k) {
        if (distance_[others_[k]] != kUnseen) continue;
        distance_[others_[k]] = distance_[at] + 1;
        queue_.push_back(others_[k]);
      }
    }
    reached = queue_.size();
    return distance_[queue_.back()];
  }

 private:
  std::vector<std::size_t> first_;
  std::vector<std::uint32_t> others_;
  std::vector<std::uint32_t> distance_;
  std::vector<std::uint32_t> queue_;
};

}  // namespace

std::uint32_t longest_shortest_way(const Netlist& netlist) {
  std::vector<char> injects(netlist.switches.size(), 0);
  for (const Link& link : netlist.links) {
    if (link.from.type == Endpoint::Type::kHost) injects[link.to.index] = 1;
  }
  const auto switches = static_cast<std::uint32_t>(injects.size());
  const auto sources = static_cast<std::size_t>(std::count(injects.begin(), injects.end(), 1));
  Neighbours onwards(netlist, false);
  std::size_t reached = 0;
  if (sources * (onwards.count() + switches) > kMostWork) {
    // From any switch to any other there is a way over the first one.
    Neighbours backwards(netlist, true);
    const std::uint32_t out = onwards.farthest(0, reached);
    if (reached == switches) {
      const std::uint32_t in = backwards.farthest(0, reached);
      if (reached == switches) return std::min(switches, in + out + 1);
    }
    return switches;  // no shortest way passes one twice
  }
  std::uint32_t longest = 0;
  for (std::uint32_t id = 0; id < switches; ++id) {
    if (injects[id] != 0) longest = std::max(longest, onwards.farthest(id, reached));
  }
  return longest + 1;
}

}  // namespace routing
}  // namespace netloom
