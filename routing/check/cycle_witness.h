#pragma once

#include <cstddef>
#include <vector>

#include "routing/base/visible.h"
#include "routing/check/deadlock.h"
#include "routing/check/witness_path.h"
#include "routing/decision/routing_function.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// A packet that can hold one channel of a cycle and wait for the next, or, with an empty path, the
/// host behind that channel, which takes nothing out of it until it has injected into the next.
struct CycleWitness {
  WitnessPath path;       ///< up to the channel that it waits for
  std::size_t holds = 0;  ///< index in path.hops of the channel of the cycle that it holds; in
                          ///< wormhole it may go on from there before it waits
  /// On this way it is offered nothing else, so that every packet between these hosts goes it, and
  /// waits there for that channel alone.
  bool only_way = false;
};

/// For each channel of DeadlockReport::cycle a packet that can hold it and wait for the next one:
/// one with no other way if there is such a packet, and of those one that comes to it first of all,
/// if there is one. `report` is what check_deadlock() says of the same function with as many
/// injection VCs; its packets are followed once more. Empty: the report shows no cycle, or one
/// beside the rings of bubble flow control, which counts each ring as a channel.
std::vector<CycleWitness> cycle_witnesses(const RoutingContext& context, RoutingFunction& routing,
                                          int injection_vcs, const DeadlockReport& report);

}  // namespace routing
}  // namespace netloom
