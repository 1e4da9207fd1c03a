#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "routing/decision/routing_function.h"
#include "routing/function/grid/grid_routing.h"
#include "routing/netlist/topology.h"

namespace netloom {

/// A mesh or torus, and how many VCs a class has.
struct GridShape {
  std::string topology;
  std::vector<std::int64_t> k;
  int class_vcs;
  std::int64_t concentration = 1;
  bool dateline = false;
  std::string ties = "parity";
  int host_vcs = 1;
};

/// All bits of a coordinate count.
inline const GridShape& widest_ring() {
  static const GridShape ring = {"torus", {40000}, 3, 1, true};
  return ring;
}

/// What the models of its switches are made from. Not to be moved: the plan knows the netlist.
class GridNetwork {
 public:
  explicit GridNetwork(const GridShape& shape) : shape_(shape) {
    const TopologyEntry& entry = TopologyRegistry::instance().find(shape.topology);
    netlist_ = entry
                   .make(resolve_parameters(
                       entry.parameters, {{"k", shape.k}, {"concentration", shape.concentration}},
                       shape.topology))
                   ->netlist({});
    RoutingContext context;
    context.netlist = &netlist_;
    context.vcs = {shape.host_vcs, shape.class_vcs * (shape.dateline ? 2 : 1)};
    context.vc_shift = 6;
    context.parameters = {{"rings", std::string(shape.dateline ? "dateline" : "auto")},
                          {"ties", shape.ties}};
    plan_ = std::make_unique<GridPlan>(context, "dor", RingRule::kBubble);
  }
  GridNetwork(const GridNetwork&) = delete;
  GridNetwork& operator=(const GridNetwork&) = delete;

  const GridShape& shape() const { return shape_; }
  const GridPlan& plan() const { return *plan_; }
  const Grid& grid() const { return *plan_->grid; }

 private:
  GridShape shape_;
  Netlist netlist_;
  std::unique_ptr<GridPlan> plan_;
};

}  // namespace netloom
