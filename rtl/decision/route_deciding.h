#pragma once

#include <string>

#include "routing/decision/route_decision.h"
#include "rtl/decision/refereed.h"

namespace netloom {
inline namespace rtl {

/// Which ports a head may take, and which virtual channels there.
struct RouteDeciding {
  using Made = RouteDecision;
  using Query = RouteQuery;
  using Answer = Routed;

  static Answer ask(RouteDecision& decision, const RouteQuery& head) {
    return decision.route(head);
  }
  static Cycle cycle(const RouteQuery& head) { return head.cycle; }
  static std::string difference(const Compared<RouteDeciding>& compared);
  static std::string no_answer(const RtlIdentity& /*rtl*/, const RouteQuery& /*head*/,
                               const Routed& /*routed*/) {
    return {};
  }
  static bool silent(const Routed& routed) {
    return routed.ports == Routed().ports || routed.vcs == 0;
  }
  static constexpr bool kShown = true;
  static void show(DecisionProbe& probe, SwitchId id, DecisionProbe::Side side,
                   const RouteQuery& head, const Routed& routed) {
    probe.decided_route(id, side, head, routed);
  }
  static constexpr bool kExplains = false;
};

class RefereedRoute final : public Refereed<RouteDeciding> {
 public:
  using Refereed::Refereed;

  Routed route(const RouteQuery& head) override { return decide(head); }
};

}  // namespace rtl
}  // namespace netloom
