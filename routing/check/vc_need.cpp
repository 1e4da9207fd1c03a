#include "routing/check/vc_need.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "routing/check/route_states.h"
#include "routing/davc/labels.h"

namespace netloom {
inline namespace routing {
namespace {

/// The highest VC of the packets in every state, along the states in order.
class NeedWalk {
 public:
  explicit NeedWalk(DavcRouting& routing)
      : netlist_(*routing.inner_context().netlist),
        labels_(netlist_, routing.settings()),
        states_(routing.inner_context(), routing.inner()) {
    need_.vcs.assign(netlist_.kinds.size(), 0);
    need_.witnesses.resize(netlist_.kinds.size());
  }

  VcNeed run() {
    for (const RouteStates::Task& task : states_.tasks()) {
      states_.follow(task);
      need_.states += states_.states().size();
      need_.hops += states_.hops().size();
      climb(task);
    }
    return std::move(need_);
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  void climb(const RouteStates::Task& task) {
    const std::vector<RouteStates::State>& states = states_.states();
    const std::vector<std::uint32_t>& order = states_.in_order();
    if (order.size() < states.size() && !need_.unbounded) {
      need_.unbounded = true;
      need_.loop_destination = task.destination;
    }
    vcs_.assign(states.size(), 0);
    from_.assign(states.size(), kNone);
    for (const std::uint32_t index : order) {
      const RouteStates::State& state = states[index];
      const int vc = vcs_[index];
      if (index >= states_.roots()) count(task, index);
      for (std::size_t hop = state.first_hop; hop < state.last_hop; ++hop) {
        const std::uint32_t next = states_.hops()[hop];
        const int then = labels_.next_vc(state.link, vc, states[next].link);
        if (from_[next] != kNone && then <= vcs_[next]) continue;
        vcs_[next] = then;
        from_[next] = index;
      }
    }
  }

  /// Notes a state that needs more VCs than all before.
  void count(const RouteStates::Task& task, std::uint32_t index) {
    const std::vector<RouteStates::State>& states = states_.states();
    const auto kind =
        static_cast<std::size_t>(netlist_.links[static_cast<std::size_t>(states[index].link)].kind);
    if (vcs_[index] < need_.vcs[kind]) return;
    need_.vcs[kind] = vcs_[index] + 1;
    WitnessPath& path = need_.witnesses[kind];
    path.hops.clear();
    std::uint32_t each = index;
    for (; each >= states_.roots(); each = from_[each]) {
      path.hops.push_back({states[each].link, vcs_[each]});
    }
    std::reverse(path.hops.begin(), path.hops.end());
    path.source = netlist_.links[static_cast<std::size_t>(states[each].link)].from.index;
    path.destination = task.destination;
  }

  const Netlist& netlist_;
  DavcLabels labels_;
  RouteStates states_;
  std::vector<int> vcs_;             ///< per state
  std::vector<std::uint32_t> from_;  ///< per state: the one before it on the path with that VC
  VcNeed need_;
};

}  // namespace

int VcNeed::most() const {
  return *std::max_element(vcs.begin(), vcs.end());
}

VcNeed davc_vc_need(DavcRouting& routing) {
  return NeedWalk(routing).run();
}

std::string too_few_vcs(const RoutingContext& context, const VcNeed& need) {
  const Netlist& netlist = *context.netlist;
  const std::string& function =
      davc_function_names()[static_cast<std::size_t>(context.davc->rule.function())];
  if (need.unbounded) {
    return fmt::format(
        "DAVC ({}) needs any number of VCs: packets to {} can come back to where they were",
        function, netlist.hosts[need.loop_destination].name);
  }
  for (std::size_t kind = 0; kind < need.vcs.size(); ++kind) {
    if (need.vcs[kind] <= context.vcs[kind]) continue;
    return fmt::format(
        "DAVC ({}) needs {} VCs on links of the kind '{}', which have {}; a path that needs them "
        "is "
        "that of {}",
        function, need.vcs[kind], netlist.kinds[kind], context.vcs[kind],
        path_text(netlist, need.witnesses[kind]));
  }
  return {};
}

}  // namespace routing
}  // namespace netloom
