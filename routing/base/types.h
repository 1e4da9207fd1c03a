#pragma once

#include <cstdint>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// A clock cycle, counted from 0 at the start of a run.
using Cycle = std::uint64_t;

/// Number of a host (a "node" in the papers): 0 … hosts-1, < 2^24.
using NodeId = std::uint32_t;

/// Number of a switch: 0 … switches-1, < 2^16.
using SwitchId = std::uint32_t;

/// Most ports a switch may have.
inline constexpr int kMaxPorts = 256;

/// Most virtual channels a link may have.
inline constexpr int kMaxVirtualChannels = 128;

/// Most virtual channels of a link among which a switch may choose: sets of them are one word.
/// Links can have more where packets stay on the one on which they were injected ("layered").
inline constexpr int kMaxVcChoices = 64;

}  // namespace routing
}  // namespace netloom
