#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "routing/base/visible.h"
#include "routing/decision/vc_decision.h"
#include "routing/function/dragonfly/in_transit_rule.h"
#include "routing/function/dragonfly/in_transit_state.h"
#include "routing/topology/dragonfly.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

inline InTransitPlace in_transit_place(const Dragonfly& topology, const RouteQuery& query) {
  const InTransitState state = InTransitState::of(query.state);
  InTransitPlace place;
  place.global_hops = state.global_hops;
  place.local_hops = state.local_hops == LocalHops::kNone ? 0 : 1;
  if (topology.is_local_port(query.input_port)) {
    place.rank = 2 * query.input_vc;
  } else if (topology.is_global_port(query.input_port)) {
    place.rank = 2 * query.input_vc + 1;
  }
  return place;
}

/// The VCs that a rule gives to the hops from a place on, as bit masks.
struct InTransitHopVcs {
  std::uint64_t global = 0;
  std::uint64_t minimal_local = 0;
  std::uint64_t misrouted_local = 0;
};

/// Those of all places that a packet can be at, in one table that the switches share.
class InTransitVcTable {
 public:
  /// `vcs`: the most of a link between switches.
  InTransitVcTable(const InTransitRule& rule, int vcs) : rows_(index({0, 0, 2 * vcs})) {
    for (int rank = -1; rank < 2 * vcs; ++rank) {
      for (int global_hops = 0; global_hops < kGlobalHops; ++global_hops) {
        for (int local_hops = 0; local_hops < kLocalHops; ++local_hops) {
          const InTransitPlace place{global_hops, local_hops, rank};
          rows_[index(place)] = {rule.global_vcs(place), rule.minimal_local_vcs(place),
                                 rule.misrouted_local_vcs(place)};
        }
      }
    }
  }

  const InTransitHopVcs& of(const InTransitPlace& place) const { return rows_[index(place)]; }

 private:
  static constexpr int kGlobalHops = 4;  // as InTransitState has them
  static constexpr int kLocalHops = 2;

  static std::size_t index(const InTransitPlace& place) {
    return static_cast<std::size_t>(
        ((place.rank + 1) * kGlobalHops + place.global_hops) * kLocalHops + place.local_hops);
  }

  std::vector<InTransitHopVcs> rows_;
};

/// The VCs of a rule of in-transit adaptive routing as a decision of the switch. Ports are alike
/// that have the same kind of link.
class InTransitVcs final : public VcDecision {
 public:
  InTransitVcs(std::shared_ptr<const Dragonfly> topology, std::shared_ptr<const InTransitRule> rule)
      : topology_(std::move(topology)), rule_(std::move(rule)) {}

  const std::shared_ptr<const Dragonfly>& topology() const { return topology_; }
  const InTransitRule& rule() const { return *rule_; }

  std::uint64_t vcs(const RouteQuery& head, const VcHop& hop) override {
    const InTransitPlace place = in_transit_place(*topology_, head);
    if (topology_->is_global_port(hop.output_port)) return rule_->global_vcs(place);
    return hop.misrouted ? rule_->misrouted_local_vcs(place) : rule_->minimal_local_vcs(place);
  }

 private:
  std::shared_ptr<const Dragonfly> topology_;
  std::shared_ptr<const InTransitRule> rule_;
};

}  // namespace routing
}  // namespace netloom
