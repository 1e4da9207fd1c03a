#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "routing/base/types.h"
#include "routing/davc/davc_routing.h"

namespace netloom {
inline namespace routing {

/// All states of all packets, in an order in which every hop leads to a later state of the same
/// task, and for each hop which dependency between two links it is.
struct Ways {
  struct Dependency {
    std::uint32_t from, to;  ///< links
  };
  struct Hop {
    std::uint32_t state, dependency;
  };

  /// The states of the packets to one switch (and, where it matters, from one source).
  struct Task {
    std::size_t begin, end;
    SwitchId destination;
  };

  std::vector<Task> tasks;
  std::vector<std::size_t> first_hop;  ///< per state, and one more
  std::vector<std::uint32_t> link;     ///< per state
  std::vector<bool> root;              ///< per state: on a link from a host
  std::vector<Hop> hops;
  std::vector<Dependency> dependencies;
  std::size_t longest = 0;  ///< links between switches on the longest path
};

/// Those of the packets of a network with DAVC, by its inner function. Error: packets can go in
/// circles; or there are more hops than fit.
Ways collect_ways(DavcRouting& routing);

}  // namespace routing
}  // namespace netloom
