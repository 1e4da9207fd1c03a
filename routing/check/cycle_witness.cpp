#include "routing/check/cycle_witness.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "routing/check/dependency_walk.h"

namespace netloom {
inline namespace routing {
namespace {

class WitnessSearch {
 public:
  WitnessSearch(const RoutingContext& context, RoutingFunction& routing, int injection_vcs,
                const DeadlockReport& report)
      : netlist_(*context.netlist),
        walk_(context, routing, injection_vcs, report.answering_hosts > 0),
        escapes_(report.escape_dependencies > 0),
        indirect_(escapes_ && context.wormhole),
        injection_vcs_(static_cast<std::uint32_t>(injection_vcs)),
        witnesses_(report.cycle.size()) {
    for (const ChannelName& each : report.cycle) {
      place_.emplace(walk_.channel(each), cycle_.size());
      cycle_.push_back(walk_.channel(each));
    }
  }

  std::vector<CycleWitness> run() {
    walk_.run([this] { look(); }, {});
    return std::move(witnesses_);
  }

 private:
  using State = DependencyWalk::State;
  using Hop = DependencyWalk::Hop;
  static constexpr std::uint32_t kNone = DependencyWalk::kNone;

  const State& state(std::uint32_t index) const { return walk_.states()[index]; }
  std::uint32_t next_in_cycle(std::size_t place) const {
    return cycle_[(place + 1) % cycle_.size()];
  }

  void look() {
    const std::vector<State>& states = walk_.states();
    for (std::uint32_t i = 0; i < states.size(); ++i) {
      if (states[i].from == kNone && i % injection_vcs_ == 0) follow_only_way(i);
    }
    for (std::uint32_t i = 0; i < states.size(); ++i) {
      const auto found = place_.find(states[i].channel);
      if (found != place_.end() && witnesses_[found->second].path.hops.empty()) {
        look_behind(i, found->second);
      }
    }
  }

  /// The state that comes after one in which a packet is offered one channel alone.
  std::uint32_t only_next(std::uint32_t index) const {
    const State& at = state(index);
    return at.last_hop - at.first_hop == 1 ? walk_.hops()[at.first_hop].state : kNone;
  }

  /// From the injection channels of a host, of which `root` is the first.
  void follow_only_way(std::uint32_t root) {
    std::uint32_t at = only_next(root);
    for (std::uint32_t vc = 1; vc < injection_vcs_; ++vc) {
      if (only_next(root + vc) != at) return;
    }
    std::vector<std::uint32_t> way;
    while (at != kNone && way.size() <= walk_.states().size()) {
      way.push_back(at);
      const std::uint32_t next = only_next(at);
      const auto found = place_.find(state(at).channel);
      if (next != kNone && found != place_.end() &&
          state(next).channel == next_in_cycle(found->second)) {
        CycleWitness& witness = witnesses_[found->second];
        if (!witness.only_way || way.size() - 1 < witness.holds) {
          witness = {path_of(root, way), way.size() - 1, true};
          witness.path.hops.push_back(walk_.name_of(state(next).channel));
        }
      }
      at = next;
    }
  }

  /// Whether a packet in a state of the channel at `place` may wait for the next one, at once or,
  /// in wormhole, after hops outside the escape, with which it holds the channel still.
  void look_behind(std::uint32_t index, std::size_t place) {
    std::vector<std::uint32_t> queue(1, index);
    std::unordered_map<std::uint32_t, std::uint32_t> before{{index, kNone}};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const State& at = state(queue[i]);
      for (std::size_t each = at.first_hop; each < at.last_hop; ++each) {
        const Hop& hop = walk_.hops()[each];
        if ((!escapes_ || hop.escape) && state(hop.state).channel == next_in_cycle(place)) {
          note(index, place, queue[i], before);
          return;
        }
        if (indirect_ && !hop.escape && before.emplace(hop.state, queue[i]).second) {
          queue.push_back(hop.state);
        }
      }
    }
  }

  /// A packet that holds the channel in the state `holds`, and waits in `waits` for the next.
  void note(std::uint32_t holds, std::size_t place, std::uint32_t waits,
            const std::unordered_map<std::uint32_t, std::uint32_t>& before) {
    std::vector<std::uint32_t> way;
    for (std::uint32_t each = waits; each != kNone; each = before.at(each)) way.push_back(each);
    const std::size_t behind = way.size() - 1;
    std::uint32_t root = holds;
    for (; state(root).from != kNone; root = state(root).from) {
      if (root != holds) way.push_back(root);
    }
    std::reverse(way.begin(), way.end());
    CycleWitness& witness = witnesses_[place];
    witness = {path_of(root, way), way.size() - 1 - behind, false};
    witness.path.hops.push_back(walk_.name_of(next_in_cycle(place)));
  }

  WitnessPath path_of(std::uint32_t root, const std::vector<std::uint32_t>& way) const {
    WitnessPath path;
    const auto injection = static_cast<std::size_t>(walk_.name_of(state(root).channel).link);
    path.source = netlist_.links[injection].from.index;
    path.destination = walk_.destination();
    for (const std::uint32_t each : way) path.hops.push_back(walk_.name_of(state(each).channel));
    return path;
  }

  const Netlist& netlist_;
  DependencyWalk walk_;
  bool escapes_;   ///< the cycle is one of dependencies on escapes
  bool indirect_;  ///< of those behind hops outside the escape, too
  std::uint32_t injection_vcs_;
  std::vector<std::uint32_t> cycle_;
  std::unordered_map<std::uint32_t, std::size_t> place_;  ///< of a channel in the cycle
  std::vector<CycleWitness> witnesses_;                   ///< without hops: not found yet
};

}  // namespace

std::vector<CycleWitness> cycle_witnesses(const RoutingContext& context, RoutingFunction& routing,
                                          int injection_vcs, const DeadlockReport& report) {
  if (report.cycle.empty() || routing.uses_bubble()) return {};
  return WitnessSearch(context, routing, injection_vcs, report).run();
}

}  // namespace routing
}  // namespace netloom
