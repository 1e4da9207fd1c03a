#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "routing/decision/port_matcher.h"
#include "rtl/decision/refereed.h"

namespace netloom {
inline namespace rtl {

/// Which ports a head may take.
struct PortMatching {
  using Made = PortMatcher;
  using Query = RouteQuery;
  using Answer = std::array<std::uint64_t, kMaxPorts / 64>;

  static Answer ask(PortMatcher& matcher, const RouteQuery& query) {
    Answer ports = {};
    matcher.match(query, ports.data());
    return ports;
  }
  static Cycle cycle(const RouteQuery& query) { return query.cycle; }
  static std::string difference(const Compared<PortMatching>& compared);
  static std::string no_answer(const RtlIdentity& /*rtl*/, const RouteQuery& /*query*/,
                               const Answer& /*ports*/) {
    return {};
  }
  static bool silent(const Answer& ports) { return ports == Answer(); }
  static constexpr bool kShown = true;
  static void show(DecisionProbe& probe, SwitchId id, DecisionProbe::Side side,
                   const RouteQuery& query, const Answer& ports) {
    probe.matched(id, side, query, ports.data());
  }
  static constexpr bool kKeepsModel = true;
};

class RefereedPortMatcher final : public Refereed<PortMatching> {
 public:
  using Refereed::Refereed;

  void match(const RouteQuery& query, std::uint64_t* ports) override {
    const PortMatching::Answer answer = decide(query);
    for (std::size_t i = 0; i < answer.size(); ++i) {
      if (answer[i] != 0) ports[i] = answer[i];  // there may be fewer words
    }
  }
  void explain(const RouteQuery& query, const RegisterFile& registers,
               Explanation& explanation) const override {
    reference().explain(query, registers, explanation);
  }
};

}  // namespace rtl
}  // namespace netloom
