#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "routing/base/visible.h"
#include "routing/decision/candidates.h"
#include "routing/decision/routing_function.h"
#include "routing/function/grid/dimension_order.h"
#include "routing/topology/grid.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// What routing functions of meshes and tori are made from, checked.
struct GridPlan {
  /// `function`: its name. `automatic`: the ring rule that "auto" stands for in a torus. Error: not
  /// a grid, or parameters, VCs and switching that do not go together.
  GridPlan(const RoutingContext& context, const std::string& function, RingRule automatic);

  bool bubble() const { return rings == RingRule::kBubble; }
  bool dateline() const { return rings == RingRule::kDateline; }

  std::shared_ptr<const Grid> grid;
  std::shared_ptr<const std::vector<std::uint16_t>> labels;  ///< host_labels()
  RingRule rings = RingRule::kNone;                          ///< kNone where there are no rings
  RingTies ties = RingTies::kParity;
  int host_vcs = 1;
  int link_vcs = 1;  ///< VCs of links between switches, all classes
};

/// The dimension-order hops of the packets at one switch, worked out in advance. Along each
/// dimension the coordinates of destinations fall into few runs with the same hop.
class DimensionHops {
 public:
  struct Hop {
    std::uint8_t port = 0;
    std::uint8_t other_port =
        0;                      ///< of the other way around, where it is equally long; else `port`
    std::uint8_t vc_class = 0;  ///< of the dateline

    bool operator==(const Hop& other) const {
      return port == other.port && other_port == other.other_port && vc_class == other.vc_class;
    }
  };

  DimensionHops(const GridPlan& plan, SwitchId id);

  int dimensions() const { return dimensions_; }
  /// Coordinate of the switch.
  int here(int dimension) const { return here_[static_cast<std::size_t>(dimension)]; }
  /// Coordinates of the host's switch, then its port there.
  const std::uint16_t* label(NodeId host) const {
    return labels_ + std::size_t{host} * (static_cast<std::size_t>(dimensions_) + 1);
  }
  /// The first dimension, from `from` on, in which the label differs from here; dimensions() if
  /// there is none.
  int first_different(const std::uint16_t* label, int from = 0) const {
    int d = from;
    while (d < dimensions_ && label[d] == here_[static_cast<std::size_t>(d)]) ++d;
    return d;
  }
  bool differs(const std::uint16_t* label, int d) const {
    return label[d] != here_[static_cast<std::size_t>(d)];
  }
  /// Towards a coordinate other than the one here.
  const Hop& hop(int d, int coordinate) const {
    const Runs& runs = runs_[static_cast<std::size_t>(d)];
    std::size_t run = 0;
    for (const unsigned start : runs.starts) run += static_cast<unsigned>(coordinate) >= start;
    return runs.hops[run];
  }
  /// Says which hops there are in a dimension.
  void explain(const std::uint16_t* label, int d, Explanation& explanation) const;
  int host_port(const std::uint16_t* label) const { return label[dimensions_]; }
  bool to_host(int port) const { return port < concentration_; }
  /// The dimension of a port between switches.
  int dimension_of(int port) const { return (port - concentration_) / 2; }
  /// Its coordinate there in the switch behind the port.
  int next(int port) const { return next_[static_cast<std::size_t>(port - concentration_)]; }
  /// Whether a packet that came in by `input_port` and leaves by `port`, of a ring, goes straight
  /// on.
  bool straight(int input_port, int port) const {
    return input_port >= concentration_ &&
           ((input_port - concentration_) ^ 1) == port - concentration_;
  }
  /// Whether a port belongs to a ring.
  bool in_ring(int port) const {
    return port >= concentration_ && wraps_[static_cast<std::size_t>(dimension_of(port))];
  }

 private:
  /// Around a ring there are at most four: up and down, both ways equally long, and one that passes
  /// the border.
  struct Runs {
    std::array<unsigned, 3> starts = {~0U, ~0U, ~0U};  ///< of all but the first
    std::array<Hop, 4> hops;
  };

  static Hop hop_to(const GridPlan& plan, int dimension, int at, int to);
  static Runs runs_of(const GridPlan& plan, int dimension, int at);

  int dimensions_;
  int concentration_;
  std::shared_ptr<const std::vector<std::uint16_t>> label_table_;
  const std::uint16_t* labels_;
  std::vector<std::uint16_t> here_;
  std::vector<Runs> runs_;  ///< per dimension
  std::vector<bool> wraps_;
  std::vector<std::uint16_t> next_;  ///< per port between switches
};

/// Adds several VCs of a port, bit v of the mask for VC v.
inline void add_mask(CandidateSet& candidates, int port, std::uint64_t vcs) {
  // The VCs of a port never cross a word: 2^vc_shift divides 64, or there are at most 64 of them.
  const unsigned bit = static_cast<unsigned>(port) << candidates.vc_shift();
  candidates.words()[bit >> 6] |= vcs << (bit & 63);
}

/// Mask of VCs first … first + count-1.
inline std::uint64_t vc_range(int first, int count) {
  return ~std::uint64_t{0} >> (kMaxVcChoices - count) << first;
}

}  // namespace routing
}  // namespace netloom
