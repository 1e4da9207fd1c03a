#pragma once

#include <nlohmann/json.hpp>

#include "sim/config/config.h"
#include "sim/run/point.h"

namespace netloom {
inline namespace sim {

/// Config::resolved of a configuration that has one of its points only.
nlohmann::json resolved_with(const Config& config, const PointRequest& point);

/// Leaves a configuration with one of its points only.
void keep_point(Config& config, const PointRequest& point);

}  // namespace sim
}  // namespace netloom
