#pragma once

#include "sim/config/schema.h"

namespace netloom {
inline namespace sim {

/// Keys of an experiment's definition.
const MapSchema& experiment_schema();

}  // namespace sim
}  // namespace netloom
