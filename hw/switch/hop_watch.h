#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <tuple>
#include <vector>

#include "hw/config/network_sizes.h"
#include "hw/link/flit.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

class Ranks;

/// Watches for livelock: packets that pass more switches than any way of the routing function leads
/// through. Of such a packet it notes where it goes on, and ends the run when that is enough to see
/// the circle.
class HopWatch {
 public:
  /// `numbers_per_pair`: NICs count packets by source and destination. The netlist outlives it.
  HopWatch(const Netlist& netlist, const HopLimit& limit, bool numbers_per_pair)
      : netlist_(netlist), limit_(limit), numbers_per_pair_(numbers_per_pair) {}

  std::uint32_t limit() const { return limit_.limit; }

  /// A packet over the limit leaves a switch by an output port. Throws LivelockError when its way
  /// has been noted for kShown switches. Any thread may call it.
  void passed(const Flit& flit, SwitchId switch_id, int port, Cycle now);

  /// Throws LivelockError if any packet is over the limit.
  void check() const;

  /// Whether anything was noted since share_news().
  bool has_news() const { return !news_.empty(); }
  /// Between windows: all ranks note what any of them has.
  void share_news(Ranks& ranks);

 private:
  static constexpr std::size_t kShown = 12;
  static_assert(HopLimit::kMost + kShown <= FlitHeader::kMostHops);

  struct Step {
    SwitchId switch_id;
    int port;
  };
  struct Wanderer {
    Cycle since = 0;  ///< when it came over the limit
    std::uint32_t hops = 0;
    std::vector<Step> steps;
  };
  /// Source, destination and number, which may count the packets of the pair.
  using Name = std::tuple<NodeId, NodeId, std::uint32_t>;
  using Wanderers = std::map<Name, Wanderer>;
  /// A step that one packet has made.
  struct News {
    NodeId source, destination;
    std::uint32_t number, hops;
    Cycle cycle;
    Step step;
  };

  Wanderers::value_type& note(const News& news);

  [[noreturn]] void fail(const Wanderers::value_type& packet) const;

  const Netlist& netlist_;
  HopLimit limit_;
  bool numbers_per_pair_;
  std::mutex passing_;
  Wanderers wanderers_;
  std::vector<News> news_;
};

}  // namespace hw
}  // namespace netloom
