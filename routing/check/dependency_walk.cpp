#include "routing/check/dependency_walk.h"

#include <fmt/format.h>

#include <algorithm>

#include "routing/base/error.h"
#include "routing/check/decided.h"
#include "routing/check/programmed_routers.h"
#include "routing/decision/candidates.h"

namespace netloom {
inline namespace routing {

DependencyWalk::DependencyWalk(const RoutingContext& context, RoutingFunction& routing,
                               int injection_vcs, bool hosts_wait)
    : netlist_(*context.netlist),
      vc_shift_(context.vc_shift),
      per_source_(routing.depends_on_source()),
      bubble_(routing.uses_bubble()),
      injection_vcs_(injection_vcs),
      hosts_wait_(hosts_wait),
      ports_(*context.netlist),
      routers_(programmed_routers(context, routing)),
      channels_(static_cast<std::uint32_t>(netlist_.links.size() << vc_shift_)),
      found_(channels_),
      offers_(channels_),
      to_hosts_(channels_, false),
      offered_(kMostCandidateWords),
      escape_(kMostCandidateWords),
      entering_(kMostCandidateWords) {
  if (injection_vcs < 1 || injection_vcs > 1 << vc_shift_) {
    throw Error(fmt::format("deadlock check: injection_vcs is {}; allowed: 1 to {}", injection_vcs,
                            1 << vc_shift_));
  }
}

void DependencyWalk::run(const std::function<void()>& followed,
                         const std::function<void()>& destination_done) {
  const auto hosts = static_cast<NodeId>(netlist_.hosts.size());
  for (NodeId destination = 0; destination < hosts; ++destination) {
    bool source_first = true;
    for (NodeId source = 0; source < hosts; ++source) {
      if (source == destination) continue;
      if (source_first || per_source_) begin(destination);
      source_first = false;
      source_ = source;
      for (int vc = 0; vc < injection_vcs_; ++vc) {
        reach(channel({ports_.injection(source), vc}), 0, kNone);
      }
      if (!per_source_) continue;
      follow();
      followed();
    }
    if (!per_source_) {
      follow();
      followed();
    }
    if (destination_done) destination_done();
  }
}

void DependencyWalk::begin(NodeId destination) {
  destination_ = destination;
  states_.clear();
  hops_.clear();
  found_.clear();
}

std::uint32_t DependencyWalk::reach(std::uint32_t at, std::uint32_t header, std::uint32_t from) {
  const std::uint32_t known =
      found_.find(at, [&](std::uint32_t index) { return states_[index].header == header; });
  if (known != kNone) return known;
  states_.push_back({at, header, from});
  return found_.add(at);
}

/// Expands all states, in the order in which they are found.
void DependencyWalk::follow() {
  for (std::size_t i = 0; i < states_.size(); ++i) expand(i);
}

void DependencyWalk::expand(std::size_t index) {
  const State state = states_[index];
  const int link = static_cast<int>(state.channel >> vc_shift_);
  const Endpoint at = netlist_.links[static_cast<std::size_t>(link)].to;
  if (at.type == Endpoint::Type::kHost) {
    to_hosts_[state.channel] = true;
    states_[index].first_hop = states_[index].last_hop = hops_.size();
    return;
  }
  RouteQuery query;
  query.destination = destination_;
  query.source = source_;
  query.state = state.header;
  query.input_port = at.port;
  query.input_vc = static_cast<int>(state.channel & ((1u << vc_shift_) - 1));
  const std::size_t words = candidate_words(ports_.ports(at.index), vc_shift_);
  Offers& offers = offers_[state.channel];
  offers.all.resize(words, 0);
  offers.escape.resize(words, 0);
  offers.unguarded.resize(words, 0);

  states_[index].first_hop = hops_.size();
  for_each_decided(*routers_[at.index], query, [&](const RouteQuery& decided) {
    add_hops(static_cast<std::uint32_t>(index), link, decided, offers);
  });
  states_[index].last_hop = hops_.size();
}

void DependencyWalk::add_hops(std::uint32_t from, int link, const RouteQuery& query,
                              Offers& offers) {
  const SwitchId at = netlist_.links[static_cast<std::size_t>(link)].to.index;
  const SwitchRouter& router = *routers_[at];
  const std::size_t words = offers.all.size();
  const auto emptied = [&](std::vector<std::uint64_t>& buffer) {
    std::fill_n(buffer.begin(), words, 0);
    return CandidateSet(buffer.data(), static_cast<int>(words), vc_shift_);
  };
  CandidateSet offered = emptied(offered_), escape = emptied(escape_),
               entering = emptied(entering_);
  router.route(query, offered);
  if (offered.empty() && stopped_.empty()) stopped_ = state_text(link, query);
  router.escape(query, escape);
  if (bubble_) router.entering(query, entering);

  for (std::size_t i = 0; i < words; ++i) {
    if ((escape_[i] & ~offered_[i]) != 0) {
      throw BrokenInvariant(
          fmt::format("deadlock check: switch {} has an escape that it does not offer",
                      netlist_.switches[at].name));
    }
    offers.all[i] |= offered_[i];
    offers.escape[i] |= escape_[i];
    offers.unguarded[i] |= offered_[i] & ~entering_[i];
  }
  const bool changes_state = router.changes_state();
  for_each_candidate(offered_.data(), words, vc_shift_, [&](int port, int vc) {
    const bool is_escape = escape.contains(port, vc);
    has_escape_ = has_escape_ || !is_escape;
    const int out = link_behind(at, port);
    if (out < 0) return;
    const std::uint32_t header = changes_state ? router.next_state(query, port, vc) : query.state;
    hops_.push_back({reach(channel({out, vc}), header, from), is_escape});
  });
  if (escape.empty() && no_escape_.empty()) no_escape_ = state_text(link, query);
}

int DependencyWalk::link_behind(SwitchId at, int port) const {
  const int out = port < ports_.ports(at) ? ports_.link_out(at, port) : -1;
  if (out < 0) return -1;  // the connectivity check's to report
  const Link& link = netlist_.links[static_cast<std::size_t>(out)];
  return link.to.type == Endpoint::Type::kHost && !hosts_wait_ ? -1 : out;
}

std::string DependencyWalk::state_text(int link, const RouteQuery& query) const {
  return fmt::format("{} to {}", channel_text(netlist_, {link, query.input_vc}),
                     netlist_.hosts[destination_].name);
}

void DependencyWalk::for_each_channel(std::uint32_t from,
                                      const std::vector<std::uint64_t>& candidates,
                                      const std::function<void(std::uint32_t)>& body) const {
  const SwitchId at = netlist_.links[from >> vc_shift_].to.index;
  for_each_candidate(candidates.data(), candidates.size(), vc_shift_, [&](int port, int vc) {
    const int out = link_behind(at, port);
    if (out >= 0) body(channel({out, vc}));
  });
}

}  // namespace routing
}  // namespace netloom
