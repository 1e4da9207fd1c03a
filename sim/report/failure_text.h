#pragma once

#include <string>

#include "sim/sweep/sweep.h"

namespace netloom {
inline namespace sim {

/// One line about a point of a series that failed, as failure_text() of sim/run/point.h. Behind a
/// livelock the command that shows the packet's way, if the configuration is a file.
std::string failure_text(const Series& series, const Json& point);

}  // namespace sim
}  // namespace netloom
