#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/config/config.h"

namespace netloom {
inline namespace sim {

/// Error, naming the faults, unless the routing function tolerates those that a configuration has
/// before the start of the run with this seed: then packets of some hosts could not arrive.
void require_tolerated(const Config& config, std::uint64_t seed);

/// The name of the first fault of the run with this seed with which all that has failed by then is
/// not tolerated by the registers, or takes a switch all its links down, so that packets may be
/// left without a way; none: there is none. Of configurations with emergency paths.
std::optional<std::string> leaves_no_way(const Config& config, std::uint64_t seed);

}  // namespace sim
}  // namespace netloom
