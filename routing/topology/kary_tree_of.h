#pragma once

#include <string>

#include "routing/base/visible.h"
#include "routing/netlist/netlist.h"
#include "routing/topology/fat_tree.h"
#include "routing/topology/ruft.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// The fat-tree that a netlist says it is, for those whose decisions are defined by its labels.
/// Error: it is none, or has not the switches, ports and hosts that its k and n call for; `user`
/// ("routing function 'interval'") begins the message.
FatTree fat_tree_of(const Netlist& netlist, const std::string& user);

/// The same for a RUFT.
Ruft ruft_of(const Netlist& netlist, const std::string& user);

}  // namespace routing
}  // namespace netloom
