#pragma once

#include "sim/config/schema.h"

namespace netloom {

/// Keys of an experiment's definition.
const MapSchema& experiment_schema();

}  // namespace netloom
