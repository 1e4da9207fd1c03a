#pragma once

#include <algorithm>
#include <cstdint>

#include "routing/base/visible.h"
#include "routing/function/dragonfly/in_transit_rule.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Opportunistic Local Misrouting: minimal and Valiant hops on ascending VCs, which are the escape;
/// a local hop off them on a VC no higher than that on which the packet is, so that the escape
/// remains. Needs room for the whole packet.
/// Source: [RLM-OLM 2013], section III-C.
class OlmRule final : public InTransitRule {
 public:
  static constexpr int kLocalVcs = 3;
  static constexpr int kGlobalVcs = 2;

  std::uint64_t global_vcs(const InTransitPlace& place) const override {
    return only_vc((place.rank + 1) / 2) & kAllGlobal;  // the lowest with 2 · VC + 1 > rank
  }
  std::uint64_t minimal_local_vcs(const InTransitPlace& place) const override {
    return only_vc((place.rank + 2) / 2) & kAllLocal;  // the lowest with 2 · VC > rank
  }
  std::uint64_t misrouted_local_vcs(const InTransitPlace& place) const override {
    // Those with 2 · VC <= rank; at injection the lowest.
    return ((only_vc(std::max(place.rank, 0) / 2) << 1) - 1) & kAllLocal;
  }
  const char* summary() const override {
    return "OLM: the lowest higher VC, misrouted local hops on one no higher";
  }
  bool escapes_by_misrouting() const override { return false; }

 private:
  static constexpr std::uint64_t kAllLocal = (1 << kLocalVcs) - 1;
  static constexpr std::uint64_t kAllGlobal = (1 << kGlobalVcs) - 1;
};

}  // namespace routing
}  // namespace netloom
