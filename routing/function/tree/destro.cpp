#include "routing/function/tree/deterministic_tree.h"

namespace netloom {
inline namespace routing {
namespace {

const RoutingFunctionRegistry::Registration kDestro(
    "destro",
    deterministic_entry("destro", DestroPorts::Ascent::kByDestination,
                        "deterministic routing in fat-trees, up by the digits of the destination"));

}  // namespace
}  // namespace routing
}  // namespace netloom
