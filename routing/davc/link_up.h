#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "routing/base/visible.h"
#include "routing/netlist/netlist.h"
#include "routing/registers/register_file.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// The handshake with which links come up, for switches that assign VCs by DAVC. Over each link the
/// sender says its PORT_ID, which the receiver keeps in NEIGHBOUR_PORT of its input port; on the
/// wire that takes credits back, the receiver says its NODE_ID, which the sender keeps in
/// NEIGHBOUR_ID of its output port. A cable is two links, so that its two ends know each other. A
/// host has one port, 0; behind a port to a host or without a link, NEIGHBOUR_ID stays 0.
/// Source: [DAVC 2018], section 5.4.
///
/// `files` are the register files of all switches, NODE_ID and PORT_ID programmed; null: of a
/// switch that is elsewhere. `exchange` fills in what those say: per link between switches, in
/// their order, the PORT_ID and then the NODE_ID, 0 where it is theirs.
void bring_links_up(const Netlist& netlist, const std::vector<RegisterFile*>& files,
                    const std::function<void(std::vector<std::uint32_t>& said)>& exchange = {});

}  // namespace routing
}  // namespace netloom
