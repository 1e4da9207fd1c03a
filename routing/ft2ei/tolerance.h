#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "routing/base/visible.h"
#include "routing/ft2ei/static_exclusions.h"
#include "routing/ft2ei/tree_faults.h"
#include "routing/topology/fat_tree.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Judges combinations of failed links in a k-ary n-tree under FT2EI's static model.
///
/// A combination is tolerated if every pair of nodes keeps a path and no path that the registers
/// offer crosses a failed link. Links between nodes and switches do not fail.
/// Source: [Fat-Trees 2010], sections 3.2 and 3.4.
class FaultJudge {
 public:
  /// registers: n_ei, 1 … kMaxExclusionIntervals.
  FaultJudge(const FatTree& tree, int registers);
  FaultJudge(const FaultJudge&) = delete;
  FaultJudge& operator=(const FaultJudge&) = delete;

  /// Takes a combination; links may come twice. Returns whether it is tolerated.
  bool judge(const std::vector<LinkEnd>& faults);

  /// Of the combination judged last: victims, over all up ports. A victim is a node that is
  /// excluded at an up port although a way without failed links leads there from that port.
  std::uint64_t victims();

  /// Of the combination judged last: whether every pair of nodes has a path without failed links,
  /// whatever the registers say.
  bool connected();

  /// The registers for the combination judged last.
  const StaticExclusions& exclusions() const { return exclusions_; }

 private:
  bool failed(SwitchId switch_id, int port) const {
    return failed_[static_cast<std::size_t>(switch_id) * static_cast<std::size_t>(2 * tree_.k()) +
                   static_cast<std::size_t>(port)] != 0;
  }
  void set_failed(const LinkEnd& link, bool failed);

  // Nodes are told apart only as far as the faults and registers do: a class is a run of nodes
  // between two bounds, and a set of classes a row of bits.
  void find_classes();
  std::size_t class_of(std::uint32_t node) const;
  void add_classes(const CyclicInterval& interval, std::uint64_t* set) const;
  void find_broken_ways_down();
  bool every_way_up_is_whole();

  /// One set of nodes per switch: those that a way without failed links leads to.
  void find_reachable();

  FatTree tree_;
  StaticExclusions exclusions_;
  std::vector<LinkEnd> faults_;
  std::vector<std::uint8_t> failed_;   ///< [switch * 2k + port]
  std::vector<std::uint32_t> starts_;  ///< first node of each class
  std::size_t words_ = 0;              ///< of a set of classes
  std::vector<std::uint64_t> down_;    ///< [switch] classes below it with a failed link on the way
  std::vector<std::uint64_t> up_;      ///< [switch] classes not below it that may go astray
  std::vector<std::uint64_t> excluded_;   ///< scratch, one set
  std::vector<std::uint64_t> inside_;     ///< scratch, one set
  std::vector<std::uint64_t> lost_;       ///< scratch, one set
  std::vector<std::uint64_t> nodes_;      ///< scratch, a set of nodes
  std::vector<std::uint64_t> reachable_;  ///< [switch], see find_reachable
};

}  // namespace routing
}  // namespace netloom
