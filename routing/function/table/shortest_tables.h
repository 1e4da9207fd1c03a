#pragma once

#include <cstdint>

#include "routing/base/types.h"
#include "routing/function/table/next_hops.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace routing {

/// All shortest paths, by hops: every port that leads to a switch one hop nearer to the
/// destination.
NextHopTables all_shortest_paths(const Netlist& netlist);

/// How one of several shortest paths is picked.
enum class TieBreak : std::uint8_t {
  kSpread,  ///< by a hash of switch and destination, so that different pairs use different links
  kLowest,  ///< the lowest port
};

/// One of the ports of a set, which is not empty, by which `at` sends to hosts of the switch
/// `home`.
PortSet picked(const PortSet& ports, SwitchId home, SwitchId at, TieBreak ties);

/// One of the shortest paths for each switch and destination, picked without regard to the source.
NextHopTables single_shortest_paths(const Netlist& netlist, TieBreak ties);

}  // namespace routing
}  // namespace netloom
