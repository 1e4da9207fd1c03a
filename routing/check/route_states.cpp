#include "routing/check/route_states.h"

#include <algorithm>
#include <set>
#include <utility>

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
      first_state_(netlist_.links.size(), kNone),
      stamps_(netlist_.links.size(), 0) {}

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
  next_on_link_.clear();
  hops_.clear();
  if (++stamp_ == 0) {
    std::fill(stamps_.begin(), stamps_.end(), 0);
    stamp_ = 1;
  }
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
  const std::uint32_t first = stamps_[at] == stamp_ ? first_state_[at] : kNone;
  for (std::uint32_t i = first; i != kNone; i = next_on_link_[i]) {
    if (states_[i].header == header) return i;
  }
  const auto index = static_cast<std::uint32_t>(states_.size());
  states_.push_back({link, header, 0, 0});
  next_on_link_.push_back(first);
  stamps_[at] = stamp_;
  first_state_[at] = index;
  return index;
}

void RouteStates::expand(std::size_t index) {
  const State state = states_[index];
  const Link& link = netlist_.links[static_cast<std::size_t>(state.link)];
  const SwitchRouter& router = *routers_[link.to.index];
  RouteQuery query;
  query.destination = task_.destination;
  // With all sources at once the answer does not depend on which it is.
  query.source = link.from.type == Endpoint::Type::kHost ? link.from.index
                 : task_.source == kAllSources           ? 0
                                                         : task_.source;
  query.state = state.header;
  query.input_port = link.to.port;
  states_[index].first_hop = hops_.size();
  decisions_.clear();
  if (router.decides()) router.decisions(query, decisions_);
  if (decisions_.empty()) decisions_.push_back(static_cast<std::uint16_t>(query.state));
  for (const std::uint16_t header : decisions_) {
    query.state = header;
    add_hops(link.to.index, query);
  }
  states_[index].last_hop = hops_.size();
}

void RouteStates::add_hops(SwitchId at, const RouteQuery& query) {
  SwitchRouter& router = *routers_[at];
  const int ports = ports_.ports(at);
  offered_.assign(((static_cast<std::size_t>(ports) << vc_shift_) + 63) / 64, 0);
  CandidateSet offered(offered_.data(), static_cast<int>(offered_.size()), vc_shift_);
  router.route(query, offered);
  const bool changes_state = router.changes_state();
  int last_port = -1;
  for (std::size_t i = 0; i < offered_.size(); ++i) {
    for (std::uint64_t rest = offered_[i]; rest != 0; rest &= rest - 1) {
      const int bit = static_cast<int>(i * 64) + __builtin_ctzll(rest);
      const int port = bit >> vc_shift_;
      if (port == last_port) continue;  // on another VC
      last_port = port;
      const int out = port < ports ? ports_.link_out(at, port) : -1;
      if (out < 0) continue;  // the connectivity check's to report
      if (netlist_.links[static_cast<std::size_t>(out)].to.type == Endpoint::Type::kHost) continue;
      hops_.push_back(reach(out, changes_state ? router.next_state(query, port, 0) : query.state));
    }
  }
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
