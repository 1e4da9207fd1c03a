#include "routing/check/connectivity.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "routing/base/error.h"
#include "routing/check/decided.h"
#include "routing/check/departures.h"
#include "routing/check/found_states.h"
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
        found_(netlist_.links.size()),
        offered_(kMostCandidateWords) {
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
  static constexpr std::uint32_t kNone = FoundStates::kNone;
  static constexpr int kNowhere = -1;

  struct State {
    int link;              ///< by which the head came
    std::uint32_t header;  ///< routing state in the header
    VcSet vcs;             ///< on which the head can be
    std::uint64_t paths = 0;
    int longest = kNowhere;  ///< links between switches from here to the destination
    bool open = true;        ///< on the way that is being followed
    bool reaches = false;
    bool endangered = false;
    std::size_t first_edge = 0;
    std::size_t last_edge = 0;
  };

  struct Frame {
    std::uint32_t state;
    std::size_t edge;  ///< the next to follow
  };

  void begin() {
    states_.clear();
    edges_.clear();
    found_loop_ = false;
    found_.clear();
  }

  std::uint32_t find(int link, std::uint32_t header, const VcSet& vcs) const {
    return found_.find(static_cast<std::size_t>(link), [&](std::uint32_t index) {
      return states_[index].vcs == vcs && states_[index].header == header;
    });
  }

  /// Makes the state and its edges.
  std::uint32_t add(int link, std::uint32_t header, const VcSet& vcs) {
    const std::uint32_t index = found_.add(static_cast<std::size_t>(link));
    State added{};
    added.link = link;
    added.header = header;
    added.vcs = vcs;
    states_.push_back(added);
    expand(index);
    return index;
  }

  /// Asks the router of the switch where the state's link ends.
  void expand(std::uint32_t index) {
    const Endpoint at = netlist_.links[static_cast<std::size_t>(states_[index].link)].to;
    RouteQuery query;
    query.destination = destination_;
    query.source = source_;
    query.state = states_[index].header;
    query.input_port = at.port;
    query.input_vc = states_[index].vcs.lowest();
    states_[index].first_edge = edges_.size();
    for_each_decided(*routers_[at.index], query,
                     [&](const RouteQuery& decided) { add_edges(index, at, decided); });
    states_[index].last_edge = edges_.size();
  }

  /// Adds what the state leads to, after any decision there.
  void add_edges(std::uint32_t index, const Endpoint& at, RouteQuery query) {
    const SwitchRouter& router = *routers_[at.index];
    const bool changes_state = router.changes_state();
    const std::size_t words = candidate_words(ports_.ports(at.index), vc_shift_);
    departures_.clear();
    for (VcSet rest = states_[index].vcs; !rest.empty(); rest.remove_lowest()) {
      query.input_vc = rest.lowest();
      std::fill_n(offered_.begin(), words, 0);
      CandidateSet candidates(offered_.data(), static_cast<int>(words), vc_shift_);
      router.route(query, candidates);
      if (options_.visit) options_.visit(at.index, query, candidates);
      if (candidates.empty()) {
        report(index, Kind::kNoOutput, at.index, [&] {
          return fmt::format("switch {} offers no output to what comes in by port {} on VC {}",
                             name(at.index), at.port, query.input_vc);
        });
      }
      departures_.begin_packet();
      for_each_candidate(offered_.data(), words, vc_shift_, [&](int port, int vc) {
        departures_.add(port, vc, changes_state ? router.next_state(query, port, vc) : query.state);
      });
    }
    for (const Departure& departure : departures_.list()) take(index, at.index, departure);
  }

  /// Adds what lies behind one output.
  void take(std::uint32_t index, SwitchId at, const Departure& departure) {
    const int port = departure.port;
    VcSet vcs = departure.vcs;
    const int link = port < ports_.ports(at) ? ports_.link_out(at, port) : kNowhere;
    if (link < 0) {
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
    State& current = states_[index];
    current.reaches = true;
    current.paths = saturating_sum(current.paths, 1);
    current.longest = std::max(current.longest, 0);
  }

  void search(NodeId source) {
    source_ = source;
    const int injection = ports_.injection(source);
    const VcSet vcs = VcSet::first(options_.injection_vcs);
    if (find(injection, 0, vcs) != kNone || source == destination_) return;
    const std::uint32_t root = add(injection, 0, vcs);
    frames_.push_back({root, states_[root].first_edge});
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      if (frame.edge == states_[frame.state].last_edge) {
        const std::uint32_t done = frame.state;
        states_[done].open = false;
        frames_.pop_back();
        if (!frames_.empty()) inherit(frames_.back().state, done);
        continue;
      }
      const Edge edge = edges_[frame.edge++];
      const std::uint32_t known = find(edge.link, edge.header, edge.vcs);
      if (known == kNone) {
        const std::uint32_t index = add(edge.link, edge.header, edge.vcs);
        frames_.push_back({index, states_[index].first_edge});
      } else if (states_[known].open) {
        report_loop(known);
      } else {
        inherit(frame.state, known);
      }
    }
  }

  /// Adds to a state what is known of one it leads to.
  void inherit(std::uint32_t index, std::uint32_t next) {
    State& current = states_[index];
    const State& behind = states_[next];
    current.paths = saturating_sum(current.paths, behind.paths);
    current.reaches = current.reaches || behind.reaches;
    current.endangered = current.endangered || behind.endangered;
    if (behind.longest != kNowhere) current.longest = std::max(current.longest, behind.longest + 1);
  }

  /// In a loop a state is left before all that it leads to is known; completes what was missed.
  void finish() {
    if (!found_loop_) return;
    for (bool changed = true; changed;) {
      changed = false;
      for (State& current : states_) {
        for (std::size_t i = current.first_edge; i < current.last_edge && !current.reaches; ++i) {
          const std::uint32_t next = find(edges_[i].link, edges_[i].header, edges_[i].vcs);
          if (!states_[next].reaches) continue;
          current.reaches = true;
          changed = true;
        }
      }
    }
  }

  void add_pair(NodeId source) {
    const VcSet vcs = VcSet::first(options_.injection_vcs);
    const State& start = states_[find(ports_.injection(source), 0, vcs)];
    ++report_.pairs;
    if (!start.reaches) ++report_.unconnected;
    if (start.endangered) ++report_.endangered;
    report_.paths = saturating_sum(report_.paths, start.paths);
    report_.longest_path = std::max(report_.longest_path, start.longest);
  }

  const std::string& name(SwitchId id) const { return netlist_.switches[id].name; }

  template <class Message>
  void report(std::uint32_t index, Kind kind, SwitchId at, Message message) {
    states_[index].endangered = true;
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
  void report_loop(std::uint32_t closing) {
    loops_ = true;
    found_loop_ = true;
    const Endpoint at = netlist_.links[static_cast<std::size_t>(states_[closing].link)].to;
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
  std::vector<Edge> edges_;  ///< of all states, each one's together
  Departures departures_;    ///< of the one that is being expanded
  std::vector<Frame> frames_;
  FoundStates found_;                   ///< by link
  std::vector<std::uint64_t> offered_;  ///< a candidate set
  bool found_loop_ = false;             ///< in the current walk
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
