#pragma once

#include <cstdint>
#include <string>

#include "routing/decision/vc_decision.h"
#include "rtl/decision/refereed.h"

namespace netloom {
inline namespace rtl {

/// Which virtual channels a head may take.
struct VcDeciding {
  using Made = VcDecision;
  struct Query {
    const RouteQuery& head;
    const VcHop& hop;
    const VcDecision& model;
  };
  using Answer = std::uint64_t;

  static Answer ask(VcDecision& decision, const Query& query) {
    return decision.vcs(query.head, query.hop);
  }
  static Cycle cycle(const Query& query) { return query.head.cycle; }
  static std::string difference(const Compared<VcDeciding>& compared);
  /// It names a VC that the output port does not have.
  static std::string no_answer(const RtlIdentity& rtl, const Query& query, Answer vcs);
  static bool silent(Answer vcs) { return vcs == 0; }
  static constexpr bool kShown = true;
  static void show(DecisionProbe& probe, SwitchId id, DecisionProbe::Side side, const Query& query,
                   Answer vcs) {
    probe.decided_vcs(id, side, query.head, query.hop, vcs);
  }
  static constexpr bool kKeepsModel = true;
};

class RefereedVcDecision final : public Refereed<VcDeciding> {
 public:
  using Refereed::Refereed;

  std::uint64_t vcs(const RouteQuery& head, const VcHop& hop) override {
    return decide({head, hop, reference()});
  }
  std::string explain(const RouteQuery& head, const VcHop& hop,
                      const RegisterFile& registers) const override {
    return reference().explain(head, hop, registers);
  }
};

}  // namespace rtl
}  // namespace netloom
