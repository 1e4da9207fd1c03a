#pragma once

#include <memory>
#include <string>

#include "routing/base/visible.h"
#include "routing/decision/routing_function.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// The registered routing function of that name, with the VC policy of the context: what a network
/// is made from. With the policy "davc" the function says by which ports packets leave, on VCs of
/// its own, and DAVC puts them on those of the context. With several message classes it runs in
/// each of them, on the VCs of the class. Error: what the function says, or it needs VCs of its
/// own. Making a router is an Error if a hook makes nothing.
std::unique_ptr<RoutingFunction> make_routing_function(const std::string& name,
                                                       RoutingContext context);

}  // namespace routing
}  // namespace netloom
