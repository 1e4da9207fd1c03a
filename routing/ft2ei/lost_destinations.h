#pragma once

#include <cstdint>
#include <vector>

#include "routing/base/cyclic_interval.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/ft2ei/exclusion_set.h"
#include "routing/topology/fat_tree.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Finds the nodes that a switch can no longer send anywhere: excluded at all its up ports, and not
/// below it. The switches below have to exclude them at the ports that lead to it.
/// Source: [Fat-Trees 2010], section 3.2.2.
class LostDestinations {
 public:
  explicit LostDestinations(const FatTree& tree) : tree_(tree) {}

  /// The lost nodes of a switch as maximal cyclic runs, from node 0 on; `up_ports` are the
  /// exclusions of its k up ports. The result is good until the next call.
  const std::vector<CyclicInterval>& of(SwitchId switch_id, const ExclusionSet* up_ports);

 private:
  const FatTree& tree_;
  std::vector<CyclicInterval> runs_;
  std::vector<std::uint32_t> starts_;  ///< numbers at which something begins or has just ended
};

}  // namespace routing
}  // namespace netloom
