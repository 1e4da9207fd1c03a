#pragma once

#include "sim/config/config.h"

namespace netloom {

/// Error, naming the faults, unless the exclusion intervals tolerate those that a configuration has
/// before the start: then packets of some hosts could not arrive.
void require_tolerated(const Config& config);

}  // namespace netloom
