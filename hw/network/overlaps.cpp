#include "hw/network/overlaps.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <set>
#include <utility>

namespace netloom {
inline namespace hw {

std::vector<Overlaps> overlaps_of(const std::vector<CycleSpan>& spans, std::size_t most) {
  std::vector<std::size_t> order(spans.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return spans[a].begin < spans[b].begin; });
  std::vector<Overlaps> result(spans.size());
  // Places in the order of those that have begun and not ended, and when they end.
  std::set<std::size_t> open;
  using End = std::pair<Cycle, std::size_t>;
  std::priority_queue<End, std::vector<End>, std::greater<>> ends;
  for (std::size_t place = 0; place < order.size(); ++place) {
    const CycleSpan& span = spans[order[place]];
    while (!ends.empty() && ends.top().first < span.begin) {
      open.erase(ends.top().second);
      ends.pop();
    }
    const auto later =
        std::upper_bound(order.begin(), order.end(), span.end,
                         [&](Cycle end, std::size_t other) { return end < spans[other].begin; });
    const auto after = static_cast<std::size_t>(later - order.begin());
    Overlaps& overlaps = result[order[place]];
    overlaps.count = open.size() + (after - place - 1);
    for (auto it = open.begin(); it != open.end() && overlaps.first.size() < most; ++it) {
      overlaps.first.push_back(order[*it]);
    }
    for (std::size_t it = place + 1; it < after && overlaps.first.size() < most; ++it) {
      overlaps.first.push_back(order[it]);
    }
    std::sort(overlaps.first.begin(), overlaps.first.end());
    open.insert(place);
    ends.emplace(span.end, place);
  }
  return result;
}

}  // namespace hw
}  // namespace netloom
