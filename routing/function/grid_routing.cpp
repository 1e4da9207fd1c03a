#include "routing/function/grid_routing.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "routing/error.h"
#include "routing/grid_of.h"

namespace netloom {
namespace {

RingRule ring_rule(const RoutingContext& context, const std::string& user, const Grid& grid,
                   RingRule automatic) {
  const std::string& name = string_parameter(context.parameters, "rings");
  if (name == "auto") {
    if (!grid.has_rings()) return RingRule::kNone;
    return automatic == RingRule::kBubble && context.wormhole ? RingRule::kDateline : automatic;
  }
  if (!grid.has_rings()) {
    throw Error(fmt::format("{}: rings is '{}', but this {} has no rings; allowed: auto", user,
                            name, grid.name()));
  }
  if (name == "bubble" && context.wormhole) {
    throw Error(user +
                ": bubble flow control needs room for whole packets, which wormhole does not "
                "provide; allowed with wormhole: rings: dateline, none");
  }
  return name == "bubble"     ? RingRule::kBubble
         : name == "dateline" ? RingRule::kDateline
                              : RingRule::kNone;
}

}  // namespace

GridPlan::GridPlan(const RoutingContext& context, const std::string& function, RingRule automatic) {
  const std::string user = "routing function '" + function + "'";
  const Netlist& netlist = *context.netlist;
  grid = grid_of(netlist, user);
  labels = host_labels(*grid);
  rings = ring_rule(context, user, *grid, automatic);
  ties = ring_ties(context.parameters);
  const auto vcs_of = [&](const std::string& kind) {
    const auto place = static_cast<std::size_t>(
        std::find(netlist.kinds.begin(), netlist.kinds.end(), kind) - netlist.kinds.begin());
    const int most = 1 << context.vc_shift;
    const int count = place < context.vcs.size() ? context.vcs[place] : 0;
    if (count < 1 || count > most) {
      throw Error(
          fmt::format("the number of virtual channels of links of the kind '{}' must be 1 "
                      "to {}",
                      kind, most));
    }
    return count;
  };
  host_vcs = vcs_of("host");
  link_vcs = vcs_of(grid->name());
}

DimensionTable::DimensionTable(const GridPlan& plan, SwitchId id)
    : dimensions_(plan.grid->dimensions()),
      concentration_(plan.grid->concentration()),
      label_table_(plan.labels),
      labels_(label_table_->data()) {
  const Grid& grid = *plan.grid;
  for (int d = 0; d < dimensions_; ++d) {
    const int at = grid.coordinate(id, d);
    here_.push_back(static_cast<std::uint16_t>(at));
    wraps_.push_back(grid.wraps(d));
    first_.push_back(hops_.size());
    for (int to = 0; to < grid.size(d); ++to) {
      Hop hop;
      if (to != at) {
        const DimensionHop step = dimension_hop(grid, d, at, to, plan.ties);
        const int port = step.plus ? grid.plus_port(d) : grid.minus_port(d);
        const int other = step.plus ? grid.minus_port(d) : grid.plus_port(d);
        hop.port = static_cast<std::uint8_t>(port);
        hop.other_port = static_cast<std::uint8_t>(step.tie ? other : port);
        hop.vc_class = plan.dateline() && !step.wraps ? 1 : 0;
        hop.next = static_cast<std::uint16_t>(grid.next_coordinate(at, d, step.plus));
      }
      hops_.push_back(hop);
    }
  }
}

void DimensionTable::explain(const std::uint16_t* label, int d, Explanation& explanation) const {
  const Hop& hop = this->hop(d, label[d]);
  const std::string text = fmt::format("dimension {}: from coordinate {} to {}", d,
                                       here_[static_cast<std::size_t>(d)], label[d]);
  explanation.ports[hop.port] = text;
  if (hop.other_port != hop.port) {
    explanation.ports[hop.port] += ", both ways equally long";
    explanation.ports[hop.other_port] = explanation.ports[hop.port];
  }
}

}  // namespace netloom
