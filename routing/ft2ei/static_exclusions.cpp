#include "routing/ft2ei/static_exclusions.h"

namespace netloom {
inline namespace routing {

StaticExclusions::StaticExclusions(const FatTree& tree, int registers)
    : tree_(tree),
      ports_(static_cast<std::size_t>(tree.switches() - tree.switches_per_stage()) *
                 static_cast<std::size_t>(tree.k()),
             ExclusionSet(registers, tree.hosts())),
      lost_(tree) {}

void StaticExclusions::add_fault(const LinkEnd& link) {
  if (link.port >= tree_.k()) {
    store(link.switch_id, link.port, all_nodes(tree_));
    return;
  }
  const int port = port_towards(tree_, link.switch_id);
  const CyclicInterval nodes = nodes_below_link(tree_, link.switch_id, link.port);
  for_each_excluding(tree_, link.switch_id, link.port,
                     [&](SwitchId each) { store(each, port, nodes); });
}

void StaticExclusions::clear() {
  for (const std::size_t port : written_) ports_[port].clear();
  written_.clear();
  merged_ = false;
}

void StaticExclusions::store(SwitchId switch_id, int port, const CyclicInterval& interval) {
  waiting_.push_back({switch_id, port, interval});
  while (!waiting_.empty()) {
    const Update update = waiting_.back();
    waiting_.pop_back();
    const std::size_t place =
        first_port(update.switch_id) + static_cast<std::size_t>(update.port - tree_.k());
    if (ports_[place].empty()) written_.push_back(place);
    const ExclusionSet::Outcome outcome = ports_[place].store(update.interval);
    if (outcome == ExclusionSet::Outcome::kCovered) continue;
    merged_ = merged_ || outcome == ExclusionSet::Outcome::kMerged;
    // What this switch has lost, those below must not send to it.
    if (tree_.stage(update.switch_id) == 0) continue;
    for (const CyclicInterval& run : lost_.of(update.switch_id, up_ports(update.switch_id))) {
      for (int link = 0; link < tree_.k(); ++link) {
        waiting_.push_back({switch_below(tree_, update.switch_id, link),
                            port_towards(tree_, update.switch_id), run});
      }
    }
  }
}

}  // namespace routing
}  // namespace netloom
