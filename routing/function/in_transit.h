#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "routing/dragonfly_of.h"
#include "routing/function/routing_function.h"
#include "routing/local_misrouting.h"
#include "routing/topology/dragonfly.h"
#include "routing/types.h"

namespace netloom {

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
  /// Of positions in a group: the hops from -> via -> to.
  virtual bool allowed(int /*from*/, int /*via*/, int /*to*/) const { return true; }
  /// Whether hops off the minimal path inside a group belong to the escape subfunction.
  virtual bool escapes_by_misrouting() const { return true; }
};

/// In-transit adaptive routing in dragonflies: minimal (l-g-l) unless the trigger says otherwise,
/// with local and global misrouting on the way. Paths are at most l-l-g-l-l-g-l-l.
///
/// - Global misrouting, to any group, in the source group only, by a global port of the source
///   switch, or after a first minimal local hop by one of that switch, or by one more local hop
///   that a global one has to follow. Not for packets that stay in their group.
/// - Local misrouting once in each group, before a minimal local hop; in the source group then
///   without global misrouting.
///
/// The header state has the number of global hops (bits 0-1) and the local hops in this group (bits
/// 2-3: none, a minimal one, a misrouted one, one that a global hop has to follow).
/// Source: 000_5cb3f9ee92c18d46.txt, section III.
class InTransitRouting final : public RoutingFunction {
 public:
  /// `function`: its name; `vcs`: what it needs at least. Error: not a dragonfly, or too few VCs.
  InTransitRouting(const RoutingContext& context, const std::string& function, int local_vcs,
                   int global_vcs, std::shared_ptr<const InTransitRule> rule);

  std::unique_ptr<SwitchRouter> make_router(SwitchId switch_id) override;
  RegisterSet register_set() const override { return RegisterSet::kMisrouting; }
  std::vector<RegisterWrite> register_program(SwitchId switch_id) const override;
  bool in_order() const override { return false; }
  bool depends_on_source() const override { return false; }

 private:
  std::shared_ptr<const Dragonfly> topology_;
  DragonflyVcs vcs_;
  std::shared_ptr<const InTransitRule> rule_;
  MisroutingTrigger trigger_;
};

/// Parameters that every function of this kind has: misrouting, threshold.
std::vector<Parameter> in_transit_parameters();

/// Mask of one VC.
inline std::uint64_t only_vc(int vc) {
  return std::uint64_t{1} << vc;
}

}  // namespace netloom
