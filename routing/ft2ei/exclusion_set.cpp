#include "routing/ft2ei/exclusion_set.h"

#include <algorithm>
#include <limits>

namespace netloom {
inline namespace routing {

CyclicInterval merged_interval(const CyclicInterval& a, const CyclicInterval& b,
                               std::uint32_t nodes) {
  CyclicInterval first;
  CyclicInterval second;
  if (a.lower <= a.upper && b.lower <= b.upper) {
    first = {std::min(a.lower, b.lower), std::max(a.upper, b.upper)};
    second = {std::max(a.lower, b.lower), std::min(a.upper, b.upper)};
  } else {
    first = {std::min(a.lower, b.lower), std::min(a.upper, b.upper)};
    second = {std::max(a.lower, b.lower), std::max(a.upper, b.upper)};
  }
  const CyclicInterval& chosen = first.size(nodes) <= second.size(nodes) ? first : second;
  return chosen.size(nodes) == nodes ? CyclicInterval{0, nodes - 1} : chosen;
}

bool ExclusionSet::join(CyclicInterval& interval) {
  bool joined = false;
  for (bool again = true; again;) {
    again = false;
    for (int i = 0; i < registers_; ++i) {
      const CyclicInterval& stored = intervals_[static_cast<std::size_t>(i)];
      if (!enabled(i) || !interval.intersects(stored)) continue;
      interval = interval_union(interval, stored, nodes_);
      enabled_ = static_cast<std::uint16_t>(enabled_ & ~(1u << i));
      joined = again = true;
    }
  }
  return joined;
}

ExclusionSet::Outcome ExclusionSet::store(CyclicInterval interval) {
  for (int i = 0; i < registers_; ++i) {
    if (enabled(i) && this->interval(i).covers(interval, nodes_)) return Outcome::kCovered;
  }
  Outcome outcome = join(interval) ? Outcome::kJoined : Outcome::kStored;
  const std::uint32_t all = (1u << registers_) - 1;
  if ((enabled_ & all) == all) {
    // The fewest victims: the interval that grows least beyond the two.
    int best = 0;
    std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
    for (int i = 0; i < registers_; ++i) {
      const CyclicInterval& stored = this->interval(i);
      const std::int64_t victims =
          std::int64_t{merged_interval(interval, stored, nodes_).size(nodes_)} -
          stored.size(nodes_);
      if (victims < fewest) {
        fewest = victims;
        best = i;
      }
    }
    interval = merged_interval(interval, this->interval(best), nodes_);
    enabled_ = static_cast<std::uint16_t>(enabled_ & ~(1u << best));
    join(interval);
    outcome = Outcome::kMerged;
  }
  set(__builtin_ctz(~std::uint32_t{enabled_}), interval);
  return outcome;
}

}  // namespace routing
}  // namespace netloom
