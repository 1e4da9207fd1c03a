#include "routing/check/connectivity.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "routing/base/error.h"
#include "routing/check/programmed_routers.h"
#include "routing/check/vc_set.h"

namespace netloom {
inline namespace routing {
namespace {

using Kind = ConnectivityProblem::Kind;

std::uint64_t saturating_sum(std::uint64_t a, std::uint64_t b) {
  std::uint64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::uint64_t>::max() : sum;
}

/// Depth-first search over the states of the packets to one destination. A state is the link by
/// which a head comes into a switch, its header state, and the set of VCs it can be on: since a
/// sequence of links and header states determines that set, different sequences are counted once
/// whatever the VCs.
class Walk {
 public:
  Walk(const RoutingContext& context, RoutingFunction& routing, const ConnectivityOptions& options)
      : netlist_(*context.netlist),
        vcs_(context.vcs),
        vc_shift_(context.vc_shift),
        options_(options),
        ports_(*context.netlist),
        routers_(programmed_routers(context, routing)),
        first_state_(netlist_.links.size()),
        stamps_(netlist_.links.size(), 0),
        offered_(kMostWords),
        union_(kMostWords) {
    const int most = std::min(1 << std::clamp(vc_shift_, 0, 30), kMaxVirtualChannels);
    if (vc_shift_ < 0 || 1 << vc_shift_ > most || vcs_.size() != netlist_.kinds.size() ||
        std::any_of(vcs_.begin(), vcs_.end(), [=](int n) { return n < 1 || n > most; })) {
      throw Error(fmt::format(
          "connectivity check: the virtual channels need a count from 1 to {} for each of the {} "
          "link kinds",
          most, netlist_.kinds.size()));
    }
    if (options.injection_vcs < 1 || options.injection_vcs > kMaxVirtualChannels) {
      throw Error(fmt::format("connectivity check: injection_vcs is {}; allowed: 1 to {}",
                              options.injection_vcs, kMaxVirtualChannels));
    }
  }

  ConnectivityReport run(bool per_source) {
    const auto hosts = static_cast<NodeId>(netlist_.hosts.size());
    for (NodeId destination = 0; destination < hosts; ++destination) {
      destination_ = destination;
      if (!per_source) {
        begin();
        for (NodeId source = 0; source < hosts; ++source) search(source);
        finish();
      }
      for (NodeId source = 0; source < hosts; ++source) {
        if (source == destination) continue;
        if (per_source) {
          begin();
          search(source);
          finish();
        }
        add_pair(source);
      }
      if (options_.destination_done) options_.destination_done();
    }
    if (loops_) {
      report_.paths = 0;
      report_.longest_path = 0;
    }
    return std::move(report_);
  }

 private:
  static constexpr std::size_t kMostWords =
      std::size_t{kMaxPorts} * std::size_t{kMaxVirtualChannels} / 64;
  static constexpr int kNone = -1;

  struct State {
    int link;              ///< by which the head came
    std::uint32_t header;  ///< routing state in the header
    int next;              ///< another state with the same link; kNone: the last
    VcSet vcs;             ///< on which the head can be
    std::uint64_t paths = 0;
    int longest = kNone;  ///< links between switches from here to the destination
    bool open = true;     ///< on the way that is being followed
    bool reaches = false;
    bool endangered = false;
    std::size_t first_edge = 0;
    std::size_t last_edge = 0;
  };

  /// What a state is offered: an output port, the header state with which it leaves there, and the
  /// VCs that it may take.
  struct Departure {
    int port;
    std::uint32_t header;
    VcSet vcs;
  };

  struct Frame {
    int state;
    std::size_t edge;  ///< the next to follow
  };

  void begin() {
    states_.clear();
    edges_.clear();
    found_loop_ = false;
    if (++stamp_ == 0) {
      std::fill(stamps_.begin(), stamps_.end(), 0);
      stamp_ = 1;
    }
  }

  State& state(int index) { return states_[static_cast<std::size_t>(index)]; }

  int find(int link, std::uint32_t header, const VcSet& vcs) const {
    const auto place = static_cast<std::size_t>(link);
    if (stamps_[place] != stamp_) return kNone;
    for (int i = first_state_[place]; i != kNone; i = states_[static_cast<std::size_t>(i)].next) {
      const State& each = states_[static_cast<std::size_t>(i)];
      if (each.vcs == vcs && each.header == header) return i;
    }
    return kNone;
  }

  /// Makes the state and its edges.
  int add(int link, std::uint32_t header, const VcSet& vcs) {
    const auto place = static_cast<std::size_t>(link);
    const int index = static_cast<int>(states_.size());
    State added{};
    added.link = link;
    added.header = header;
    added.vcs = vcs;
    added.next = stamps_[place] == stamp_ ? first_state_[place] : kNone;
    stamps_[place] = stamp_;
    first_state_[place] = index;
    states_.push_back(added);
    expand(index);
    return index;
  }

  /// Asks the router of the switch where the state's link ends.
  void expand(int index) {
    const Endpoint at = netlist_.links[static_cast<std::size_t>(state(index).link)].to;
    const int port_count = ports_.ports(at.index);
    const std::size_t words = ((static_cast<std::size_t>(port_count) << vc_shift_) + 63) / 64;
    RouteQuery query;
    query.destination = destination_;
    query.source = source_;
    query.state = state(index).header;
    query.input_port = at.port;
    state(index).first_edge = edges_.size();
    query.input_vc = state(index).vcs.lowest();
    decisions_.clear();
    if (routers_[at.index]->decides()) routers_[at.index]->decisions(query, decisions_);
    if (decisions_.empty()) decisions_.push_back(static_cast<std::uint16_t>(query.state));
    for (const std::uint16_t header : decisions_) {
      query.state = header;
      add_edges(index, at, query, words);
    }
    state(index).last_edge = edges_.size();
  }

  /// Adds what the state leads to, after any decision there.
  void add_edges(int index, const Endpoint& at, RouteQuery query, std::size_t words) {
    const bool changes_state = routers_[at.index]->changes_state();
    departures_.clear();
    std::fill_n(union_.begin(), words, 0);
    for (VcSet rest = state(index).vcs; !rest.empty(); rest.remove_lowest()) {
      query.input_vc = rest.lowest();
      std::fill_n(offered_.begin(), words, 0);
      CandidateSet candidates(offered_.data(), static_cast<int>(words), vc_shift_);
      routers_[at.index]->route(query, candidates);
      if (options_.visit) options_.visit(at.index, query, candidates);
      if (candidates.empty()) {
        report(index, Kind::kNoOutput, at.index, [&] {
          return fmt::format("switch {} offers no output to what comes in by port {} on VC {}",
                             name(at.index), at.port, query.input_vc);
        });
      }
      if (changes_state) {
        add_departures(*routers_[at.index], query, words);
        continue;
      }
      for (std::size_t i = 0; i < words; ++i) union_[i] |= offered_[i];
    }

    Departure same_state{kNone, query.state, VcSet()};
    for (std::size_t i = 0; i < words; ++i) {
      for (std::uint64_t rest = union_[i]; rest != 0; rest &= rest - 1) {
        const int bit = static_cast<int>(i * 64) + __builtin_ctzll(rest);
        if (const int port = bit >> vc_shift_; port != same_state.port) {
          if (same_state.port != kNone) take(index, at.index, same_state);
          same_state.port = port;
          same_state.vcs = VcSet();
        }
        same_state.vcs.add(bit & ((1 << vc_shift_) - 1));
      }
    }
    if (same_state.port != kNone) take(index, at.index, same_state);
    for (const Departure& departure : departures_) take(index, at.index, departure);
  }

  /// Sorts what the router offers by port and header state.
  void add_departures(const SwitchRouter& router, const RouteQuery& query, std::size_t words) {
    for (std::size_t i = 0; i < words; ++i) {
      for (std::uint64_t rest = offered_[i]; rest != 0; rest &= rest - 1) {
        const int bit = static_cast<int>(i * 64) + __builtin_ctzll(rest);
        const int port = bit >> vc_shift_;
        const int vc = bit & ((1 << vc_shift_) - 1);
        const std::uint32_t header = router.next_state(query, port, vc);
        auto found = std::find_if(
            departures_.begin(), departures_.end(),
            [=](const Departure& each) { return each.port == port && each.header == header; });
        if (found == departures_.end()) found = departures_.insert(found, {port, header, VcSet()});
        found->vcs.add(vc);
      }
    }
  }

  /// Adds what lies behind one output.
  void take(int index, SwitchId at, const Departure& departure) {
    const int port = departure.port;
    VcSet vcs = departure.vcs;
    const int link = port < ports_.ports(at) ? ports_.link_out(at, port) : kNone;
    if (link == kNone) {
      report(index, Kind::kNoLink, at, [&] {
        return fmt::format("switch {} offers port {}, which has no link", name(at), port);
      });
      return;
    }
    const Link& output = netlist_.links[static_cast<std::size_t>(link)];
    const int count = vcs_[static_cast<std::size_t>(output.kind)];
    const VcSet there = vcs & VcSet::first(count);
    if (there != vcs) {
      report(index, Kind::kNoVc, at, [&] {
        return fmt::format("switch {} offers VC {} of port {}, which has {}", name(at),
                           vcs.highest(), port, count);
      });
      vcs = there;
      if (vcs.empty()) return;
    }
    if (output.to.type == Endpoint::Type::kSwitch) {
      edges_.push_back({link, departure.header, vcs});
      return;
    }
    if (output.to.index != destination_) {
      report(index, Kind::kWrongHost, at, [&] {
        return fmt::format("switch {} delivers to {}", name(at),
                           netlist_.hosts[output.to.index].name);
      });
      return;
    }
    State& current = state(index);
    current.reaches = true;
    current.paths = saturating_sum(current.paths, 1);
    current.longest = std::max(current.longest, 0);
  }

  void search(NodeId source) {
    source_ = source;
    const int injection = ports_.injection(source);
    const VcSet vcs = VcSet::first(options_.injection_vcs);
    if (find(injection, 0, vcs) != kNone || source == destination_) return;
    const int root = add(injection, 0, vcs);
    frames_.push_back({root, state(root).first_edge});
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      if (frame.edge == state(frame.state).last_edge) {
        const int done = frame.state;
        state(done).open = false;
        frames_.pop_back();
        if (!frames_.empty()) inherit(frames_.back().state, done);
        continue;
      }
      const Edge edge = edges_[frame.edge++];
      const int known = find(edge.link, edge.header, edge.vcs);
      if (known == kNone) {
        const int index = add(edge.link, edge.header, edge.vcs);
        frames_.push_back({index, state(index).first_edge});
      } else if (state(known).open) {
        report_loop(known);
      } else {
        inherit(frame.state, known);
      }
    }
  }

  /// Adds to a state what is known of one it leads to.
  void inherit(int index, int next) {
    State& current = state(index);
    const State& behind = state(next);
    current.paths = saturating_sum(current.paths, behind.paths);
    current.reaches = current.reaches || behind.reaches;
    current.endangered = current.endangered || behind.endangered;
    if (behind.longest != kNone) current.longest = std::max(current.longest, behind.longest + 1);
  }

  /// In a loop a state is left before all that it leads to is known; completes what was missed.
  void finish() {
    if (!found_loop_) return;
    for (bool changed = true; changed;) {
      changed = false;
      for (State& current : states_) {
        for (std::size_t i = current.first_edge; i < current.last_edge && !current.reaches; ++i) {
          const int next = find(edges_[i].link, edges_[i].header, edges_[i].vcs);
          if (!state(next).reaches) continue;
          current.reaches = true;
          changed = true;
        }
      }
    }
  }

  void add_pair(NodeId source) {
    const VcSet vcs = VcSet::first(options_.injection_vcs);
    const State& start = state(find(ports_.injection(source), 0, vcs));
    ++report_.pairs;
    if (!start.reaches) ++report_.unconnected;
    if (start.endangered) ++report_.endangered;
    report_.paths = saturating_sum(report_.paths, start.paths);
    report_.longest_path = std::max(report_.longest_path, start.longest);
  }

  const std::string& name(SwitchId id) const { return netlist_.switches[id].name; }

  template <class Message>
  void report(int index, Kind kind, SwitchId at, Message message) {
    state(index).endangered = true;
    ++report_.problem_count;
    if (report_.problems.size() >= options_.most_problems) return;
    ConnectivityProblem problem;
    problem.kind = kind;
    problem.source = source_;
    problem.destination = destination_;
    problem.at = at;
    problem.message = fmt::format("from {} to {}: {}", netlist_.hosts[source_].name,
                                  netlist_.hosts[destination_].name, message());
    report_.problems.push_back(std::move(problem));
  }

  /// The way that is being followed leads back to one of its own states.
  void report_loop(int closing) {
    loops_ = true;
    found_loop_ = true;
    const Endpoint at = netlist_.links[static_cast<std::size_t>(state(closing).link)].to;
    report(frames_.back().state, Kind::kLoop, at.index, [&] {
      std::string way;
      auto frame = std::find_if(frames_.begin(), frames_.end(),
                                [closing](const Frame& each) { return each.state == closing; });
      for (; frame != frames_.end(); ++frame) {
        const Link& link = netlist_.links[static_cast<std::size_t>(edges_[frame->edge - 1].link)];
        way += (way.empty() ? "" : ", ") + endpoint_name(netlist_, link.from);
      }
      return "the way can go in circles: " + way;
    });
  }

  struct Edge {
    int link;
    std::uint32_t header;
    VcSet vcs;
  };

  const Netlist& netlist_;
  const VcCounts vcs_;
  const int vc_shift_;
  const ConnectivityOptions options_;
  const PortMap ports_;
  std::vector<std::unique_ptr<SwitchRouter>> routers_;

  NodeId source_ = 0;
  NodeId destination_ = 0;
  std::vector<State> states_;
  std::vector<Edge> edges_;               ///< of all states, each one's together
  std::vector<std::uint16_t> decisions_;  ///< header states of the one that is being expanded
  std::vector<Departure> departures_;     ///< of it, after one of these decisions
  std::vector<Frame> frames_;
  std::vector<int> first_state_;       ///< per link, where its stamp is the current one
  std::vector<std::uint32_t> stamps_;  ///< per link
  std::uint32_t stamp_ = 0;
  std::vector<std::uint64_t> offered_, union_;  ///< candidate sets
  bool found_loop_ = false;                     ///< in the current walk
  bool loops_ = false;
  ConnectivityReport report_;
};

}  // namespace

ConnectivityReport check_connectivity(const RoutingContext& context, RoutingFunction& routing,
                                      const ConnectivityOptions& options) {
  return Walk(context, routing, options).run(routing.depends_on_source());
}

}  // namespace routing
}  // namespace netloom
