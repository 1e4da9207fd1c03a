#include "routing/check/deadlock.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "routing/check/channel_graph.h"
#include "routing/check/dependency_walk.h"
#include "routing/decision/vc_classes.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace routing {
namespace {

using Method = DeadlockReport::Method;

/// What the walk over all packets says about waiting in circles.
class DeadlockJudge {
 public:
  DeadlockJudge(const RoutingContext& context, RoutingFunction& routing, int injection_vcs,
                const AnsweringHosts& answering)
      : netlist_(*context.netlist),
        wormhole_(context.wormhole),
        bubble_(routing.uses_bubble()),
        ejection_(VcClasses::of(context.vcs.front(), context.classes)),
        injection_(VcClasses::of(injection_vcs, context.classes)),
        answering_(answering),
        walk_(context, routing, injection_vcs, !answering.empty()),
        channels_(walk_.channels()),
        indirect_(channels_) {
    report_.vcs_needed.assign(netlist_.kinds.size(), 0);
    report_.answering_hosts = answering.size();
  }

  DeadlockReport run(const std::function<void()>& destination_done) {
    walk_.run(
        [this] {
          report_.states += walk_.states().size();
          if (wormhole_ && walk_.has_escape()) add_indirect();
        },
        destination_done);
    report_.no_escape = walk_.no_escape();
    report_.stopped = walk_.stopped();
    return judge();
  }

 private:
  using State = DependencyWalk::State;
  using Hop = DependencyWalk::Hop;
  static constexpr std::uint32_t kNone = DependencyWalk::kNone;

  /// Adds the dependencies of one channel on those that its packets have been offered.
  void add_offers(std::uint32_t from, const std::vector<std::uint64_t>& candidates,
                  ChannelGraph& graph) const {
    walk_.for_each_channel(from, candidates, [&](std::uint32_t to) { graph.add(from, to); });
  }

  /// Adds those of requests on responses, where they end.
  void add_answering(ChannelGraph& graph) const {
    if (answering_.empty()) return;
    const PortMap ports(netlist_);
    const int responses = injection_.first(injection_.of_responses());
    for (const NodeId host : answering_) {
      for (int vc = 0; vc < ejection_.of_each; ++vc) {
        const std::uint32_t from = walk_.channel({ports.ejection(host), vc});
        if (!walk_.comes_to_host(from)) continue;
        for (int to = responses; to < responses + injection_.of_each; ++to) {
          graph.add(from, walk_.channel({ports.injection(host), to}));
        }
      }
    }
  }

  /// Wormhole: what a state holds depends on the escapes behind any hops outside the escape.
  void add_indirect() {
    const std::vector<State>& states = walk_.states();
    const std::vector<Hop>& hops = walk_.hops();
    std::vector<std::uint32_t> seen(states.size(), 0), stack;
    for (std::uint32_t start = 0; start < states.size(); ++start) {
      stack.assign(1, start);
      while (!stack.empty()) {
        const State& state = states[stack.back()];
        stack.pop_back();
        for (std::size_t i = state.first_hop; i < state.last_hop; ++i) {
          const Hop& hop = hops[i];
          if (hop.escape) {
            indirect_.add(states[start].channel, states[hop.state].channel);
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
    std::vector<std::uint64_t> words = walk_.offers(from).unguarded;
    for (std::size_t i = 0; i < words.size(); ++i) words[i] &= walk_.offers(from).escape[i];
    add_offers(from, words, graph);
  }

  /// A shortest cycle of the escapes other than the rings that bubble flow control keeps moving;
  /// counts these, and notes how a packet can get into one unguarded.
  std::vector<std::uint32_t> cycle_beside_rings(const ChannelGraph& escapes) {
    ChannelGraph straight(channels_);
    ChannelGraph unguarded(channels_);
    for (std::uint32_t each = 0; each < channels_; ++each) {
      add_unguarded_escapes(each, straight);
      add_offers(each, walk_.offers(each).unguarded, unguarded);
    }
    add_answering(straight);
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
        report_.unguarded = fmt::format("{} to {}", channel_text(netlist_, walk_.name_of(from)),
                                        channel_text(netlist_, walk_.name_of(to)));
      }
      for (const std::uint32_t to : escapes.next(from)) {
        if (successor[from] != to) rest.add(component[from], component[to]);
      }
    }
    return rest.shortest_cycle();
  }

  DeadlockReport judge() {
    ChannelGraph dependencies(channels_);
    for (std::uint32_t each = 0; each < channels_; ++each) {
      if (walk_.comes_to_host(each)) ++report_.channels;
      if (walk_.offers(each).all.empty()) continue;
      ++report_.channels;
      const ChannelName name = walk_.name_of(each);
      const Link& link = netlist_.links[static_cast<std::size_t>(name.link)];
      if (link.from.type == Endpoint::Type::kSwitch) {
        int& needed = report_.vcs_needed[static_cast<std::size_t>(link.kind)];
        needed = std::max(needed, name.vc + 1);
      }
      add_offers(each, walk_.offers(each).all, dependencies);
    }
    add_answering(dependencies);
    report_.dependencies = dependencies.edges();
    std::vector<std::uint32_t> cycle = dependencies.shortest_cycle();
    if (cycle.empty() && report_.no_escape.empty()) {
      report_.method = Method::kAcyclic;
      return std::move(report_);
    }
    if (walk_.has_escape() || bubble_) {
      ChannelGraph& escapes = indirect_;
      for (std::uint32_t each = 0; each < channels_; ++each) {
        add_offers(each, walk_.offers(each).escape, escapes);
      }
      add_answering(escapes);
      report_.escape_dependencies = escapes.edges();
      cycle = bubble_ ? cycle_beside_rings(escapes) : escapes.shortest_cycle();
      if (cycle.empty() && report_.no_escape.empty() && report_.unguarded.empty()) {
        report_.method = report_.rings > 0 ? Method::kBubble : Method::kEscape;
        return std::move(report_);
      }
    }
    for (const std::uint32_t each : cycle) report_.cycle.push_back(walk_.name_of(each));
    return std::move(report_);
  }

  const Netlist& netlist_;
  bool wormhole_;
  bool bubble_;
  VcClasses ejection_, injection_;
  const AnsweringHosts& answering_;
  DependencyWalk walk_;
  std::uint32_t channels_;
  ChannelGraph indirect_;  ///< of escapes, beside those that are offered
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
                              int injection_vcs, const std::function<void()>& destination_done,
                              const AnsweringHosts& answering) {
  return DeadlockJudge(context, routing, injection_vcs, answering).run(destination_done);
}

}  // namespace routing
}  // namespace netloom
