#pragma once

#include <cstdint>

#include "sim/config/config.h"

namespace netloom {
inline namespace sim {

/// Error, naming the faults, unless the routing function tolerates those that a configuration has
/// before the start of the run with this seed: then packets of some hosts could not arrive.
void require_tolerated(const Config& config, std::uint64_t seed);

}  // namespace sim
}  // namespace netloom
