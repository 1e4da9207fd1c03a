#pragma once

#include "hw/network/network.h"
#include "routing/base/types.h"
#include "routing/netlist/netlist.h"
#include "sim/base/json.h"
#include "sim/statistics/measurement.h"

namespace netloom {
inline namespace sim {

/// Utilisation of the links, and what waited behind them, by kind and by VC, over so many measured
/// cycles (at least one). `details`: also of each link.
Json links_json(const Netlist& netlist, const LinkUses& use, Cycle cycles, bool details);

/// Links of each kind that a packet passes, phit by phit: what the links carried in the interval,
/// over what was delivered in it.
Json hops_json(const Netlist& netlist, const LinkUses& use, const Measurement& measurement);

}  // namespace sim
}  // namespace netloom
