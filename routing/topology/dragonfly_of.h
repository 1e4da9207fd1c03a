#pragma once

#include <string>

#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/netlist/netlist.h"
#include "routing/topology/dragonfly.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// The dragonfly that a netlist says it is. Error: it is none, or its links are not those of the
/// dragonfly with its parameters; `user` ("routing function 'min'") begins the message.
Dragonfly dragonfly_of(const Netlist& netlist, const std::string& user);

/// Switches on a shortest path (l-g-l) from one switch to another, both included.
int minimal_switches(const Dragonfly& dragonfly, SwitchId from, SwitchId to);

}  // namespace routing
}  // namespace netloom
