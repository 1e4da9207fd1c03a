#include "routing/check/deadlock.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "routing/base/error.h"
#include "routing/check/channel_graph.h"
#include "routing/check/programmed_routers.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace routing {
namespace {

using Method = DeadlockReport::Method;

/// Breadth-first search over the states of the packets to one destination after the other.
class DependencyWalk {
 public:
  DependencyWalk(const RoutingContext& context, RoutingFunction& routing, int injection_vcs)
      : netlist_(*context.netlist),
        vc_shift_(context.vc_shift),
        wormhole_(context.wormhole),
        per_source_(routing.depends_on_source()),
        bubble_(routing.uses_bubble()),
        injection_vcs_(injection_vcs),
        ports_(*context.netlist),
        routers_(programmed_routers(context, routing)),
        channels_(static_cast<std::uint32_t>(netlist_.links.size() << vc_shift_)),
        indirect_(channels_),
        first_state_(channels_, kNone),
        stamps_(channels_, 0),
        offers_(channels_),
        offered_(kMostWords),
        escape_(kMostWords),
        entering_(kMostWords) {
    if (injection_vcs < 1 || injection_vcs > 1 << vc_shift_) {
      throw Error(fmt::format("deadlock check: injection_vcs is {}; allowed: 1 to {}",
                              injection_vcs, 1 << vc_shift_));
    }
    report_.vcs_needed.assign(netlist_.kinds.size(), 0);
  }

  DeadlockReport run(const std::function<void()>& destination_done) {
    const auto hosts = static_cast<NodeId>(netlist_.hosts.size());
    for (NodeId destination = 0; destination < hosts; ++destination) {
      for (NodeId source = 0; source < hosts; ++source) {
        if (source == destination) continue;
        if (source_first_ || per_source_) begin(destination);
        source_first_ = false;
        source_ = source;
        for (int vc = 0; vc < injection_vcs_; ++vc) reach(channel(ports_.injection(source), vc), 0);
        if (per_source_) follow();
      }
      if (!per_source_) follow();
      source_first_ = true;
      if (destination_done) destination_done();
    }
    return judge();
  }

 private:
  static constexpr std::size_t kMostWords =
      std::size_t{kMaxPorts} * std::size_t{kMaxVirtualChannels} / 64;

  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct State {
    std::uint32_t channel;
    std::uint32_t header;
    std::uint32_t next;  ///< another state in the same channel; kNone: the last
    std::size_t first_hop = 0, last_hop = 0;  ///< in hops_
  };
  /// What a state may wait for, and the state behind it.
  struct Hop {
    std::uint32_t state;
    bool escape;
  };

  std::uint32_t channel(int link, int vc) const {
    return static_cast<std::uint32_t>(link) << vc_shift_ | static_cast<std::uint32_t>(vc);
  }

  /// What the packets in a channel have been offered, as candidate sets of the switch behind it;
  /// empty: no packet comes there.
  struct Offers {
    std::vector<std::uint64_t> all, escape;
    /// Offered without having to enter a ring; only with bubble flow control.
    std::vector<std::uint64_t> unguarded;
  };

  void begin(NodeId destination) {
    destination_ = destination;
    states_.clear();
    hops_.clear();
    if (++stamp_ == 0) {
      std::fill(stamps_.begin(), stamps_.end(), 0);
      stamp_ = 1;
    }
  }

  std::uint32_t reach(std::uint32_t at, std::uint32_t header) {
    const std::uint32_t first = stamps_[at] == stamp_ ? first_state_[at] : kNone;
    for (std::uint32_t i = first; i != kNone; i = states_[i].next) {
      if (states_[i].header == header) return i;
    }
    const auto index = static_cast<std::uint32_t>(states_.size());
    states_.push_back({at, header, first});
    stamps_[at] = stamp_;
    first_state_[at] = index;
    return index;
  }

  /// Expands all states, in the order in which they are found.
  void follow() {
    for (std::size_t i = 0; i < states_.size(); ++i) expand(i);
    report_.states += states_.size();
    if (wormhole_ && has_escape_) add_indirect();
  }

