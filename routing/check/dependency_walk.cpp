#include "routing/check/dependency_walk.h"

#include <fmt/format.h>

#include <algorithm>

#include "routing/base/error.h"
#include "routing/check/programmed_routers.h"

namespace netloom {
inline namespace routing {

DependencyWalk::DependencyWalk(const RoutingContext& context, RoutingFunction& routing,
                               int injection_vcs)
    : netlist_(*context.netlist),
      vc_shift_(context.vc_shift),
      per_source_(routing.depends_on_source()),
      bubble_(routing.uses_bubble()),
      injection_vcs_(injection_vcs),
      ports_(*context.netlist),
      routers_(programmed_routers(context, routing)),
      channels_(static_cast<std::uint32_t>(netlist_.links.size() << vc_shift_)),
      first_state_(channels_, kNone),
      stamps_(channels_, 0),
      offers_(channels_),
      offered_(kMostWords),
      escape_(kMostWords),
      entering_(kMostWords) {
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
  if (++stamp_ == 0) {
    std::fill(stamps_.begin(), stamps_.end(), 0);
    stamp_ = 1;
  }
}

std::uint32_t DependencyWalk::reach(std::uint32_t at, std::uint32_t header, std::uint32_t from) {
  const std::uint32_t first = stamps_[at] == stamp_ ? first_state_[at] : kNone;
  for (std::uint32_t i = first; i != kNone; i = states_[i].next) {
    if (states_[i].header == header) return i;
  }
  const auto index = static_cast<std::uint32_t>(states_.size());
  states_.push_back({at, header, first, from});
  stamps_[at] = stamp_;
  first_state_[at] = index;
  return index;
}

/// Expands all states, in the order in which they are found.
void DependencyWalk::follow() {
  for (std::size_t i = 0; i < states_.size(); ++i) expand(i);
}

void DependencyWalk::expand(std::size_t index) {
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
    if (offered.empty() && stopped_.empty()) stopped_ = state_text(link, query);
    router.escape(query, escape);
    if (bubble_) router.entering(query, entering);
    add_hops(static_cast<std::uint32_t>(index), link, query, words, offers);
  }
  states_[index].last_hop = hops_.size();
}

void DependencyWalk::add_hops(std::uint32_t from, int link, const RouteQuery& query,
                              std::size_t words, Offers& offers) {
  const Endpoint at = netlist_.links[static_cast<std::size_t>(link)].to;
  const SwitchRouter& router = *routers_[at.index];
  const bool changes_state = router.changes_state();
  bool escapes = false;
  for (std::size_t i = 0; i < words; ++i) {
    if ((escape_[i] & ~offered_[i]) != 0) {
      throw BrokenInvariant(
          fmt::format("deadlock check: switch {} has an escape that it does not offer",
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
      const std::uint32_t header = changes_state ? router.next_state(query, port, vc) : query.state;
      hops_.push_back({reach(channel({out, vc}), header, from), is_escape});
    }
  }
  if (!escapes && no_escape_.empty()) {
    no_escape_ = state_text(link, query);
  }
}

std::string DependencyWalk::state_text(int link, const RouteQuery& query) const {
  return fmt::format("{} to {}", channel_text(netlist_, {link, query.input_vc}),
                     netlist_.hosts[destination_].name);
}

void DependencyWalk::for_each_channel(std::uint32_t from,
                                      const std::vector<std::uint64_t>& candidates,
                                      const std::function<void(std::uint32_t)>& body) const {
  const Endpoint at = netlist_.links[from >> vc_shift_].to;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    for (std::uint64_t rest = candidates[i]; rest != 0; rest &= rest - 1) {
      const int bit = static_cast<int>(i * 64) + __builtin_ctzll(rest);
      const int port = bit >> vc_shift_;
      const int out = port < ports_.ports(at.index) ? ports_.link_out(at.index, port) : -1;
      if (out < 0 || leads_to_host(out)) continue;
      body(channel({out, bit & ((1 << vc_shift_) - 1)}));
    }
  }
}

}  // namespace routing
}  // namespace netloom
