#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "routing/base/visible.h"
#include "routing/decision/routing_function.h"
#include "sim/config/config.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// A configuration with the routing function that is made of it: once, when it is first asked for,
/// for all that reads the configuration or says something about it. (The switches of a run have one
/// of their own, see Fabric.)
class LoadedConfig {
 public:
  explicit LoadedConfig(Config config = {});

  const Config& config() const { return parts_->config; }
  /// For those who read it. What the routing function is made from stays as it is once there is
  /// one.
  Config& config() { return parts_->config; }

  /// Error: as make_routing().
  RoutingFunction& routing();
  /// That routing function, or nullptr if nobody has asked for it.
  const RoutingFunction* made_routing() const { return parts_->routing.get(); }

  /// Has the routing function make the router of a switch in which `hooks` decide. Error: theirs,
  /// and as make_routing().
  void try_hooks(const DecisionHooks& hooks, SwitchId switch_id);

  /// Whoever asks for the routing function later has another one made.
  void drop_routing();
  /// The configuration alone; the routing function goes.
  Config take() &&;

 private:
  /// The routing functions refer to the others, which therefore do not move.
  struct Parts {
    Config config;
    const DecisionHooks* tried = nullptr;
    std::unique_ptr<RoutingFunction> routing;
    std::unique_ptr<RoutingFunction> with_hooks;  ///< if it is not `routing`
  };

  bool names_blocks() const;
  DecisionHooks hooks();
  RoutingFunction& routing_with_hooks();

  std::unique_ptr<Parts> parts_;
};

/// Which routing functions are made when a configuration is read, so that what only they can say is
/// an error then. One with tables is not, in a large network.
enum class RoutingTrial { kAll, kWithoutTables };

/// As load_config() and parse_config(), which leave the routing function away.
LoadedConfig load_with_routing(const std::string& path, const std::vector<Override>& overrides = {},
                               TrafficSection traffic = TrafficSection::kRequired);
LoadedConfig parse_with_routing(const std::string& text, const std::string& name,
                                const std::string& directory,
                                const std::vector<Override>& overrides = {},
                                TrafficSection traffic = TrafficSection::kRequired,
                                RoutingTrial trial = RoutingTrial::kAll);

/// Config::resolved of the configuration that was read last, for a report about a mistake in
/// Netloom; null before there is any, and while one is read.
const nlohmann::json& last_resolved();

}  // namespace sim
}  // namespace netloom
