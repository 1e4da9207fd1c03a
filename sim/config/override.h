#pragma once

#include "sim/config/config.h"

namespace netloom {
inline namespace sim {

/// Whether nothing is left of an override when a later one follows, which sets the same key or what
/// it is a part of. Error: a key that is none.
bool supersedes(const Override& later, const Override& earlier);

}  // namespace sim
}  // namespace netloom
