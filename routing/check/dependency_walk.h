#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "routing/base/types.h"
#include "routing/check/found_states.h"
#include "routing/check/witness_path.h"
#include "routing/decision/routing_function.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace routing {

/// Follows the routing relation over all (channel, destination, header state) that packets can come
/// into from any host: breadth first, the packets to one destination after the other. Channels are
/// counted: 2^vc_shift of each link.
class DependencyWalk {
 public:
  static constexpr std::uint32_t kNone = FoundStates::kNone;

  /// A packet in a channel that has not arrived.
  struct State {
    std::uint32_t channel;
    std::uint32_t header;
    std::uint32_t from;  ///< the state from which it was found; kNone: the packet's host
    std::size_t first_hop = 0, last_hop = 0;  ///< in hops()
  };
  /// What a state may wait for, and the state behind it.
  struct Hop {
    std::uint32_t state;
    bool escape;
  };
  /// What the packets in a channel have been offered, as candidate sets of the switch behind it;
  /// empty: no packet comes there.
  struct Offers {
    std::vector<std::uint64_t> all, escape;
    /// Offered without having to enter a ring; only with bubble flow control.
    std::vector<std::uint64_t> unguarded;
  };

  /// `context` is what the function was made from; both outlive the object. `injection_vcs`: VCs on
  /// the links from hosts. `hosts_wait`: packets may wait for hosts, so that the channels of
  /// ejection links are among the others; else these take everything. Error: there are not so many
  /// VCs.
  DependencyWalk(const RoutingContext& context, RoutingFunction& routing, int injection_vcs,
                 bool hosts_wait = false);

  /// Follows all packets. `followed` is called when all states of the packets to a destination have
  /// been found (of those of one source, where that counts), `destination_done`, if there is one,
  /// after each destination.
  void run(const std::function<void()>& followed, const std::function<void()>& destination_done);

  // Of the packets that were followed last
  NodeId destination() const { return destination_; }
  /// In the order in which they were found; those in injection channels first.
  const std::vector<State>& states() const { return states_; }
  const std::vector<Hop>& hops() const { return hops_; }

  // Of all that have been followed
  const Offers& offers(std::uint32_t channel) const { return offers_[channel]; }
  /// Some candidate does not belong to the escape.
  bool has_escape() const { return has_escape_; }
  /// A state without escape: "s3.p1.vc0 to h7"; empty: none.
  const std::string& no_escape() const { return no_escape_; }
  /// One in which a packet is offered nothing at all; empty: none.
  const std::string& stopped() const { return stopped_; }

  std::uint32_t channels() const { return channels_; }
  std::uint32_t channel(const ChannelName& name) const {
    return static_cast<std::uint32_t>(name.link) << vc_shift_ | static_cast<std::uint32_t>(name.vc);
  }
  ChannelName name_of(std::uint32_t channel) const {
    return {static_cast<int>(channel >> vc_shift_),
            static_cast<int>(channel & ((1u << vc_shift_) - 1))};
  }
  /// Whether packets come into this channel, and it leads to a host for which they may wait.
  bool comes_to_host(std::uint32_t channel) const { return to_hosts_[channel]; }
  /// Calls `body` for each channel that can be waited for among candidates of the switch behind
  /// `from`.
  void for_each_channel(std::uint32_t from, const std::vector<std::uint64_t>& candidates,
                        const std::function<void(std::uint32_t)>& body) const;

 private:
  void begin(NodeId destination);
  std::uint32_t reach(std::uint32_t at, std::uint32_t header, std::uint32_t from);
  void follow();
  void expand(std::size_t index);
  /// Adds what a packet in a state is offered, after any decision there.
  void add_hops(std::uint32_t from, int link, const RouteQuery& query, Offers& offers);
  std::string state_text(int link, const RouteQuery& query) const;
  /// The link behind a port for which packets can wait; -1: there is none. Where hosts take
  /// everything, nothing waits for them for ever.
  int link_behind(SwitchId at, int port) const;

  const Netlist& netlist_;
  int vc_shift_;
  bool per_source_;
  bool bubble_;
  int injection_vcs_;
  bool hosts_wait_;
  PortMap ports_;
  std::vector<std::unique_ptr<SwitchRouter>> routers_;
  std::uint32_t channels_;
  FoundStates found_;                                       ///< by channel
  std::vector<Offers> offers_;                              ///< per channel
  std::vector<bool> to_hosts_;                              ///< comes_to_host()
  std::vector<std::uint64_t> offered_, escape_, entering_;  ///< candidate sets

  NodeId destination_ = 0;
  NodeId source_ = 0;
  bool has_escape_ = false;
  std::string no_escape_, stopped_;
  std::vector<State> states_;
  std::vector<Hop> hops_;
};

}  // namespace routing
}  // namespace netloom
