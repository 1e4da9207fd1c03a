#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "routing/base/visible.h"
#include "routing/decision/vc_decision.h"
#include "routing/function/grid/dimension_order.h"
#include "routing/function/grid/dimension_vcs.h"
#include "routing/function/grid/grid_routing.h"
#include "routing/topology/grid.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// The VCs of in-order deterministic routing as a decision of the switch: one, by the destination's
/// coordinate in the dimension of the output port. With a dateline, packets that have yet to pass
/// the border of the grid are in class 0, the others in class 1. Ports to hosts are not asked for.
/// Source: [IODET 2013], section 3.
class IodetVcs final : public VcDecision {
 public:
  /// `class_vcs`: VCs of a class, 1 or more.
  IodetVcs(const GridPlan& plan, int class_vcs, SwitchId id)
      : grid_(plan.grid), labels_(plan.labels), class_vcs_(class_vcs), dateline_(plan.dateline()) {
    for (int d = 0; d < grid_->dimensions(); ++d) here_.push_back(grid_->coordinate(id, d));
  }

  int dimensions() const { return grid_->dimensions(); }
  int class_vcs() const { return class_vcs_; }
  bool dateline() const { return dateline_; }
  /// Coordinate of the switch.
  int here(int dimension) const { return here_[static_cast<std::size_t>(dimension)]; }
  /// Coordinate of a host's switch.
  int there(NodeId host, int dimension) const {
    const auto words = static_cast<std::size_t>(dimensions()) + 1;
    return (*labels_)[host * words + static_cast<std::size_t>(dimension)];
  }
  int dimension_of(int port) const { return (port - grid_->concentration()) / 2; }
  bool is_plus(int port) const { return (port - grid_->concentration()) % 2 != 0; }

  std::uint64_t vcs_of(int /*port*/) const override {
    return vc_range(0, class_vcs_ * (dateline_ ? 2 : 1));
  }

  std::uint64_t vcs(const RouteQuery& head, const VcHop& hop) override {
    const int d = dimension_of(hop.output_port);
    const int to = there(head.destination, d);
    const bool first_class = !dateline_ || passes_border(is_plus(hop.output_port), here(d), to);
    return std::uint64_t{1} << ((first_class ? 0 : class_vcs_) + iodet_vc(to, class_vcs_));
  }

 private:
  std::shared_ptr<const Grid> grid_;
  std::shared_ptr<const std::vector<std::uint16_t>> labels_;
  int class_vcs_;
  bool dateline_;
  std::vector<int> here_;
};

}  // namespace routing
}  // namespace netloom
