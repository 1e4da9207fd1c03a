#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/decision/port_matcher.h"
#include "routing/function/dragonfly/local_misrouting.h"
#include "routing/function/table/next_hops.h"
#include "routing/topology/dragonfly.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// The local ports of a switch of a dragonfly by which a packet may take its next hop in the group,
/// if one of two hops there is misrouted: as a port matcher, what a restriction of pairs allows.
/// Not for packets whose destination is at this switch.
class LocalPairPorts final : public PortMatcher {
 public:
  /// Local ports towards a destination.
  struct Ways {
    PortSet minimal;    ///< on minimal paths; none if a global port of this switch is on one
    PortSet misrouted;  ///< off them, from behind which an allowed hop is minimal
  };

  LocalPairPorts(std::shared_ptr<const Dragonfly> topology, SwitchId id,
                 LocalRestriction restriction);

  const std::shared_ptr<const Dragonfly>& topology() const { return topology_; }
  int position() const { return position_; }
  LocalRestriction restriction() const { return pairs_.restriction(); }

  /// Towards the switch `end`, which is in `group`.
  const Ways& ways(SwitchId end, int group) const {
    return ways_[group != group_ ? to_groups_[static_cast<std::size_t>(group)]
                                 : static_cast<std::size_t>(topology_->position(end))];
  }
  const Ways& ways(SwitchId end) const { return ways(end, topology_->group(end)); }

  /// What match() says for packets to which `ways` are open: for one that a local hop has brought
  /// to `input_port`, ports that may follow that hop, towards any switch; for all others
  /// Ways::misrouted.
  const PortSet& allowed(int input_port, const Ways& ways) const {
    if (topology_->is_local_port(input_port)) {
      return following_[static_cast<std::size_t>(input_port - topology_->p())];
    }
    return ways.misrouted;
  }

  void registers_written(const RegisterFile& /*file*/) override {}
  void match(const RouteQuery& query, std::uint64_t* ports) override {
    const PortSet& set = allowed(query.input_port, ways(topology_->switch_of(query.destination)));
    for (int i = 0; i * 64 < topology_->ports(); ++i) ports[i] |= set.words()[i];
  }

 private:
  /// To one of the switches of the group at `targets`.
  Ways ways_to(const std::vector<int>& targets) const;
  /// Those that may follow a hop from the switch at `previous`.
  PortSet ports_after(int previous) const;

  std::shared_ptr<const Dragonfly> topology_;
  LocalPairs pairs_;
  int group_;
  int position_;
  std::vector<Ways> ways_;  ///< by position in the group; then others that lead to groups
  std::vector<std::uint16_t> to_groups_;  ///< by group: in ways_
  std::vector<PortSet> following_;        ///< by the local port of the hop before, from 0
};

}  // namespace routing
}  // namespace netloom
