#include "routing/function/tree/deterministic_tree.h"

namespace netloom {
inline namespace routing {
namespace {

const RoutingFunctionRegistry::Registration kDetLin(
    "det_lin",
    deterministic_entry("det_lin", DestroPorts::Ascent::kBySource,
                        "deterministic routing in fat-trees, up by the digits of the source"));

}  // namespace
}  // namespace routing
}  // namespace netloom
