#pragma once

#include <string>

#include "routing/decision/switch_arbiters.h"
#include "rtl/decision/refereed.h"

namespace netloom {
inline namespace rtl {

/// Which of several channels an arbiter grants.
struct Arbitrating {
  using Made = SwitchArbiters;
  using Query = ArbitrationQuery;
  using Answer = int;

  static int ask(SwitchArbiters& arbiters, const ArbitrationQuery& query) {
    return arbiters.grant(query);
  }
  static Cycle cycle(const ArbitrationQuery& query) { return query.cycle; }
  static std::string difference(const Compared<Arbitrating>& compared);
  static std::string no_answer(const RtlIdentity& rtl, const ArbitrationQuery& query, int channel);
  static bool silent(int /*channel*/) { return false; }
  static constexpr bool kShown = false;
  static void show(DecisionProbe& /*probe*/, SwitchId /*id*/, DecisionProbe::Side /*side*/,
                   const ArbitrationQuery& /*query*/, int /*channel*/) {}
  static constexpr bool kKeepsModel = false;
};

class RefereedArbiters final : public Refereed<Arbitrating> {
 public:
  using Refereed::Refereed;

  int grant(const ArbitrationQuery& query) override { return decide(query); }
  void used(ArbiterPlace place, int arbiter, int channel) override {
    tell([&](SwitchArbiters& arbiters) { arbiters.used(place, arbiter, channel); });
  }
};

}  // namespace rtl
}  // namespace netloom
