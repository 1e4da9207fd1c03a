#include "routing/ft2ei/lost_destinations.h"

#include <algorithm>

#include "routing/ft2ei/tree_faults.h"

namespace netloom {
inline namespace routing {

const std::vector<CyclicInterval>& LostDestinations::of(SwitchId switch_id,
                                                        const ExclusionSet* up_ports) {
  runs_.clear();
  const ExclusionSet* const end = up_ports + tree_.k();
  if (std::any_of(up_ports, end, [](const ExclusionSet& each) { return each.empty(); })) {
    return runs_;
  }
  const std::uint32_t nodes = tree_.hosts();
  const CyclicInterval below = nodes_below(tree_, switch_id);
  starts_.assign({0, below.lower, (below.upper + 1) % nodes});
  for (const ExclusionSet* port = up_ports; port != end; ++port) {
    for (int i = 0; i < port->registers(); ++i) {
      if (!port->enabled(i)) continue;
      starts_.push_back(port->interval(i).lower);
      starts_.push_back((port->interval(i).upper + 1) % nodes);
    }
  }
  std::sort(starts_.begin(), starts_.end());
  starts_.erase(std::unique(starts_.begin(), starts_.end()), starts_.end());
  // Between two starts all nodes are alike.
  for (std::size_t i = 0; i < starts_.size(); ++i) {
    const NodeId first = starts_[i];
    const NodeId last = (i + 1 < starts_.size() ? starts_[i + 1] : nodes) - 1;
    if (below.contains(first) ||
        !std::all_of(up_ports, end, [&](const ExclusionSet& port) { return port.excludes(first); }))
      continue;
    if (!runs_.empty() && runs_.back().upper + 1 == first) {
      runs_.back().upper = last;
    } else {
      runs_.push_back({first, last});
    }
  }
  if (runs_.size() > 1 && runs_.front().lower == 0 && runs_.back().upper == nodes - 1) {
    runs_.front().lower = runs_.back().lower;
    runs_.pop_back();
  }
  return runs_;
}

}  // namespace routing
}  // namespace netloom
