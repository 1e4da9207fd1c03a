#pragma once

#include <cstdint>

#include "routing/base/visible.h"
#include "routing/function/dragonfly/local_misrouting.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Where a packet is on its way through a dragonfly, as far as virtual channels depend on it.
struct InTransitPlace {
  int global_hops = 0;  ///< taken so far
  int local_hops = 0;   ///< taken in this group
  /// Rank of the VC it is on, in the order l1 < g1 < l2 < g2 < …: 2 · VC for local VCs counted
  /// from 0, 2 · VC + 1 for global ones; -1 on an injection VC.
  int rank = -1;
};

/// What in-transit adaptive routing functions differ in: the VCs of the hops, and the pairs of
/// local hops that are allowed. VCs are returned as bit masks, bit v for VC v; no VC: the hop is
/// not allowed here.
class InTransitRule {
 public:
  virtual ~InTransitRule() = default;

  virtual std::uint64_t global_vcs(const InTransitPlace& place) const = 0;
  /// Of a local hop on the minimal path.
  virtual std::uint64_t minimal_local_vcs(const InTransitPlace& place) const = 0;
  /// Of a local hop off it.
  virtual std::uint64_t misrouted_local_vcs(const InTransitPlace& place) const = 0;
  /// How the VCs are assigned, in words, for explanations.
  virtual const char* summary() const = 0;
  /// Pairs of local hops in one group.
  virtual LocalRestriction local_restriction() const { return LocalRestriction::kNone; }
  /// Whether hops off the minimal path inside a group belong to the escape subfunction.
  virtual bool escapes_by_misrouting() const { return true; }
};

/// Mask of one VC.
inline std::uint64_t only_vc(int vc) {
  return std::uint64_t{1} << vc;
}

}  // namespace routing
}  // namespace netloom
