#include <memory>

#include "routing/function/dragonfly/in_transit.h"

namespace netloom {
inline namespace routing {
namespace {

/// PAR-6/2: a VC of its own for each hop of the longest path, l1-l2-g1-l3-l4-g2-l5-l6.
/// Source: [RLM-OLM 2013], section III-A.
class Par62Rule final : public InTransitRule {
 public:
  std::uint64_t global_vcs(const InTransitPlace& place) const override {
    return only_vc(place.global_hops);
  }
  std::uint64_t minimal_local_vcs(const InTransitPlace& place) const override {
    return only_vc(2 * place.global_hops + place.local_hops);
  }
  std::uint64_t misrouted_local_vcs(const InTransitPlace& place) const override {
    return minimal_local_vcs(place);
  }
  const char* summary() const override { return "PAR-6/2: a VC of its own for each hop"; }
};

const RoutingFunctionRegistry::Registration kPar62(
    "par62", {"PAR-6/2: in-transit adaptive routing in dragonflies, with as many VCs as hops",
              in_transit_parameters(),
              "random",
              [](const RoutingContext& context) {
                return std::make_unique<InTransitRouting>(context, "par62", 6, 2,
                                                          std::make_shared<Par62Rule>());
              },
              "ascending",
              {{"local", 6}, {"global", 2}}});

}  // namespace
}  // namespace routing
}  // namespace netloom
