#include "routing/function/tree/deterministic_tree.h"

namespace netloom {
inline namespace routing {
namespace {

const RoutingFunctionRegistry::Registration kDestroNonminimal(
    "destro_nonminimal", {"destro with all packets going up to the last stage",
                          {},
                          "ff",
                          [](const RoutingContext& context) {
                            return make_arithmetic_routing(context, "destro_nonminimal",
                                                           DestroPorts::Ascent::kByDestination,
                                                           DestroPorts::Turn::kLastStage);
                          }});

}  // namespace
}  // namespace routing
}  // namespace netloom
