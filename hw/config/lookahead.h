#pragma once

#include <limits>
#include <string>
#include <vector>

#include "hw/config/config.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/decision/congestion_view.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// No network's switches run on their own for more cycles: what one word of a calendar looks ahead.
inline constexpr int kLongestQuantum = 64;

/// No region of a network runs on its own for more cycles than these.
inline constexpr int kLongestWindow = 256;

/// After how many cycles a switch sees what another one has done (docs/determinism.md): until then
/// each can run on its own. A flit that is granted has to cross before its link starts, and its
/// credit leaves with the last phit.
class Lookahead {
 public:
  /// Two switches of which one sees what the other has done after so many cycles.
  struct Coupling {
    SwitchId a = 0;
    SwitchId b = 0;
    int cycles = 1;
    bool apart = false;  ///< they run apart even in one region: one of them is modelled by pins
  };

  /// Two switches that have memory in common which both write, or which one writes and the other
  /// reads, whenever they like: the same thread runs them.
  struct Shared {
    SwitchId a = 0;
    SwitchId b = 0;
  };

  /// `reacts`: TrafficSource::reacts(). `told_in_time`: TrafficSource::told_in_time().
  Lookahead(const Netlist& netlist, const NetworkConfig& config, const StatusBroadcast& broadcast,
            bool reacts, const std::vector<NodeId>& told_in_time = {});

  /// By links, and by hosts that inject at one switch and receive at another.
  const std::vector<Coupling>& couplings() const { return couplings_; }

  /// By ideal acknowledgements, hosts at two switches that react, words of switches, and pins.
  /// Pairs that follow from others are left out.
  const std::vector<Shared>& shared() const { return shared_; }
  /// How many threads can run the switches, one at least. `region_of`: per switch, if one thread
  /// runs each region; empty: each switch is one.
  int most_threads(const std::vector<int>& region_of = {}) const;
  /// Why there are not as many as switches, for messages: "PART, PART"; empty: there are.
  const std::string& shared_by() const { return shared_by_; }

  /// Cycles that pass between any two switches, from 1 to kLongestQuantum: the longest quantum.
  int quantum() const;
  /// Cycles that pass between switches of different regions, and until a packet is at a host that
  /// is told of it in time, from 1 to kLongestWindow: the longest window in which regions run on
  /// their own. `region_of`: per switch.
  int window(const std::vector<int>& region_of) const;

 private:
  void add_shared(const NetworkConfig& config);

  std::size_t switches_;
  bool any_pins_ = false;  ///< some switch is not of the fast view
  std::vector<Coupling> couplings_;
  std::vector<Shared> shared_;
  std::string shared_by_;
  std::size_t area_;      ///< switches that know of each other's words
  int status_ = kNone;    ///< cycles until they do
  int everyone_ = kNone;  ///< between any two switches
  int arrivals_ = kNone;  ///< until the tail of what starts on an ejection link is there

  static constexpr int kNone = std::numeric_limits<int>::max();
};

/// Cycles from when these hosts' NICs start the last flit of a packet until the hosts are told of
/// it: the same in all views, and as long as any window of the network.
Cycle cycles_until_told_sent(const Netlist& netlist, const NetworkConfig& config,
                             const std::vector<NodeId>& hosts);

}  // namespace hw
}  // namespace netloom
