#pragma once

#include <functional>
#include <string>

#include "hw/network/switch_hooks.h"
#include "routing/base/visible.h"
#include "routing/decision/routing_function.h"
#include "routing/netlist/netlist.h"
#include "rtl/view/switch_kind.h"
#include "rtl/view/switch_route.h"
#include "rtl/view/switch_straps.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// What the RTL views of a network are made from.
struct RtlViewPlan {
  const Netlist* netlist = nullptr;  ///< outlives the hook
  std::string function;              ///< `routing.function`
  std::string selection;             ///< `routing.selection`
  std::string vc_policy;             ///< `routing.vcs.policy`
  RoutingMaker make_routing;         ///< asked once, and not again afterwards
  VcCounts vcs;                      ///< per link kind
  /// Makes the model of a switch, in the memory of the arena.
  std::function<SwitchModelPtr(const SwitchPlan& plan, structural::Clock& clock, Arena& arena,
                               const SwitchKind& kind, const SwitchStraps& straps)>
      make;
};

/// Makes switches of the RTL view: says what each is elaborated with.
RtlViewHook make_rtl_view_hook(const RtlViewPlan& plan);

}  // namespace rtl
}  // namespace netloom
