#pragma once

#include "hw/config/config.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/decision/routing_function.h"
#include "routing/netlist/netlist.h"
#include "routing/registers/register_table.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// The sizes on which the registers of a switch depend, from the network, its configuration and its
/// routing function. Every port counts with the most VCs and the largest buffers that any link kind
/// has. `config` has been validated for the netlist.
SwitchShape switch_shape(const Netlist& netlist, const NetworkConfig& config,
                         const RoutingFunction& routing, SwitchId switch_id);

}  // namespace hw
}  // namespace netloom
