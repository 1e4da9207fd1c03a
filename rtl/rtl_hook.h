#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "routing/base/visible.h"
#include "routing/decision/port_selector.h"
#include "routing/decision/routing_function.h"
#include "routing/decision/switch_arbiters.h"
#include "routing/netlist/netlist.h"
#include "rtl/decision/decision_probe.h"
#include "rtl/decision/rtl_counters.h"
#include "rtl/decision/rtl_mode.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// Which RTL decides in a network.
struct RtlPlan {
  std::vector<std::string> implementations;  ///< names in the RtlBlockRegistry; one per block
  RtlMode mode = RtlMode::kShadow;
  std::uint64_t seed = 1;  ///< of the run: with the switch's number, of what RTL leaves open
  DecisionProbe* probe = nullptr;  ///< is shown the decisions; outlives what is made; null: nobody
};

/// What RoutingContext::hooks has to be so that those implementations of the plan that decide about
/// ports or virtual channels, or count traffic, do so in the switches. Without any the hook is
/// empty: the packet path has no trace of it.
///
/// The netlist, of which the switches' names are taken, and the counters outlive the hooks and what
/// they make. `counters` count all switches' decisions and can be read at any time.
///
/// Error: an unknown implementation; two of one block. Calling a hook is an Error if one of them
/// does not make the routing function's decision; it says what the block fits.
DecisionHooks make_decision_hooks(const Netlist& netlist, const RtlPlan& plan,
                                  RtlCounters& counters);

/// The same for those that select: what the network is made with.
///
/// Error: also a selection, or switches, that the block does not fit; calling the hook, if the
/// switch has too many channels.
PortSelectorHook make_port_selector_hook(const Netlist& netlist, const std::string& selection,
                                         const RtlPlan& plan, RtlCounters& counters);

/// The same for those that arbitrate, in switches with this kind of arbiter. `by_channel`: see
/// ArbiterStraps.
SwitchArbitersHook make_arbiters_hook(const Netlist& netlist, ArbiterKind kind, bool by_channel,
                                      const RtlPlan& plan, RtlCounters& counters);

}  // namespace rtl
}  // namespace netloom
