#include <memory>

#include "routing/function/dragonfly/ugal.h"

namespace netloom {
inline namespace routing {
namespace {

const RoutingFunctionRegistry::Registration kUgalL(
    "ugal_l", {"UGAL-L in dragonflies: minimal or Valiant, by the queues of the source switch",
               ugal_parameters(),
               "ff",
               [](const RoutingContext& context) {
                 return std::make_unique<LocalUgalRouting>(context, "ugal_l",
                                                           valiant_rules(context.parameters));
               },
               "ascending",
               {},
               ugal_vcs});

}  // namespace
}  // namespace routing
}  // namespace netloom
