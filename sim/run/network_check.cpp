#include "sim/run/network_check.h"

#include <set>
#include <string>

#include "routing/base/error.h"
#include "routing/davc/davc_routing.h"
#include "routing/decision/class_routing.h"

namespace netloom {
inline namespace sim {

std::optional<VcNeed> vc_need_of(const Config& config, RoutingFunction& routing) {
  if (!config.davc) return std::nullopt;
  return davc_vc_need(dynamic_cast<DavcRouting&>(inner_of_classes(routing)));
}

std::string too_few_text(const Config& config, const VcNeed& need) {
  return too_few_vcs(within_class(routing_context(config)), need);
}

bool has_too_few(const Config& config, const VcNeed& need) {
  return !too_few_text(config, need).empty();
}

bool refuses_too_few_vcs(const Config& config) {
  return config.davc && !config.davc->clamp;
}

void require_enough_vcs(LoadedConfig& loaded) {
  const Config& config = loaded.config();
  if (!refuses_too_few_vcs(config)) return;
  const VcNeed need = vc_need_of(config, loaded.routing()).value();
  const std::string problem = too_few_text(config, need);
  if (!problem.empty()) throw Error(config.vcs_place + problem);
}

ConnectivityReport connectivity_of(const Config& config, RoutingFunction& routing,
                                   const std::function<void()>& destination_done) {
  ConnectivityOptions options;
  options.injection_vcs = config.network.nic.injection_vcs;
  options.destination_done = destination_done;
  return check_connectivity(routing_context(config), routing, options);
}

AnsweringHosts answering_hosts(const Config& config) {
  std::set<NodeId> hosts;
  if (config.tlm.requests > 0) {
    for (const AddressRange& range : config.tlm.map) hosts.insert(range.host);
  }
  return {hosts.begin(), hosts.end()};
}

DeadlockReport deadlock_of(const Config& config, RoutingFunction& routing,
                           const std::function<void()>& destination_done) {
  return check_deadlock(routing_context(config), routing, config.network.nic.injection_vcs,
                        destination_done, answering_hosts(config));
}

}  // namespace sim
}  // namespace netloom
