#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "routing/base/types.h"
#include "routing/decision/port_matcher.h"
#include "routing/function/dragonfly/local_misrouting.h"
#include "routing/function/table/next_hops.h"
#include "routing/topology/dragonfly.h"

namespace netloom {
inline namespace routing {

/// The local ports of a switch of a dragonfly by which a packet may take its next hop in the group,
/// if one of two hops there is misrouted: as a port matcher, what a restriction of pairs allows.
/// Not for packets whose destination is at this switch.
class LocalPairPorts final : public PortMatcher {
 public:
  LocalPairPorts(std::shared_ptr<const Dragonfly> topology, SwitchId id,
                 LocalRestriction restriction);

  const std::shared_ptr<const Dragonfly>& topology() const { return topology_; }
  int position() const { return position_; }
  LocalRestriction restriction() const { return pairs_.restriction(); }

  /// The local ports on minimal paths to a switch; none if a global port of this switch is on one.
  const PortSet& minimal(SwitchId end) const { return ways_of(end).minimal; }

  /// What match() says for packets to the hosts of the switch `end`. For a packet that a local hop
  /// has brought to `input_port`, ports that may follow that hop, towards any switch; for all
  /// others, ports off the minimal path from behind which an allowed hop is minimal.
  const PortSet& allowed(int input_port, SwitchId end) const {
    if (topology_->is_local_port(input_port)) {
      return following_[static_cast<std::size_t>(input_port - topology_->p())];
    }
    return ways_of(end).misrouted;
  }

  void registers_written(const RegisterFile& /*file*/) override {}
  void match(const RouteQuery& query, std::uint64_t* ports) override {
    const PortSet& set = allowed(query.input_port, topology_->switch_of(query.destination));
    for (int i = 0; i * 64 < topology_->ports(); ++i) ports[i] |= set.words()[i];
  }

 private:
  /// Local ports towards a destination.
  struct Ways {
    PortSet minimal, misrouted;
  };

  /// To one of the switches of the group at `targets`.
  Ways ways_to(const std::vector<int>& targets) const;
  /// Those that may follow a hop from the switch at `previous`.
  PortSet ports_after(int previous) const;

  const Ways& ways_of(SwitchId end) const {
    const int to = topology_->group(end);
    if (to != group_) return to_groups_[static_cast<std::size_t>(to)];
    return in_group_[static_cast<std::size_t>(topology_->position(end))];
  }

  std::shared_ptr<const Dragonfly> topology_;
  LocalPairs pairs_;
  int group_;
  int position_;
  std::vector<Ways> to_groups_, in_group_;  ///< by group, by position
  std::vector<PortSet> following_;          ///< by the local port of the hop before, from 0
};

}  // namespace routing
}  // namespace netloom
