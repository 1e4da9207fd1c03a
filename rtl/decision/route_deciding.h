#pragma once

#include <string>

#include "routing/decision/route_decision.h"
#include "rtl/decision/refereed.h"

namespace netloom {
inline namespace rtl {

/// Which ports a head may take, and which virtual channels there.
struct RouteDeciding {
  using Made = RouteDecision;
  struct Query {
    const RouteQuery& head;
    const RouteDecision& model;
  };
  using Answer = Routed;

  static Answer ask(RouteDecision& decision, const Query& query) {
    return decision.route(query.head);
  }
  static Cycle cycle(const Query& query) { return query.head.cycle; }
  static std::string difference(const Compared<RouteDeciding>& compared);
  /// It names a port that the switch does not have, one without any of the VCs, or a VC that none
  /// of the ports has.
  static std::string no_answer(const RtlIdentity& rtl, const Query& query, const Routed& routed);
  static bool silent(const Routed& routed) {
    return routed.ports == Routed().ports || routed.vcs == 0;
  }
  static constexpr bool kShown = true;
  static void show(DecisionProbe& probe, SwitchId id, DecisionProbe::Side side, const Query& query,
                   const Routed& routed) {
    probe.decided_route(id, side, query.head, routed);
  }
  static constexpr bool kKeepsModel = true;
};

class RefereedRoute final : public Refereed<RouteDeciding> {
 public:
  using Refereed::Refereed;

  Routed route(const RouteQuery& head) override { return decide({head, reference()}); }
};

}  // namespace rtl
}  // namespace netloom
