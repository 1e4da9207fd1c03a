#include "routing/function/dragonfly/traffic_routing.h"
#include "routing/function/dragonfly/ugal.h"

namespace netloom {
inline namespace routing {
namespace {

const RoutingFunctionRegistry::Registration kTpr(
    "tpr", {"Traffic Pattern-based adaptive Routing in dragonflies: UGAL-L with thresholds by "
            "counters of injected traffic",
            traffic_parameters(),
            "ff",
            [](const RoutingContext& context) {
              return make_traffic_routing(context, "tpr", valiant_rules(context.parameters), false);
            },
            "ascending",
            {},
            ugal_vcs});

}  // namespace
}  // namespace routing
}  // namespace netloom
