#pragma once

#include "routing/base/types.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// How dimension-order routing picks a packet's virtual channel, of V in its class, on a link.
enum class DimensionVcs : std::uint8_t {
  kSingle,  ///< single: VC 0, the only one
  kFree,    ///< free: any, chosen anew at every hop (OODET)
  kIodet,   ///< iodet: iodet_vc()
  kDbbm,    ///< dbbm: dbbm_vc()
  kVoqsw,   ///< voqsw: the port by which the packet will leave the next switch
  kVoqnet,  ///< voqnet: the destination
};

/// In-order deterministic routing: the VC of packets whose destination has this coordinate in the
/// dimension that they travel, modulo `vcs` >= 1.
/// Source: [IODET 2013], section 3.
constexpr int iodet_vc(int coordinate, int vcs) {
  return coordinate % vcs;
}

/// Destination-based buffer management: the whole destination modulo `vcs` >= 1.
/// Source: [IODET 2013], section 3.
constexpr int dbbm_vc(NodeId destination, int vcs) {
  return static_cast<int>(destination % static_cast<NodeId>(vcs));
}

}  // namespace routing
}  // namespace netloom
