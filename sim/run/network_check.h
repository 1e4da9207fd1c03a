#pragma once

#include <functional>
#include <optional>
#include <string>

#include "routing/check/connectivity.h"
#include "routing/check/deadlock.h"
#include "routing/check/vc_need.h"
#include "sim/config/config.h"
#include "sim/config/loaded_config.h"

namespace netloom {
inline namespace sim {

// What can be said about a configuration's routing without simulating it: each of these is one part
// of `netloom check`. `routing` is the configuration's, from make_routing().

/// The VCs that packets need with the VC policy davc; none with another policy.
std::optional<VcNeed> vc_need_of(const Config& config, RoutingFunction& routing);

/// Which VCs packets could come to need that there are not, in a message class; empty: none.
std::string too_few_text(const Config& config, const VcNeed& need);
/// Whether there are any.
bool has_too_few(const Config& config, const VcNeed& need);

/// Whether a run is refused if there are: with policy davc, unless it clamps. (Other policies see
/// to that when the routing function is made.)
bool refuses_too_few_vcs(const Config& config);

/// Error where a run is refused, beginning with Config::vcs_place, with the number needed and a
/// path that needs it.
void require_enough_vcs(LoadedConfig& loaded);

/// Those that take a limited number of requests (tlm.requests): all to which an address leads.
AnsweringHosts answering_hosts(const Config& config);

/// `destination_done`, if there is one, is called after each destination.
ConnectivityReport connectivity_of(const Config& config, RoutingFunction& routing,
                                   const std::function<void()>& destination_done = {});
DeadlockReport deadlock_of(const Config& config, RoutingFunction& routing,
                           const std::function<void()>& destination_done = {});

}  // namespace sim
}  // namespace netloom
