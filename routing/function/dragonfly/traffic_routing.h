#pragma once

#include <memory>
#include <string>
#include <vector>

#include "routing/decision/routing_function.h"
#include "routing/function/dragonfly/valiant_rules.h"

namespace netloom {
inline namespace routing {

/// UGAL with traffic counters: TPR, and LIA where they are extended. Error: as ValiantRouting; the
/// window is no multiple of its buckets, a counter would be too wide, or the arrangement of global
/// links is one on which extended counters do not rest.
std::unique_ptr<RoutingFunction> make_traffic_routing(const RoutingContext& context,
                                                      const std::string& function,
                                                      const ValiantRules& rules, bool extended);

/// Parameters of both.
std::vector<Parameter> traffic_parameters();

}  // namespace routing
}  // namespace netloom
