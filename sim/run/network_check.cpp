#include "sim/run/network_check.h"

#include <string>

#include "routing/base/error.h"
#include "routing/davc/davc_routing.h"

namespace netloom {
inline namespace sim {

std::optional<VcNeed> vc_need_of(const Config& config, RoutingFunction& routing) {
  if (!config.davc) return std::nullopt;
  return davc_vc_need(dynamic_cast<DavcRouting&>(routing));
}

bool has_too_few(const Config& config, const VcNeed& need) {
  return !too_few_vcs(routing_context(config), need).empty();
}

bool refuses_too_few_vcs(const Config& config) {
  return config.davc && !config.davc->clamp;
}

void require_enough_vcs(LoadedConfig& loaded) {
  const Config& config = loaded.config();
  if (!refuses_too_few_vcs(config)) return;
  const VcNeed need = vc_need_of(config, loaded.routing()).value();
  const std::string problem = too_few_vcs(routing_context(config), need);
  if (!problem.empty()) throw Error(config.vcs_place + problem);
}

ConnectivityReport connectivity_of(const Config& config, RoutingFunction& routing,
                                   const std::function<void()>& destination_done) {
  ConnectivityOptions options;
  options.injection_vcs = config.network.nic.injection_vcs;
  options.destination_done = destination_done;
  return check_connectivity(routing_context(config), routing, options);
}

DeadlockReport deadlock_of(const Config& config, RoutingFunction& routing,
                           const std::function<void()>& destination_done) {
  return check_deadlock(routing_context(config), routing, config.network.nic.injection_vcs,
                        destination_done);
}

}  // namespace sim
}  // namespace netloom
