#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "routing/base/types.h"
#include "routing/decision/routing_function.h"
#include "routing/function/dragonfly/ascending_vcs.h"
#include "routing/function/dragonfly/in_transit_rule.h"
#include "routing/function/dragonfly/in_transit_vcs.h"
#include "routing/topology/dragonfly.h"

namespace netloom {
inline namespace routing {

/// In-transit adaptive routing in dragonflies: minimal (l-g-l) unless the trigger says otherwise,
/// with local and global misrouting on the way. Paths are at most l-l-g-l-l-g-l-l.
///
/// - Global misrouting, to any group, in the source group only, by a global port of the source
///   switch, or after a first minimal local hop by one of that switch, or by one more local hop
///   that a global one has to follow. Not for packets that stay in their group.
/// - Local misrouting once in the intermediate and in the destination group, before a minimal local
///   hop; in the source group only for packets that stay there, as others would have to come back
///   to the same global link.
///
/// The header state is an InTransitState. RTL may make two decisions of a switch: the VCs
/// (InTransitVcs), and the local ports of allowed pairs (LocalPairPorts) if the rule restricts
/// them. Source: [RLM-OLM 2013], section III.
class InTransitRouting final : public RoutingFunction {
 public:
  /// `function`: its name; `vcs`: what it needs at least. Error: not a dragonfly, or too few VCs.
  InTransitRouting(const RoutingContext& context, const std::string& function, int local_vcs,
                   int global_vcs, std::shared_ptr<const InTransitRule> rule);

  std::unique_ptr<SwitchRouter> make_router(SwitchId switch_id) override;
  std::string register_set() const override {
    return restricted_ ? "restricted_misrouting" : "misrouting";
  }
  std::vector<RegisterWrite> register_program(SwitchId switch_id) const override;
  std::optional<std::uint32_t> longest_way() const override { return 9; }
  bool in_order() const override { return false; }
  /// "local": longer than minimal, through no third group; "global": through one; "both": and a
  /// local hop more than that takes at most (l-g-l-g-l).
  std::vector<std::string> path_classes() const override {
    return {"minimal", "local", "global", "both"};
  }
  std::size_t path_class(const FinishedPath& path) const override;
  bool depends_on_source() const override { return false; }

 private:
  std::shared_ptr<const Dragonfly> topology_;
  DragonflyVcs vcs_;
  std::shared_ptr<const InTransitRule> rule_;
  std::shared_ptr<const InTransitVcTable> hop_vcs_;
  DecisionHooks hooks_;
  MisroutingTrigger trigger_;  ///< without links
  bool restricted_ = false;    ///< global links are left only while they are congested
};

/// Parameters that every function of this kind has: misrouting, threshold, congestion_factor,
/// congestion_offset.
std::vector<Parameter> in_transit_parameters();

}  // namespace routing
}  // namespace netloom