  void expand(std::size_t index) {
    const State state = states_[index];
    const int link = static_cast<int>(state.channel >> vc_shift_);
    const Endpoint at = netlist_.links[static_cast<std::size_t>(link)].to;
    SwitchRouter& router = *routers_[at.index];
    RouteQuery query;
    query.destination = destination_;
    query.source = source_;
    query.state = state.header;
    query.input_port = at.port;
    query.input_vc = static_cast<int>(state.channel & ((1u << vc_shift_) - 1));
    const std::size_t words =
        ((static_cast<std::size_t>(ports_.ports(at.index)) << vc_shift_) + 63) / 64;
    CandidateSet offered(offered_.data(), static_cast<int>(words), vc_shift_);
    CandidateSet escape(escape_.data(), static_cast<int>(words), vc_shift_);
    CandidateSet entering(entering_.data(), static_cast<int>(words), vc_shift_);
    Offers& offers = offers_[state.channel];
    offers.all.resize(words, 0);
    offers.escape.resize(words, 0);
    offers.unguarded.resize(words, 0);

    states_[index].first_hop = hops_.size();
    decisions_.clear();
    if (router.decides()) router.decisions(query, decisions_);
    if (decisions_.empty()) decisions_.push_back(static_cast<std::uint16_t>(state.header));
    for (const std::uint16_t header : decisions_) {
      query.state = header;
      std::fill_n(offered_.begin(), words, 0);
      std::fill_n(escape_.begin(), words, 0);
      std::fill_n(entering_.begin(), words, 0);
      router.route(query, offered);
      if (offered.empty() && report_.stopped.empty()) report_.stopped = state_text(link, query);
      router.escape(query, escape);
      if (bubble_) router.entering(query, entering);
      add_hops(link, query, words, offers);
    }
    states_[index].last_hop = hops_.size();
  }

  /// Adds what a packet in a state is offered, after any decision there.
  void add_hops(int link, const RouteQuery& query, std::size_t words, Offers& offers) {
    const Endpoint at = netlist_.links[static_cast<std::size_t>(link)].to;
    const SwitchRouter& router = *routers_[at.index];
    const bool changes_state = router.changes_state();
    bool escapes = false;
    for (std::size_t i = 0; i < words; ++i) {
      if ((escape_[i] & ~offered_[i]) != 0) {
        throw Error(fmt::format("deadlock check: switch {} has an escape that it does not offer",
                                netlist_.switches[at.index].name));
      }
      offers.all[i] |= offered_[i];
      offers.escape[i] |= escape_[i];
      offers.unguarded[i] |= offered_[i] & ~entering_[i];
      for (std::uint64_t rest = offered_[i]; rest != 0; rest &= rest - 1) {
        const int bit = static_cast<int>(i * 64) + __builtin_ctzll(rest);
        const int port = bit >> vc_shift_;
        const int vc = bit & ((1 << vc_shift_) - 1);
        const bool is_escape = (escape_[i] >> (bit & 63) & 1) != 0;
        has_escape_ = has_escape_ || !is_escape;
        escapes = escapes || is_escape;
        const int out = port < ports_.ports(at.index) ? ports_.link_out(at.index, port) : -1;
        if (out < 0) continue;  // the connectivity check's to report
        if (leads_to_host(out)) continue;
        const std::uint32_t header =
            changes_state ? router.next_state(query, port, vc) : query.state;
        hops_.push_back({reach(channel(out, vc), header), is_escape});
      }
    }
    if (!escapes && report_.no_escape.empty()) {
      report_.no_escape = state_text(link, query);
    }
  }

  std::string state_text(int link, const RouteQuery& query) const {
    return fmt::format("{} to {}", channel_text(netlist_, {link, query.input_vc}),
                       netlist_.hosts[destination_].name);
  }

