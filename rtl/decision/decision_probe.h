#pragma once

#include <cstdint>

#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/decision/port_selector.h"
#include "routing/decision/route_decision.h"
#include "routing/decision/routing_function.h"
#include "routing/decision/vc_decision.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// Is shown what RTL blocks and the models beside them are asked, and what they answer, for
/// waveforms. In replace mode the model answers too, for the probe only.
class DecisionProbe {
 public:
  enum class Side : std::uint8_t { kModel, kRtl };

  virtual ~DecisionProbe() = default;

  /// Whether it wants to see this switch; others are left without any trace of it.
  virtual bool wants(SwitchId switch_id) const = 0;
  /// The allowed ports of a head, as PortMatcher::match says.
  virtual void matched(SwitchId switch_id, Side side, const RouteQuery& query,
                       const std::uint64_t* ports) = 0;
  /// The VCs of a hop, as VcDecision::vcs says.
  virtual void decided_vcs(SwitchId switch_id, Side side, const RouteQuery& head, const VcHop& hop,
                           std::uint64_t vcs) = 0;
  /// Where a head may go on, as RouteDecision::route says.
  virtual void decided_route(SwitchId switch_id, Side side, const RouteQuery& head,
                             const Routed& routed) = 0;
  /// What a PortSelector selects.
  virtual void selected(SwitchId switch_id, Side side, const SelectionQuery& query,
                        int channel) = 0;
};

}  // namespace rtl
}  // namespace netloom
