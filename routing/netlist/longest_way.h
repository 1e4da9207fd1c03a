#pragma once

#include <cstdint>

#include "routing/base/visible.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Switches on the longest of the shortest ways from where hosts inject to any switch of a valid
/// netlist. In large networks, where looking at every switch would take too long, no fewer, and in
/// networks of cables at most twice as many. Pairs without a way do not count.
std::uint32_t longest_shortest_way(const Netlist& netlist);

}  // namespace routing
}  // namespace netloom
