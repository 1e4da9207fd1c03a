#pragma once

#include <cstdint>
#include <vector>

#include "routing/function/dragonfly/dragonfly_ways.h"
#include "routing/function/dragonfly/valiant_rules.h"

namespace netloom {
inline namespace routing {

/// What the Valiant paths from one switch can go through: all that path A can lead to, neither in
/// the source group nor in the destination's, each of it as probable as another.
class ValiantGoals {
 public:
  /// The ways of the switch have to outlive it.
  ValiantGoals(const DragonflyWays& ways, WithinGroup within_group);

  /// 0 if packets to this destination can go minimally only.
  std::uint32_t count(const DragonflyGoal& destination, PathA path_a) const;
  /// Number 0 … count - 1 of them.
  DragonflyGoal goal(const DragonflyGoal& destination, PathA path_a, std::uint32_t number) const;

 private:
  /// What a global link of this switch leads to.
  struct FarEnd {
    int group;
    int position;
  };

  std::uint32_t own_links_elsewhere(int group) const;
  const FarEnd& own_link_elsewhere(int group, int number) const;

  const DragonflyWays& ways_;
  WithinGroup within_group_;
  std::vector<FarEnd> own_;
  std::vector<std::uint16_t> own_to_;  ///< per group: how many of own_ lead there
};

}  // namespace routing
}  // namespace netloom
