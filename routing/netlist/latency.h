#pragma once

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Longest latency of a link, and any other delay of the hardware: cycles.
inline constexpr int kLongestLatency = 65535;

}  // namespace routing
}  // namespace netloom
