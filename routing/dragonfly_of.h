#pragma once

#include <string>

#include "routing/function/routing_function.h"
#include "routing/netlist.h"
#include "routing/topology/dragonfly.h"
#include "routing/types.h"

namespace netloom {

/// The dragonfly that a netlist says it is. Error: it is none, or its links are not those of the
/// dragonfly with its parameters; `user` ("routing function 'min'") begins the message.
Dragonfly dragonfly_of(const Netlist& netlist, const std::string& user);

/// Switches on a shortest path (l-g-l) from one switch to another, both included.
int minimal_switches(const Dragonfly& dragonfly, SwitchId from, SwitchId to);

/// VCs of each kind of links, as a routing function with ascending VCs needs to know them.
struct DragonflyVcs {
  int host = 1;  ///< of ejection links
  int local = 1;
  int global = 1;
};

/// Error, beginning with `user`, unless the VC policy is "ascending" and there are at least as many
/// VCs on local and global links as given.
DragonflyVcs ascending_vcs(const RoutingContext& context, const std::string& user, int local,
                           int global);

}  // namespace netloom
