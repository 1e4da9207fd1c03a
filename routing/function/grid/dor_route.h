#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "routing/base/visible.h"
#include "routing/decision/route_decision.h"
#include "routing/function/grid/dimension_order.h"
#include "routing/function/grid/grid_routing.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Dimension order as a decision of the switch: the dimensions in increasing order, each travelled
/// to its end, the shorter way around, before the next begins; on the VCs of the packet's class,
/// where there is a dateline, else on all. With bubble flow control a packet comes into a ring from
/// hosts, from other dimensions, and where it changes its VC.
/// Source: [IODET 2013], sections 2 and 3.
class DorRoute final : public RouteDecision {
 public:
  /// The one hop of a packet.
  struct Hop {
    int port;
    std::uint64_t vcs;  ///< mask
  };

  /// `class_vcs`: VCs of a class on links between switches, 1 or more.
  DorRoute(const GridPlan& plan, int class_vcs, SwitchId id)
      : hops_(plan, id),
        grid_(plan.grid),
        class_vcs_(class_vcs),
        host_vcs_(plan.host_vcs),
        host_mask_(vc_range(0, plan.host_vcs)),
        class_masks_{vc_range(0, class_vcs), plan.dateline() ? vc_range(class_vcs, class_vcs) : 0},
        dateline_(plan.dateline()),
        ties_(plan.ties) {}

  const DimensionHops& hops() const { return hops_; }
  const Grid& grid() const { return *grid_; }
  int class_vcs() const { return class_vcs_; }
  int host_vcs() const { return host_vcs_; }
  bool dateline() const { return dateline_; }
  RingTies ties() const { return ties_; }

  std::uint64_t vcs_of(int port) const override {
    if (hops_.to_host(port)) return host_mask_;
    const int d = hops_.dimension_of(port);
    const int here = hops_.here(d);
    const bool last = port == grid_->plus_port(d) ? here + 1 == grid_->size(d) : here == 0;
    if (last && !grid_->wraps(d)) return 0;
    return class_masks_[0] | class_masks_[1];
  }

  Hop hop(const RouteQuery& head) const {
    const std::uint16_t* label = hops_.label(head.destination);
    const int d = hops_.first_different(label);
    if (d == hops_.dimensions()) return {hops_.host_port(label), host_mask_};
    const DimensionHops::Hop& hop = hops_.hop(d, label[d]);
    return {hop.port, class_masks_[hop.vc_class]};
  }

  /// Of its VCs, those by which the packet comes into a ring.
  std::uint64_t entering(const RouteQuery& head, const Hop& hop) const {
    if (!hops_.in_ring(hop.port)) return 0;
    const bool straight = hops_.straight(head.input_port, hop.port);
    return straight ? hop.vcs & ~vc_range(head.input_vc, 1) : hop.vcs;
  }

  Routed route(const RouteQuery& head) override {
    const Hop only = hop(head);
    Routed result;
    result.add_port(only.port);
    result.vcs = only.vcs;
    result.entering = entering(head, only);
    return result;
  }

 private:
  DimensionHops hops_;
  std::shared_ptr<const Grid> grid_;
  int class_vcs_;
  int host_vcs_;
  std::uint64_t host_mask_;
  std::array<std::uint64_t, 2> class_masks_;  ///< by class; the second with a dateline only
  bool dateline_;
  RingTies ties_;
};

}  // namespace routing
}  // namespace netloom
