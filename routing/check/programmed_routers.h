#pragma once

#include <memory>
#include <string>
#include <vector>

#include "routing/function/routing_function.h"

namespace netloom {

/// The routers of all switches with their registers written, as the fabric manager leaves them
/// before the first packet: what the whole-network checks ask. `function` is the registered name of
/// the routing function, `context` what it was made from.
/// Error: the program names a register that switches with this function do not have.
std::vector<std::unique_ptr<SwitchRouter>> programmed_routers(const RoutingContext& context,
                                                              RoutingFunction& routing,
                                                              const std::string& function);

}  // namespace netloom
