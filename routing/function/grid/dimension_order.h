#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "routing/base/parameters.h"
#include "routing/base/visible.h"
#include "routing/topology/grid.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// What keeps packets from waiting for each other in a circle along a ring of a torus.
enum class RingRule : std::uint8_t {
  kNone,
  /// Bubble flow control: a packet enters a ring of channels only where two packets have room, so
  /// that a place stays free in it. Needs room for whole packets. Source:
  /// [IODET 2013], section 2, after [Puente 1999].
  kBubble,
  /// Two classes of VCs: 0 for packets that still have to pass the cable from the last switch of
  /// the ring to the first, else 1.
  /// Source: [Dally 1987].
  kDateline,
};

/// Which way around a packet goes when both are equally long.
enum class RingTies : std::uint8_t {
  kParity,  ///< up from an even coordinate, down from an odd one
  kPlus,    ///< up
};

/// A hop of a packet in one dimension, on a minimal way.
struct DimensionHop {
  bool plus = false;   ///< up, else down
  bool tie = false;    ///< the other way around is equally long
  bool wraps = false;  ///< it has still to pass the cable between the last switch and the first
};

/// The hop from coordinate `at` to another, `to`, in a dimension. The answer stays the same along
/// the way: once it has begun, the other way around is longer.
DimensionHop dimension_hop(const Grid& grid, int dimension, int at, int to, RingTies ties);

/// Whether a way from coordinate `at` up (`plus`) or down to `to` passes the border of the grid:
/// the cable between the last switch and the first.
constexpr bool passes_border(bool plus, int at, int to) {
  return plus ? to < at : to > at;
}

/// Where all hosts are: for each, the n coordinates of its switch and its port there.
std::shared_ptr<const std::vector<std::uint16_t>> host_labels(const Grid& grid);

/// Parameters `rings` and `ties` of routing functions of tori.
std::vector<Parameter> ring_parameters(const std::string& automatic);

RingTies ring_ties(const ParameterMap& parameters);

}  // namespace routing
}  // namespace netloom
