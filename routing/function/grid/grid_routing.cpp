#include "routing/function/grid/grid_routing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "routing/base/error.h"
#include "routing/topology/grid_of.h"

namespace netloom {
inline namespace routing {
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

DimensionHops::DimensionHops(const GridPlan& plan, SwitchId id)
    : dimensions_(plan.grid->dimensions()),
      concentration_(plan.grid->concentration()),
      label_table_(plan.labels),
      labels_(label_table_->data()) {
  const Grid& grid = *plan.grid;
  for (int d = 0; d < dimensions_; ++d) {
    const int at = grid.coordinate(id, d);
    here_.push_back(static_cast<std::uint16_t>(at));
    wraps_.push_back(grid.wraps(d));
    for (const bool plus : {false, true}) {
      next_.push_back(static_cast<std::uint16_t>(grid.next_coordinate(at, d, plus)));
    }
    runs_.push_back(runs_of(plan, d, at));
  }
}

DimensionHops::Hop DimensionHops::hop_to(const GridPlan& plan, int dimension, int at, int to) {
  const Grid& grid = *plan.grid;
  const DimensionHop step = dimension_hop(grid, dimension, at, to, plan.ties);
  const int plus = grid.plus_port(dimension);
  const int minus = grid.minus_port(dimension);
  Hop hop;
  hop.port = static_cast<std::uint8_t>(step.plus ? plus : minus);
  hop.other_port = static_cast<std::uint8_t>(step.plus != step.tie ? plus : minus);
  hop.vc_class = plan.dateline() && !step.wraps ? 1 : 0;
  return hop;
}

DimensionHops::Runs DimensionHops::runs_of(const GridPlan& plan, int dimension, int at) {
  // The hop changes behind this switch and half a ring away from it, on either side.
  const int size = plan.grid->size(dimension);
  const int half = size / 2;
  std::array<int, 6> starts = {0, at - half, at - half + 1, at + 1, at + half, at + half + 1};
  std::sort(starts.begin(), starts.end());
  Runs runs;
  std::size_t count = 0;
  for (const int start : starts) {
    const int to = start == at ? start + 1 : start;  // never asked for: this switch itself
    if (start < 0 || to >= size) continue;
    const Hop hop = hop_to(plan, dimension, at, to);
    if (count > 0 && hop == runs.hops[count - 1]) continue;
    if (count > 0) runs.starts.at(count - 1) = static_cast<unsigned>(start);
    runs.hops.at(count++) = hop;
  }
  return runs;
}

void DimensionHops::explain(const std::uint16_t* label, int d, Explanation& explanation) const {
  const Hop& hop = this->hop(d, label[d]);
  const std::string text = fmt::format("dimension {}: from coordinate {} to {}", d,
                                       here_[static_cast<std::size_t>(d)], label[d]);
  explanation.ports[hop.port] = text;
  if (hop.other_port != hop.port) {
    explanation.ports[hop.port] += ", both ways equally long";
    explanation.ports[hop.other_port] = explanation.ports[hop.port];
  }
}

}  // namespace routing
}  // namespace netloom
