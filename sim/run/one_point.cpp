#include "sim/run/one_point.h"

namespace netloom {
inline namespace sim {

nlohmann::json resolved_with(const Config& config, const PointRequest& point) {
  nlohmann::json resolved = config.resolved;
  // There is none where every phase of the traffic has its own.
  if (resolved["traffic"].contains("load")) {
    resolved["traffic"]["load"] = nlohmann::json::array({point.load.value()});
  }
  resolved["simulation"]["seeds"] = nlohmann::json::array({point.seed});
  return resolved;
}

void keep_point(Config& config, const PointRequest& point) {
  config.resolved = resolved_with(config, point);
  if (point.load) config.traffic.loads = {*point.load};
  config.run.seeds = {point.seed};
  config.network.simulation.seed = point.seed;
}

}  // namespace sim
}  // namespace netloom
