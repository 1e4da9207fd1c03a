#pragma once

namespace netloom {

/// Longest latency of a link, and any other delay of the hardware: cycles.
inline constexpr int kLongestLatency = 65535;

}  // namespace netloom
