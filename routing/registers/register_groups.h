#pragma once

#include <vector>

#include "routing/registers/register_table.h"

namespace netloom {
inline namespace routing {

// The registers of each system, in the order in which register_table() has the systems.

/// Which switch it is.
std::vector<RegisterInfo> switch_identity();
/// Intervals, with and without masks and restrictions (Flexible Interval Routing).
std::vector<RegisterInfo> interval_registers();
/// Exclusion intervals.
std::vector<RegisterInfo> ft2ei_registers();
/// The trigger of in-transit misrouting.
std::vector<RegisterInfo> misrouting_registers();
/// Comparison of queues, and saturation of global links.
std::vector<RegisterInfo> ugal_registers();
/// Blocked injections.
std::vector<RegisterInfo> acor_registers();
/// Counters of the traffic injected to each group.
std::vector<RegisterInfo> traffic_registers();
/// Dynamic Assignment of Virtual Channels.
std::vector<RegisterInfo> davc_registers();
/// Credits and arbiters.
std::vector<RegisterInfo> switch_state();

}  // namespace routing
}  // namespace netloom
