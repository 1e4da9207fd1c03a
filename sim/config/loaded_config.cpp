#include "sim/config/loaded_config.h"

#include <utility>

#include "routing/decision/port_matcher.h"
#include "routing/decision/route_decision.h"
#include "routing/decision/traffic_counters.h"
#include "routing/decision/vc_decision.h"

namespace netloom {
inline namespace sim {

LoadedConfig::LoadedConfig(Config config) : parts_(std::make_unique<Parts>()) {
  parts_->config = std::move(config);
}

/// Those that are tried, and where none are, the models themselves.
DecisionHooks LoadedConfig::hooks() {
  return DecisionHooks::made_by([parts = parts_.get()](auto hook) {
    return [parts, hook](SwitchId id, int ports, auto model) {
      if (parts->tried == nullptr || !(parts->tried->*hook)) return model;
      return (parts->tried->*hook)(id, ports, std::move(model));
    };
  });
}

bool LoadedConfig::names_blocks() const {
  return !config().resolved.at("rtl").at("blocks").empty();
}

RoutingFunction& LoadedConfig::routing() {
  // Routers with hooks are slower, which shows where a whole network is checked.
  if (!parts_->routing) {
    parts_->routing = make_routing(config(), names_blocks() ? hooks() : DecisionHooks());
  }
  return *parts_->routing;
}

RoutingFunction& LoadedConfig::routing_with_hooks() {
  if (names_blocks()) return routing();
  if (!parts_->with_hooks) parts_->with_hooks = make_routing(config(), hooks());
  return *parts_->with_hooks;
}

void LoadedConfig::try_hooks(const DecisionHooks& hooks, SwitchId switch_id) {
  RoutingFunction& function = routing_with_hooks();
  parts_->tried = &hooks;
  try {
    function.make_router(switch_id);
  } catch (...) {
    parts_->tried = nullptr;
    throw;
  }
  parts_->tried = nullptr;
}

void LoadedConfig::drop_routing() {
  parts_->with_hooks.reset();
  parts_->routing.reset();
}

Config LoadedConfig::take() && {
  drop_routing();
  return std::move(parts_->config);
}

}  // namespace sim
}  // namespace netloom
