#include "routing/function/dragonfly/local_pair_ports.h"

#include <algorithm>
#include <map>
#include <utility>

namespace netloom {
inline namespace routing {

LocalPairPorts::LocalPairPorts(std::shared_ptr<const Dragonfly> topology, SwitchId id,
                               LocalRestriction restriction)
    : topology_(std::move(topology)),
      pairs_(restriction),
      group_(topology_->group(id)),
      position_(topology_->position(id)) {
  std::map<std::vector<int>, std::uint16_t> places;  // in ways_, by targets
  const auto place_of = [&](std::vector<int> targets) {
    const auto [known, is_new] =
        places.emplace(std::move(targets), static_cast<std::uint16_t>(ways_.size()));
    if (is_new) ways_.push_back(ways_to(known->first));
    return known->second;
  };
  for (int target = 0; target < topology_->a(); ++target) place_of({target});
  for (int to = 0; to < topology_->groups(); ++to) {
    std::vector<int> targets;
    for (int link = 0; to != group_ && link < topology_->links_between_groups(); ++link) {
      targets.push_back(topology_->port_between(group_, to, link).position);
    }
    to_groups_.push_back(place_of(std::move(targets)));
  }
  for (int previous = 0; previous < topology_->a(); ++previous) {
    if (previous != position_) following_.push_back(ports_after(previous));
  }
}

LocalPairPorts::Ways LocalPairPorts::ways_to(const std::vector<int>& targets) const {
  Ways ways;
  const auto is_target = [&targets](int position) {
    return std::find(targets.begin(), targets.end(), position) != targets.end();
  };
  if (is_target(position_)) return ways;
  for (const int target : targets) {
    ways.minimal.add(topology_->local_port(position_, target));
    for (int via = 0; via < topology_->a(); ++via) {
      if (via == position_ || is_target(via)) continue;
      if (!pairs_.allowed(position_, via, target)) continue;
      ways.misrouted.add(topology_->local_port(position_, via));
    }
  }
  return ways;
}

PortSet LocalPairPorts::ports_after(int previous) const {
  PortSet result;
  for (int to = 0; to < topology_->a(); ++to) {
    if (to == position_ || !pairs_.allowed(previous, position_, to)) continue;
    result.add(topology_->local_port(position_, to));
  }
  return result;
}

}  // namespace routing
}  // namespace netloom
