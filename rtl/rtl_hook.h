#pragma once

#include <memory>
#include <string>
#include <vector>

#include "routing/function/routing_function.h"
#include "routing/netlist.h"
#include "rtl/shadow.h"

namespace netloom {

/// Replace: the RTL decides. Shadow: both decide, and the run ends at the first difference.
enum class RtlMode { kReplace, kShadow };

/// What RoutingContext::port_matcher has to be so that these implementations (names in the
/// RtlBlockRegistry) decide in the switches. An empty list gives an empty hook: without RTL the
/// packet path has no trace of it.
///
/// The netlist, of which the switches' names are taken, outlives the hook and what it makes.
/// `counters` count all switches' decisions and can be read at any time.
///
/// Error: an unknown implementation; two of one block. Calling the hook is an Error if the
/// routing function's decision is not the one that the block makes.
PortMatcherHook make_port_matcher_hook(const Netlist& netlist,
                                       const std::vector<std::string>& implementations,
                                       RtlMode mode, std::shared_ptr<RtlCounters> counters);

}  // namespace netloom
