#pragma once

#include <cstdint>

#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/decision/port_matcher.h"
#include "routing/registers/register_file.h"
#include "routing/topology/fat_tree.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Deterministic routing in a fat-tree by arithmetic, without registers: switch <s, o> knows k, its
/// stage and its position, and takes digit s of a node number as the number of the link.
///
/// A packet goes down by link p_s of its destination p if p is below the switch, else up by link
/// k + digit s of the destination (DESTRO) or of the source (DET-Lin). In the non-minimal form it
/// goes up to the last stage in any case and turns there: what came in from below (ports 0 … k-1)
/// goes up, what came in from above goes down.
/// Source: [Fat-Trees 2010], sections 4.2 (DESTRO), 4.3 (DET-Lin), 5.4 (non-minimal).
class DestroPorts final : public PortMatcher {
 public:
  enum class Ascent : std::uint8_t { kByDestination, kBySource };
  enum class Turn : std::uint8_t { kNearestCommonAncestor, kLastStage };

  DestroPorts(const FatTree& tree, SwitchId switch_id, Ascent ascent, Turn turn);

  void registers_written(const RegisterFile& /*file*/) override {}

  void match(const RouteQuery& query, std::uint64_t* ports) override {
    const std::uint32_t down = digit(query.destination);
    const std::uint32_t up = k_ + (ascent_ == Ascent::kByDestination ? down : digit(query.source));
    const std::uint32_t port = goes_down(query) ? down : up;
    ports[port >> 6] |= std::uint64_t{1} << (port & 63);
  }

  void explain(const RouteQuery& query, const RegisterFile& registers,
               Explanation& explanation) const override;

  // What straps tell the hardware.
  int k() const { return static_cast<int>(k_); }
  int n() const { return n_; }
  int stage() const { return stage_; }
  std::uint32_t position() const { return position_; }
  Ascent ascent() const { return ascent_; }
  Turn turn() const { return turn_; }

 private:
  std::uint32_t digit(NodeId node) const { return node / per_port_ % k_; }

  bool goes_down(const RouteQuery& query) const {
    if (turn_ == Turn::kNearestCommonAncestor) return query.destination - first_ < below_;
    return stage_ + 1 == n_ || query.input_port >= static_cast<int>(k_);
  }

  std::uint32_t k_;
  int n_;
  int stage_;
  std::uint32_t position_;
  Ascent ascent_;
  Turn turn_;
  std::uint32_t per_port_;  ///< nodes below each down link: k^s
  std::uint32_t first_;     ///< lowest node below the switch
  std::uint32_t below_;     ///< nodes below the switch: k^(s+1)
};

}  // namespace routing
}  // namespace netloom