  /// Hosts take everything, so that nothing waits for them for ever.
  bool leads_to_host(int link) const {
    return netlist_.links[static_cast<std::size_t>(link)].to.type == Endpoint::Type::kHost;
  }

  /// Adds the dependencies of one channel on those that its packets have been offered.
  void add_offers(std::uint32_t from, const std::vector<std::uint64_t>& words,
                  ChannelGraph& graph) const {
    const Endpoint at = netlist_.links[from >> vc_shift_].to;
    for (std::size_t i = 0; i < words.size(); ++i) {
      for (std::uint64_t rest = words[i]; rest != 0; rest &= rest - 1) {
        const int bit = static_cast<int>(i * 64) + __builtin_ctzll(rest);
        const int port = bit >> vc_shift_;
        const int out = port < ports_.ports(at.index) ? ports_.link_out(at.index, port) : -1;
        if (out < 0 || leads_to_host(out)) continue;
        graph.add(from, channel(out, bit & ((1 << vc_shift_) - 1)));
      }
    }
  }

  /// Wormhole: what a state holds depends on the escapes behind any hops outside the escape.
  void add_indirect() {
    std::vector<std::uint32_t> seen(states_.size(), 0), stack;
    for (std::uint32_t start = 0; start < states_.size(); ++start) {
      stack.assign(1, start);
      while (!stack.empty()) {
        const State& state = states_[stack.back()];
        stack.pop_back();
        for (std::size_t i = state.first_hop; i < state.last_hop; ++i) {
          const Hop& hop = hops_[i];
          if (hop.escape) {
            indirect_.add(states_[start].channel, states_[hop.state].channel);
          } else if (seen[hop.state] != start + 1) {
            seen[hop.state] = start + 1;
            stack.push_back(hop.state);
          }
        }
      }
    }
  }

  /// Adds to `graph` the edges of a channel to those that its packets are offered without having to
  /// enter a ring, as far as they are escapes.
  void add_unguarded_escapes(std::uint32_t from, ChannelGraph& graph) const {
    std::vector<std::uint64_t> words = offers_[from].unguarded;
    for (std::size_t i = 0; i < words.size(); ++i) words[i] &= offers_[from].escape[i];
    add_offers(from, words, graph);
  }

  /// A shortest cycle of the escapes other than the rings that bubble flow control keeps moving;
  /// counts these, and notes how a packet can get into one unguarded.
  std::vector<std::uint32_t> cycle_beside_rings(const ChannelGraph& escapes) {
    ChannelGraph straight(channels_);
    ChannelGraph unguarded(channels_);
    for (std::uint32_t each = 0; each < channels_; ++each) {
      add_unguarded_escapes(each, straight);
      add_offers(each, offers_[each].unguarded, unguarded);
    }
    const std::vector<std::uint32_t> component = straight.components();
    std::vector<std::uint32_t> successor(channels_, kNone);
    for (std::uint32_t from = 0; from < channels_; ++from) {
      for (const std::uint32_t to : straight.next(from)) {
        if (component[to] != component[from]) continue;
        // More than one way on inside a component: no ring.
        if (successor[from] != kNone) return straight.shortest_cycle();
        successor[from] = to;
      }
    }
    for (std::uint32_t each = 0; each < channels_; ++each) {
      if (component[each] == each && successor[each] != kNone) ++report_.rings;
    }
    ChannelGraph rest(channels_);
    for (std::uint32_t from = 0; from < channels_; ++from) {
      for (const std::uint32_t to : unguarded.next(from)) {
        if (successor[to] == kNone || successor[from] == to || !report_.unguarded.empty()) continue;
        report_.unguarded = fmt::format("{} to {}", channel_text(netlist_, name_of(from)),
                                        channel_text(netlist_, name_of(to)));
      }
      for (const std::uint32_t to : escapes.next(from)) {
        if (successor[from] != to) rest.add(component[from], component[to]);
      }
    }
    return rest.shortest_cycle();
  }

