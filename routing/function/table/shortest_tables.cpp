#include "routing/function/table/shortest_tables.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "routing/base/random.h"

namespace netloom {
inline namespace routing {
namespace {

bool between_switches(const Link& link) {
  return link.from.type == Endpoint::Type::kSwitch && link.to.type == Endpoint::Type::kSwitch;
}

/// The links between switches, grouped by the switch they leave or enter.
class Neighbours {
 public:
  struct Hop {
    SwitchId switch_id;  ///< at the other end
    int port;            ///< output port of the link
  };
  enum class Side { kOut, kIn };

  Neighbours(const Netlist& netlist, Side side) : base_(netlist.switches.size() + 1, 0) {
    const auto near = [side](const Link& link) {
      return side == Side::kOut ? link.from.index : link.to.index;
    };
    for (const Link& link : netlist.links) {
      if (between_switches(link)) ++base_[near(link) + 1];
    }
    for (std::size_t i = 1; i < base_.size(); ++i) base_[i] += base_[i - 1];
    hops_.resize(base_.back());
    std::vector<std::size_t> next(base_.begin(), base_.end() - 1);
    for (const Link& link : netlist.links) {
      if (!between_switches(link)) continue;
      const SwitchId other = side == Side::kOut ? link.to.index : link.from.index;
      hops_[next[near(link)]++] = {other, link.from.port};
    }
  }

  const Hop* begin(SwitchId switch_id) const { return hops_.data() + base_[switch_id]; }
  const Hop* end(SwitchId switch_id) const { return hops_.data() + base_[switch_id + 1]; }

 private:
  std::vector<std::size_t> base_;
  std::vector<Hop> hops_;
};

}  // namespace

NextHopTables all_shortest_paths(const Netlist& netlist) {
  NextHopTables tables(netlist);
  const Neighbours out(netlist, Neighbours::Side::kOut);
  const Neighbours in(netlist, Neighbours::Side::kIn);
  constexpr std::uint32_t kFar = ~std::uint32_t{0};
  std::vector<std::uint32_t> distance(netlist.switches.size());
  std::vector<SwitchId> order;
  order.reserve(netlist.switches.size());

  for (std::uint32_t column = 0; column < tables.columns(); ++column) {
    // Breadth first from the destination, against the direction of the links.
    std::fill(distance.begin(), distance.end(), kFar);
    order.assign(1, tables.home(column));
    distance[tables.home(column)] = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (const Neighbours::Hop* hop = in.begin(order[i]); hop != in.end(order[i]); ++hop) {
        if (distance[hop->switch_id] != kFar) continue;
        distance[hop->switch_id] = distance[order[i]] + 1;
        order.push_back(hop->switch_id);
      }
    }
    for (std::size_t i = 1; i < order.size(); ++i) {
      PortSet nearer;
      for (const Neighbours::Hop* hop = out.begin(order[i]); hop != out.end(order[i]); ++hop) {
        if (distance[hop->switch_id] < distance[order[i]]) nearer.add(hop->port);
      }
      tables.set(order[i], column, nearer);
    }
  }
  return tables;
}

PortSet picked(const PortSet& ports, SwitchId home, SwitchId at, TieBreak ties) {
  const auto count = static_cast<std::uint32_t>(ports.count());
  const std::uint32_t chosen = ties == TieBreak::kLowest ? 0 : Random(home, at).below(count);
  PortSet one;
  std::uint32_t place = 0;
  ports.for_each([&](int port) {
    if (place++ == chosen) one.add(port);
  });
  return one;
}

NextHopTables single_shortest_paths(const Netlist& netlist, TieBreak ties) {
  const NextHopTables all = all_shortest_paths(netlist);
  NextHopTables result(netlist);
  for (std::uint32_t column = 0; column < result.columns(); ++column) {
    for (SwitchId at = 0; at < netlist.switches.size(); ++at) {
      const PortSet& set = all.next_hops(at, column);
      if (set.empty()) continue;
      result.set(at, column, picked(set, result.home(column), at, ties));
    }
  }
  return result;
}

}  // namespace routing
}  // namespace netloom
