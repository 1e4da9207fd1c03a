#pragma once

#include <cstddef>
#include <vector>

#include "routing/base/visible.h"
#include "routing/ft2ei/exclusion_set.h"
#include "routing/ft2ei/lost_destinations.h"
#include "routing/ft2ei/tree_faults.h"
#include "routing/topology/fat_tree.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// The exclusion intervals of all up ports of a k-ary n-tree as FT2EI's static model computes them:
/// fault by fault, each with all that follows from it.
/// Source: [Fat-Trees 2010], section 3.2.
class StaticExclusions {
 public:
  /// registers: n_ei, 1 … kMaxExclusionIntervals. The tree outlives it.
  StaticExclusions(const FatTree& tree, int registers);

  /// A directed link between switches has failed.
  void add_fault(const LinkEnd& link);
  /// As if there had never been a fault.
  void clear();

  /// The exclusions of the k up ports of a switch, from port k on; nullptr at the last stage.
  const ExclusionSet* up_ports(SwitchId switch_id) const {
    return has_up_links(tree_, switch_id) ? &ports_[first_port(switch_id)] : nullptr;
  }
  /// Up ports (switch * k + up link) that have ever been written since clear(), in that order.
  const std::vector<std::size_t>& written() const { return written_; }
  /// Whether two intervals have become one with nodes between them since clear().
  bool merged() const { return merged_; }

 private:
  std::size_t first_port(SwitchId switch_id) const {
    return static_cast<std::size_t>(switch_id) * static_cast<std::size_t>(tree_.k());
  }
  /// `port` is the switch's port number, >= k.
  void store(SwitchId switch_id, int port, const CyclicInterval& interval);

  const FatTree& tree_;
  std::vector<ExclusionSet> ports_;
  std::vector<std::size_t> written_;
  bool merged_ = false;
  LostDestinations lost_;
  struct Update {
    SwitchId switch_id;
    int port;
    CyclicInterval interval;
  };
  std::vector<Update> waiting_;
};

}  // namespace routing
}  // namespace netloom
