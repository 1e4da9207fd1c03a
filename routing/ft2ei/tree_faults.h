#pragma once

#include <cstdint>

#include "routing/base/cyclic_interval.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/topology/fat_tree.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// A directed link between switches, by the output port that it begins at.
struct LinkEnd {
  SwitchId switch_id = 0;
  int port = 0;

  friend bool operator==(const LinkEnd& a, const LinkEnd& b) {
    return a.switch_id == b.switch_id && a.port == b.port;
  }
  friend bool operator<(const LinkEnd& a, const LinkEnd& b) {
    return a.switch_id != b.switch_id ? a.switch_id < b.switch_id : a.port < b.port;
  }
};

// What a fault means in a k-ary n-tree, as the rules of FT2EI see it.
// Source: [Fat-Trees 2010], section 3.2.

/// Whether a switch has up links.
inline bool has_up_links(const FatTree& tree, SwitchId switch_id) {
  return tree.stage(switch_id) + 1 < tree.n();
}

/// The nodes below a switch.
inline CyclicInterval nodes_below(const FatTree& tree, SwitchId switch_id) {
  const NodeId first = tree.first_below(switch_id);
  const auto k = static_cast<std::uint32_t>(tree.k());
  return {first, first + k * tree.power(tree.stage(switch_id)) - 1};
}

/// The nodes below a down link (0 … k-1): its inclusion interval.
inline CyclicInterval nodes_below_link(const FatTree& tree, SwitchId switch_id, int link) {
  const std::uint32_t size = tree.power(tree.stage(switch_id));
  const NodeId first = tree.first_below(switch_id) + static_cast<std::uint32_t>(link) * size;
  return {first, first + size - 1};
}

/// All nodes: what is excluded at an up port whose link has failed.
inline CyclicInterval all_nodes(const FatTree& tree) {
  return {0, tree.hosts() - 1};
}

/// The switch that up port k + link leads to.
inline SwitchId switch_above(const FatTree& tree, SwitchId switch_id, int link) {
  const int stage = tree.stage(switch_id);
  return tree.switch_number(stage + 1, tree.with_digit(tree.position(switch_id), stage, link));
}

/// The switch that down link `link` leads to; not at stage 0, where it is a node.
inline SwitchId switch_below(const FatTree& tree, SwitchId switch_id, int link) {
  const int stage = tree.stage(switch_id);
  return tree.switch_number(stage - 1, tree.with_digit(tree.position(switch_id), stage - 1, link));
}

/// The up port by which the switches below a switch lead to it; stage >= 1.
inline int port_towards(const FatTree& tree, SwitchId switch_id) {
  return tree.k() + tree.digit(tree.position(switch_id), tree.stage(switch_id) - 1);
}

/// Calls update(switch) for every switch of the stage below `faulty` that has to exclude, at its
/// port port_towards(faulty), the nodes below down link `link` of `faulty` (stage >= 1) when that
/// link fails: all from which some way up ends in coming down by it.
template <class Update>
void for_each_excluding(const FatTree& tree, SwitchId faulty, int link, const Update& update) {
  const int stage = tree.stage(faulty) - 1;
  const std::uint32_t step = tree.power(stage);
  const CyclicInterval nodes = nodes_below_link(tree, faulty, link);
  // All positions with the lower digits of the faulty switch.
  for (std::uint32_t position = tree.position(faulty) % step; position < tree.switches_per_stage();
       position += step) {
    const SwitchId candidate = tree.switch_number(stage, position);
    // The switch behind the link has these nodes below it and never sends them up.
    if (!nodes_below(tree, candidate).contains(nodes.lower)) update(candidate);
  }
}

/// The other direction of the cable that a link between switches is part of.
inline LinkEnd reverse_link(const FatTree& tree, const LinkEnd& link) {
  const int stage = tree.stage(link.switch_id);
  const std::uint32_t position = tree.position(link.switch_id);
  if (link.port >= tree.k()) {
    return {switch_above(tree, link.switch_id, link.port - tree.k()), tree.digit(position, stage)};
  }
  return {switch_below(tree, link.switch_id, link.port),
          tree.k() + tree.digit(position, stage - 1)};
}

}  // namespace routing
}  // namespace netloom
