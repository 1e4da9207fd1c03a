#include "routing/check/route_states.h"

#include <algorithm>
#include <set>
#include <utility>

#include "routing/check/decided.h"
#include "routing/check/programmed_routers.h"
#include "routing/decision/candidates.h"

namespace netloom {
inline namespace routing {
namespace {

/// All hosts, or the first one of those that are sources and destinations at the same switches: a
/// unidirectional network takes packets in elsewhere than it delivers them.
std::vector<NodeId> representatives(const Netlist& netlist, const PortMap& ports, bool all) {
  std::set<std::pair<SwitchId, SwitchId>> seen;
  std::vector<NodeId> hosts;
  for (NodeId host = 0; host < netlist.hosts.size(); ++host) {
    const SwitchId in = netlist.links[static_cast<std::size_t>(ports.injection(host))].to.index;
    const SwitchId out = netlist.links[static_cast<std::size_t>(ports.ejection(host))].from.index;
    if (seen.emplace(in, out).second || all) hosts.push_back(host);
  }
  return hosts;
}

}  // namespace

RouteStates::RouteStates(const RoutingContext& context, RoutingFunction& routing)
    : netlist_(*context.netlist),
      vc_shift_(context.vc_shift),
      per_source_(routing.depends_on_source()),
      ports_(*context.netlist),
      routers_(programmed_routers(context, routing)),
      hosts_(representatives(netlist_, ports_, routing.tells_hosts_apart())),
      found_(netlist_.links.size()) {}

std::vector<RouteStates::Task> RouteStates::tasks() const {
  std::vector<Task> tasks;
  for (const NodeId destination : hosts_) {
    if (!per_source_) {
      tasks.push_back({destination, kAllSources});
      continue;
    }
    for (const NodeId source : hosts_) {
      if (source != destination) tasks.push_back({destination, source});
    }
  }
  return tasks;
}

void RouteStates::follow(const Task& task) {
  task_ = task;
  states_.clear();
  hops_.clear();
  found_.clear();
  if (task.source != kAllSources) {
    reach(ports_.injection(task.source), 0);
  } else {
    for (const NodeId source : hosts_) {
      if (source != task.destination) reach(ports_.injection(source), 0);
    }
  }
  roots_ = states_.size();
  for (std::size_t i = 0; i < states_.size(); ++i) expand(i);
}

std::uint32_t RouteStates::reach(int link, std::uint32_t header) {
  const auto at = static_cast<std::size_t>(link);
  const std::uint32_t known =
      found_.find(at, [&](std::uint32_t index) { return states_[index].header == header; });
  if (known != FoundStates::kNone) return known;
  states_.push_back({link, header, 0, 0});
  return found_.add(at);
}

void RouteStates::expand(std::size_t index) {
  const State state = states_[index];
  const Link& link = netlist_.links[static_cast<std::size_t>(state.link)];
  RouteQuery query;
  query.destination = task_.destination;
  // With all sources at once the answer does not depend on which it is.
  query.source = link.from.type == Endpoint::Type::kHost ? link.from.index
                 : task_.source == kAllSources           ? 0
                                                         : task_.source;
  query.state = state.header;
  query.input_port = link.to.port;
  states_[index].first_hop = hops_.size();
  for_each_decided(*routers_[link.to.index], query,
                   [&](const RouteQuery& decided) { add_hops(link.to.index, decided); });
  states_[index].last_hop = hops_.size();
}

void RouteStates::add_hops(SwitchId at, const RouteQuery& query) {
  const SwitchRouter& router = *routers_[at];
  const int ports = ports_.ports(at);
  offered_.assign(candidate_words(ports, vc_shift_), 0);
  CandidateSet offered(offered_.data(), static_cast<int>(offered_.size()), vc_shift_);
  router.route(query, offered);
  const bool changes_state = router.changes_state();
  int last_port = -1;
  for_each_candidate(offered_.data(), offered_.size(), vc_shift_, [&](int port, int /*vc*/) {
    if (port == last_port) return;  // on another VC
    last_port = port;
    const int out = port < ports ? ports_.link_out(at, port) : -1;
    if (out < 0) return;  // the connectivity check's to report
    if (netlist_.links[static_cast<std::size_t>(out)].to.type == Endpoint::Type::kHost) return;
    hops_.push_back(reach(out, changes_state ? router.next_state(query, port, 0) : query.state));
  });
}

const std::vector<std::uint32_t>& RouteStates::in_order() {
  entries_.assign(states_.size(), 0);
  for (const std::uint32_t to : hops_) ++entries_[to];
  order_.clear();
  for (std::uint32_t i = 0; i < states_.size(); ++i) {
    if (entries_[i] == 0) order_.push_back(i);
  }
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const State& state = states_[order_[i]];
    for (std::size_t hop = state.first_hop; hop < state.last_hop; ++hop) {
      if (--entries_[hops_[hop]] == 0) order_.push_back(hops_[hop]);
    }
  }
  return order_;
}

}  // namespace routing
}  // namespace netloom
