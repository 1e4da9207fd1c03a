#include "routing/function/dragonfly/olm.h"

#include <memory>

#include "routing/base/error.h"
#include "routing/function/dragonfly/in_transit.h"

namespace netloom {
inline namespace routing {
namespace {

const RoutingFunctionRegistry::Registration kOlm(
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
              return std::make_unique<InTransitRouting>(context, "olm", OlmRule::kLocalVcs,
                                                        OlmRule::kGlobalVcs,
                                                        std::make_shared<OlmRule>());
            },
            "ascending",
            {{"local", OlmRule::kLocalVcs}, {"global", OlmRule::kGlobalVcs}}});

}  // namespace
}  // namespace routing
}  // namespace netloom
