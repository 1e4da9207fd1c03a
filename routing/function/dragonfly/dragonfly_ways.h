#pragma once

#include <memory>
#include <utility>

#include "routing/base/types.h"
#include "routing/topology/dragonfly.h"
#include "routing/topology/dragonfly_links.h"

namespace netloom {
inline namespace routing {

/// Where a packet is to go: to one switch, or to any of a group.
struct DragonflyGoal {
  int group = 0;
  int position = -1;  ///< of the switch in its group; -1: any
  /// Only by global links that end at the switch itself, without a local hop after them.
  bool lands = false;
};

/// Minimal ways (l-g-l) from one switch of a dragonfly.
class DragonflyWays {
 public:
  DragonflyWays(std::shared_ptr<const Dragonfly> topology,
                std::shared_ptr<const DragonflyLinks> links, SwitchId id)
      : topology_(std::move(topology)),
        links_(std::move(links)),
        id_(id),
        group_(topology_->group(id)),
        position_(topology_->position(id)) {}

  const Dragonfly& topology() const { return *topology_; }
  const DragonflyLinks& links() const { return *links_; }
  SwitchId id() const { return id_; }
  int group() const { return group_; }
  int position() const { return position_; }
  SwitchId neighbour(int position) const { return topology_->switch_id(group_, position); }

  bool at(const DragonflyGoal& goal) const {
    return goal.group == group_ && (goal.position < 0 || goal.position == position_);
  }

  /// Calls `visit(link)` for each link that can be the global hop: those of this switch if it has
  /// any, else those of the others of its group. None if the goal is in this group.
  template <class Visit>
  void for_each_global(const DragonflyGoal& goal, Visit visit) const {
    if (goal.group == group_) return;
    const DragonflyLinks::Range all = links_->between(group_, goal.group);
    const auto fits = [&goal](const DragonflyLinks::GlobalLink& link) {
      return !goal.lands || link.far_position == goal.position;
    };
    bool own = false;
    for (const auto& link : all) {
      if (link.position != position_ || !fits(link)) continue;
      own = true;
      visit(link);
    }
    if (own) return;
    for (const auto& link : all) {
      if (fits(link)) visit(link);
    }
  }

  /// Calls `visit(port)` for each output port by which a minimal way to the goal begins, perhaps
  /// more than once for the same. The packet is not at its goal.
  template <class Visit>
  void for_each_next(const DragonflyGoal& goal, Visit visit) const {
    if (goal.group == group_) {
      visit(topology_->local_port(position_, goal.position));
      return;
    }
    for_each_global(goal, [&](const DragonflyLinks::GlobalLink& link) {
      visit(link.position == position_ ? link.port
                                       : topology_->local_port(position_, link.position));
    });
  }

 private:
  std::shared_ptr<const Dragonfly> topology_;
  std::shared_ptr<const DragonflyLinks> links_;
  SwitchId id_;
  int group_;
  int position_;
};

}  // namespace routing
}  // namespace netloom
