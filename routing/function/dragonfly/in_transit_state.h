#pragma once

#include <cstdint>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// The local hops that a packet has taken in the group it is in.
enum class LocalHops : std::uint8_t { kNone, kMinimal, kMisrouted, kBeforeGlobal };

/// The header state of in-transit adaptive routing: bits 0-1 the number of global hops, bits 2-3
/// the local hops in this group.
struct InTransitState {
  int global_hops = 0;
  LocalHops local_hops = LocalHops::kNone;

  static InTransitState of(std::uint32_t state) {
    return {static_cast<int>(state & 3), static_cast<LocalHops>(state >> 2 & 3)};
  }
  std::uint16_t packed() const {
    return static_cast<std::uint16_t>(static_cast<unsigned>(global_hops) |
                                      static_cast<unsigned>(local_hops) << 2);
  }
};

}  // namespace routing
}  // namespace netloom
