#pragma once

#include <cstdint>

#include "routing/base/random.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// Whether an output port of a switch starts no flit in a cycle, for tests
/// (SimulationConfig::stall_probability).
inline bool stalls(double probability, std::uint64_t seed, SwitchId id, int port, Cycle now) {
  const std::uint64_t hash = Random::mix(
      Random::mix(seed ^ std::uint64_t{id} << 32 ^ static_cast<std::uint64_t>(port)) + now);
  return static_cast<double>(hash >> 11) * 0x1p-53 < probability;
}

}  // namespace hw
}  // namespace netloom
