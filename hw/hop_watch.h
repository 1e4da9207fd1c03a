#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "hw/flit.h"
#include "routing/netlist.h"
#include "routing/types.h"

namespace netloom {

/// Watches for livelock: packets that pass more switches than any way of the routing function leads
/// through. Of such a packet it notes where it goes on, and ends the run when that is enough to see
/// the circle.
class HopWatch {
 public:
  /// `limit`: switches that a packet may pass, below FlitHeader::kMostHops. `longest_way`: of the
  /// routing function, for the message. The netlist outlives it.
  HopWatch(const Netlist& netlist, std::uint32_t limit, std::uint32_t longest_way)
      : netlist_(netlist), limit_(limit), longest_way_(longest_way) {}

  std::uint32_t limit() const { return limit_; }

  /// A packet over the limit leaves a switch by an output port. Throws LivelockError when its way
  /// has been noted for kShown switches.
  void passed(const Flit& flit, SwitchId switch_id, int port, Cycle now);

  /// Throws LivelockError if any packet is over the limit.
  void check() const;

 private:
  static constexpr std::size_t kShown = 12;

  struct Step {
    SwitchId switch_id;
    int port;
  };
  struct Wanderer {
    Cycle since = 0;  ///< when it came over the limit
    NodeId destination = 0;
    std::uint32_t hops = 0;
    std::vector<Step> steps;
  };
  /// By source and number.
  using Wanderers = std::map<std::pair<NodeId, std::uint32_t>, Wanderer>;

  [[noreturn]] void fail(const Wanderers::value_type& packet) const;

  const Netlist& netlist_;
  std::uint32_t limit_;
  std::uint32_t longest_way_;
  Wanderers wanderers_;
};

}  // namespace netloom
