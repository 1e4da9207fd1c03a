#include "routing/function/grid/dimension_order.h"

#include <cstddef>
#include <string>

namespace netloom {
inline namespace routing {

DimensionHop dimension_hop(const Grid& grid, int dimension, int at, int to, RingTies ties) {
  DimensionHop hop;
  hop.plus = to > at;
  if (!grid.wraps(dimension)) return hop;
  const int size = grid.size(dimension);
  const int up = (to - at + size) % size;
  hop.tie = 2 * up == size;
  hop.plus = 2 * up < size || (hop.tie && (ties == RingTies::kPlus || at % 2 == 0));
  hop.wraps = passes_border(hop.plus, at, to);
  return hop;
}

std::shared_ptr<const std::vector<std::uint16_t>> host_labels(const Grid& grid) {
  auto labels = std::make_shared<std::vector<std::uint16_t>>();
  labels->reserve(std::size_t{grid.hosts()} * (static_cast<std::size_t>(grid.dimensions()) + 1));
  for (NodeId host = 0; host < grid.hosts(); ++host) {
    for (int d = 0; d < grid.dimensions(); ++d) {
      labels->push_back(static_cast<std::uint16_t>(grid.coordinate(grid.switch_of(host), d)));
    }
    labels->push_back(static_cast<std::uint16_t>(host % static_cast<NodeId>(grid.concentration())));
  }
  return labels;
}

std::vector<Parameter> ring_parameters(const std::string& automatic) {
  return {
      named_choice("rings",
                   "what keeps the rings of a torus free of deadlock: bubble (a packet enters a "
                   "ring only where two packets have room; not for wormhole), dateline (two "
                   "classes of VCs on each link), none, or auto: " +
                       automatic + "; a mesh has no rings",
                   {"auto", "bubble", "dateline", "none"}),
      named_choice("ties",
                   "which way around a ring when both are equally long: parity (up from an even "
                   "coordinate, down from an odd one) or plus (up)",
                   {"parity", "plus"})};
}

RingTies ring_ties(const ParameterMap& parameters) {
  return string_parameter(parameters, "ties") == "plus" ? RingTies::kPlus : RingTies::kParity;
}

}  // namespace routing
}  // namespace netloom
