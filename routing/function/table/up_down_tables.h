#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "routing/base/types.h"
#include "routing/function/table/next_hops.h"
#include "routing/function/table/shortest_tables.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace routing {

/// The cables between the switches of a network that work in both directions.
class Cables {
 public:
  /// One direction, from the switch that is asked.
  struct Hop {
    SwitchId to;
    int port;  ///< output port to there
  };
  static constexpr std::uint32_t kFar = ~std::uint32_t{0};

  /// Links as indices into Netlist::links. Error: a link between switches has none back between the
  /// same two ports.
  Cables(const Netlist& netlist, const std::vector<int>& failed_links);

  std::size_t switches() const { return hops_.size(); }
  /// By the order of ports.
  const std::vector<Hop>& from(SwitchId at) const { return hops_[at]; }
  /// The switches that can be reached from one, and itself, nearest first. In `distance`, kFar for
  /// each of them, is then the number of hops to there.
  std::vector<SwitchId> reached(SwitchId from, std::vector<std::uint32_t>& distance) const;

 private:
  std::vector<std::vector<Hop>> hops_;  ///< by switch
};

/// Cables each of which has an end that is up: the one that is nearer to the root by a spanning
/// tree made breadth first, and between switches of one level that with the lower number. Switches
/// that are cut off from each other have a root for each part.
/// Source: [Schroeder 1991].
class UpDownGraph {
 public:
  /// `root`: none: the switch of lowest eccentricity, the distance in hops to the farthest switch,
  /// while nothing has failed, and of several the one with the lowest number. A part without that
  /// switch has the next one in this order that is in it. Error: as Cables.
  UpDownGraph(const Netlist& netlist, const std::vector<int>& failed_links,
              std::optional<SwitchId> root);

  const Cables& cables() const { return cables_; }
  bool leads_up(SwitchId from, SwitchId to) const { return place_[to] < place_[from]; }
  /// Every switch behind all that are up from it.
  const std::vector<SwitchId>& from_the_top() const { return order_; }
  /// The root of the part that a switch is in.
  SwitchId root_of(SwitchId at) const { return root_[at]; }
  /// Hops from there.
  std::uint32_t level(SwitchId at) const { return level_[at]; }

 private:
  Cables cables_;
  std::vector<SwitchId> root_;
  std::vector<std::uint32_t> level_;
  std::vector<SwitchId> order_;       ///< by level, then by number
  std::vector<std::uint32_t> place_;  ///< of a switch in order_
};

struct UpDownTables {
  NextHopTables tables;
  std::uint32_t longest = 1;  ///< switches on the longest way from a host to a host
};

/// One next hop for each switch and destination, by which no packet goes up after it has gone down,
/// wherever it comes from. A switch from which a way of links down leads to the destination takes
/// the shortest of these ways, even if a way by a link up is shorter: what has come down to it must
/// go on down. Any other takes the link up behind which the way by the tables is shortest; what
/// comes to it has only gone up. To what is cut off there is no next hop.
UpDownTables up_down_tables(const Netlist& netlist, const UpDownGraph& graph, TieBreak ties);

}  // namespace routing
}  // namespace netloom