  ChannelName name_of(std::uint32_t channel_index) const {
    return {static_cast<int>(channel_index >> vc_shift_),
            static_cast<int>(channel_index & ((1u << vc_shift_) - 1))};
  }

  DeadlockReport judge() {
    ChannelGraph dependencies(channels_);
    for (std::uint32_t each = 0; each < channels_; ++each) {
      if (offers_[each].all.empty()) continue;
      ++report_.channels;
      const Link& link = netlist_.links[each >> vc_shift_];
      const int vc = static_cast<int>(each & ((1u << vc_shift_) - 1));
      if (link.from.type == Endpoint::Type::kSwitch) {
        int& needed = report_.vcs_needed[static_cast<std::size_t>(link.kind)];
        needed = std::max(needed, vc + 1);
      }
      add_offers(each, offers_[each].all, dependencies);
    }
    report_.dependencies = dependencies.edges();
    std::vector<std::uint32_t> cycle = dependencies.shortest_cycle();
    if (cycle.empty() && report_.no_escape.empty()) {
      report_.method = Method::kAcyclic;
      return std::move(report_);
    }
    if (has_escape_ || bubble_) {
      ChannelGraph& escapes = indirect_;
      for (std::uint32_t each = 0; each < channels_; ++each) {
        add_offers(each, offers_[each].escape, escapes);
      }
      report_.escape_dependencies = escapes.edges();
      cycle = bubble_ ? cycle_beside_rings(escapes) : escapes.shortest_cycle();
      if (cycle.empty() && report_.no_escape.empty() && report_.unguarded.empty()) {
        report_.method = report_.rings > 0 ? Method::kBubble : Method::kEscape;
        return std::move(report_);
      }
    }
    for (const std::uint32_t each : cycle) report_.cycle.push_back(name_of(each));
    return std::move(report_);
  }

  const Netlist& netlist_;
  int vc_shift_;
  bool wormhole_;
  bool per_source_;
  bool bubble_;
  int injection_vcs_;
  PortMap ports_;
  std::vector<std::unique_ptr<SwitchRouter>> routers_;
  std::uint32_t channels_;
  ChannelGraph indirect_;                   ///< of escapes, beside those in offers_
  std::vector<std::uint32_t> first_state_;  ///< per channel, where its stamp is the current one
  std::vector<std::uint32_t> stamps_;       ///< per channel
  std::uint32_t stamp_ = 0;
  std::vector<Offers> offers_;                              ///< per channel
  std::vector<std::uint64_t> offered_, escape_, entering_;  ///< candidate sets

  NodeId destination_ = 0;
  NodeId source_ = 0;
  bool source_first_ = true;
  bool has_escape_ = false;  ///< some candidate does not belong to the escape
  std::vector<State> states_;
  std::vector<std::uint16_t> decisions_;  ///< header states after a decision
  std::vector<Hop> hops_;
  DeadlockReport report_;
};

}  // namespace

const char* deadlock_method_name(Method method) {
  switch (method) {
    case Method::kAcyclic:
      return "acyclic channel dependency graph";
    case Method::kEscape:
      return "escape subfunction";
    case Method::kBubble:
      return "bubble flow control";
    case Method::kNone:
      break;
  }
  return "none";
}

DeadlockReport check_deadlock(const RoutingContext& context, RoutingFunction& routing,
                              int injection_vcs, const std::function<void()>& destination_done) {
  return DependencyWalk(context, routing, injection_vcs).run(destination_done);
}

std::string channel_text(const Netlist& netlist, const ChannelName& channel) {
  const Link& link = netlist.links[static_cast<std::size_t>(channel.link)];
  return fmt::format("{}.vc{}", endpoint_name(netlist, link.from), channel.vc);
}

std::string cycle_text(const Netlist& netlist, const std::vector<ChannelName>& cycle) {
  std::string text;
  for (const ChannelName& each : cycle) text += channel_text(netlist, each) + " -> ";
  if (!cycle.empty()) text += channel_text(netlist, cycle.front());
  return text;
}

}  // namespace routing
}  // namespace netloom
