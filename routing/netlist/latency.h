#pragma once

namespace netloom {
inline namespace routing {

/// Longest latency of a link, and any other delay of the hardware: cycles.
inline constexpr int kLongestLatency = 65535;

}  // namespace routing
}  // namespace netloom
