#pragma once

#include <memory>
#include <vector>

#include "routing/decision/routing_function.h"

namespace netloom {
inline namespace routing {

/// The routers of all switches with their registers written, as the fabric manager leaves them
/// before the first packet: what the whole-network checks ask. `context` is what the routing
/// function was made from.
/// Error: the program names a register that the switches do not have.
std::vector<std::unique_ptr<SwitchRouter>> programmed_routers(const RoutingContext& context,
                                                              RoutingFunction& routing);

}  // namespace routing
}  // namespace netloom
