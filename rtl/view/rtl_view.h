#pragma once

#include <functional>
#include <string>

#include "hw/network/switch_hooks.h"
#include "routing/decision/routing_function.h"
#include "routing/netlist/netlist.h"
#include "rtl/loadable/block_object.h"
#include "rtl/view/switch_kind.h"
#include "rtl/view/switch_route.h"

namespace netloom {
inline namespace rtl {

/// What the RTL views of a network are made from.
struct RtlViewPlan {
  const Netlist* netlist = nullptr;  ///< outlives the hook
  std::string function;              ///< `routing.function`
  std::string selection;             ///< `routing.selection`
  std::string vc_policy;             ///< `routing.vcs.policy`
  RoutingMaker make_routing;         ///< asked once, and not again afterwards
  VcCounts vcs;                      ///< per link kind
  bool lockstep = false;             ///< the structural view decides, and the RTL is beside it
  /// The shared object of a kind of switch, which is asked for once.
  std::function<SharedBlock(const SwitchKind& kind)> object;
};

/// Makes switches in RTL.
RtlViewHook make_rtl_view_hook(const RtlViewPlan& plan);

}  // namespace rtl
}  // namespace netloom
