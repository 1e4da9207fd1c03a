#include <algorithm>
#include <memory>

#include "routing/error.h"
#include "routing/function/in_transit.h"

namespace netloom {
namespace {

/// Opportunistic Local Misrouting: minimal and Valiant hops on ascending VCs, which are the escape;
/// a local hop off them on a VC no higher than that on which the packet is, so that the escape
/// remains. Needs room for the whole packet.
/// Source: 000_5cb3f9ee92c18d46.txt, section III-C.
class OlmRule final : public InTransitRule {
 public:
  std::uint64_t global_vcs(const InTransitPlace& place) const override {
    return only_vc((place.rank + 1) / 2);  // the lowest with 2 · VC + 1 > rank
  }
  std::uint64_t minimal_local_vcs(const InTransitPlace& place) const override {
    return only_vc((place.rank + 2) / 2);  // the lowest with 2 · VC > rank
  }
  std::uint64_t misrouted_local_vcs(const InTransitPlace& place) const override {
    // Those with 2 · VC <= rank; at injection the lowest.
    return (only_vc(std::max(place.rank, 0) / 2) << 1) - 1;
  }
  bool escapes_by_misrouting() const override { return false; }
};

const RoutingFunctionRegistry::Registration kRegistration(
    "olm", {"Opportunistic Local Misrouting: in-transit adaptive routing in dragonflies, 3/2 VCs",
            in_transit_parameters(),
            "random",
            [](const RoutingContext& context) {
              if (context.wormhole) {
                throw Error(
                    "routing function 'olm' needs room for whole packets when it misroutes, which "
                    "wormhole does not provide: a packet that holds channels of both its escape "
                    "and a misrouted hop can block in a circle; allowed: vct, store_and_forward");
              }
              return std::make_unique<InTransitRouting>(context, "olm", 3, 2,
                                                        std::make_shared<OlmRule>());
            },
            false,
            "ascending",
            {{"local", 3}, {"global", 2}}});

}  // namespace
}  // namespace netloom
