#include "hw/config/lookahead.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <utility>

#include "hw/config/joined_switches.h"
#include "hw/config/network_sizes.h"
#include "routing/base/joined.h"

namespace netloom {
inline namespace hw {

namespace {

/// Cycles that pass at least before what a switch does in a cycle starts on a link of this kind: a
/// flit that is granted has to cross, and the credit of one leaves with its last phit. What has
/// crossed already, and what failed links cut off, starts at once.
int cycles_before_link(const NetworkConfig& config, int kind) {
  const SwitchConfig& switches = config.switches;
  if (!config.faults.empty() || switches.output_buffer[static_cast<std::size_t>(kind)] > 0) {
    return 0;
  }
  const bool any_buffer = std::any_of(switches.output_buffer.begin(), switches.output_buffer.end(),
                                      [](int phits) { return phits > 0; });
  const int speedup = any_buffer ? switches.speedup : 1;
  const int crossing = (flit_sizes(config).first + speedup - 1) / speedup;
  return std::min(switches.crossbar_delay, crossing - 1);
}

/// Cycles that pass at least from when a flit is sent on an ejection link until its tail is there,
/// as the fast view knows it.
int cycles_to_host(const NetworkConfig& config, const Link& link) {
  const bool at_grant = config.faults.empty() &&
                        config.switches.output_buffer[static_cast<std::size_t>(link.kind)] == 0;
  return (at_grant ? config.switches.crossbar_delay : 0) + link.latency + flit_sizes(config).first -
         1;
}

}  // namespace

Lookahead::Lookahead(const Netlist& netlist, const NetworkConfig& config,
                     const StatusBroadcast& broadcast, bool reacts,
                     const std::vector<NodeId>& told_in_time)
    : switches_(netlist.switches.size()), area_(broadcast.area == 0 ? switches_ : broadcast.area) {
  if (config.nic.acknowledges()) everyone_ = 1;  // acknowledgements are seen one cycle later
  if (broadcast.words > 0) status_ = broadcast.least_delay;
  for (SwitchId id = 0; id < switches_; ++id) {
    any_pins_ = any_pins_ || config.view(id) != SwitchView::kFast;
  }
  std::vector<int> before_link;
  for (int kind = 0; kind < static_cast<int>(netlist.kinds.size()); ++kind) {
    before_link.push_back(cycles_before_link(config, kind));
  }
  for (const Link& link : netlist.links) {
    const bool between_switches = link.from.type == Endpoint::Type::kSwitch &&
                                  link.to.type == Endpoint::Type::kSwitch &&
                                  link.from.index != link.to.index;
    if (!between_switches) continue;
    // What comes by pins is seen when its link starts.
    const bool pins = config.view(link.from.index) != SwitchView::kFast ||
                      config.view(link.to.index) != SwitchView::kFast;
    const int before = pins ? 0 : before_link[static_cast<std::size_t>(link.kind)];
    couplings_.push_back({link.from.index, link.to.index, link.latency + before, pins});
  }
  if (!told_in_time.empty()) {
    const PortMap ports(netlist);
    for (const NodeId host : told_in_time) {
      const Link& link = netlist.links[static_cast<std::size_t>(ports.ejection(host))];
      // Pins tell when the tail leaves.
      const bool pins = config.view(link.from.index) != SwitchView::kFast;
      arrivals_ = std::min(arrivals_, pins ? link.latency : cycles_to_host(config, link));
    }
  }
  if (reacts) {
    const PortMap ports(netlist);
    for (NodeId host = 0; host < netlist.hosts.size(); ++host) {
      const Link& in = netlist.links[static_cast<std::size_t>(ports.injection(host))];
      const Link& out = netlist.links[static_cast<std::size_t>(ports.ejection(host))];
      if (in.to.index == out.from.index) continue;
      couplings_.push_back({in.to.index, out.from.index, 1, any_pins_});
      shared_.push_back({in.to.index, out.from.index});
    }
  }
  add_shared(config);
}

void Lookahead::add_shared(const NetworkConfig& config) {
  std::vector<std::string> reasons;
  if (!shared_.empty()) {
    reasons.emplace_back(
        "hosts that answer receive at another switch than that at which they send");
  }
  const auto share = [&](std::size_t area, const char* reason) {
    for (std::size_t id = 0; id < switches_; ++id) {
      const std::size_t first = id / area * area;
      if (id != first) shared_.push_back({static_cast<SwitchId>(first), static_cast<SwitchId>(id)});
    }
    reasons.emplace_back(reason);
  };
  if (config.nic.acknowledges()) {
    share(switches_, "nic.reorder_buffer has hosts acknowledge in the next cycle");
  }
  if (any_pins_) share(switches_, "views has switches with pins");
  if (status_ != kNone) share(area_, "the routing function has switches publish their queues");
  shared_by_ = joined(reasons);
}

int Lookahead::most_threads(const std::vector<int>& region_of) const {
  JoinedSwitches together(switches_);
  for (const Shared& each : shared_) together.join(each.a, each.b);
  std::map<int, SwitchId> first;  // by region
  for (SwitchId id = 0; id < region_of.size(); ++id) {
    together.join(id, first.try_emplace(region_of[id], id).first->second);
  }
  int result = 0;
  for (SwitchId id = 0; id < switches_; ++id) result += together.root(id) == id ? 1 : 0;
  return result;
}

int Lookahead::quantum() const {
  int result = std::min({kLongestQuantum, everyone_, status_});
  for (const Coupling& each : couplings_) result = std::min(result, each.cycles);
  return result;
}

int Lookahead::window(const std::vector<int>& region_of) const {
  int result = std::min(kLongestWindow, arrivals_);
  const bool several = std::any_of(region_of.begin(), region_of.end(),
                                   [&](int region) { return region != region_of.front(); });
  if (several) result = std::min(result, everyone_);
  for (const Coupling& each : couplings_) {
    if (each.apart || region_of[each.a] != region_of[each.b]) {
      result = std::min(result, each.cycles);
    }
  }
  if (status_ == kNone) return result;
  if (any_pins_) return std::min(result, status_);
  for (std::size_t id = 0; id < switches_; ++id) {
    if (region_of[id] != region_of[id / area_ * area_]) return std::min(result, status_);
  }
  return result;
}

Cycle cycles_until_told_sent(const Netlist& netlist, const NetworkConfig& config,
                             const std::vector<NodeId>& hosts) {
  const PortMap ports(netlist);
  int result = kLongestWindow;
  for (const NodeId host : hosts) {
    const Link& link = netlist.links[static_cast<std::size_t>(ports.ejection(host))];
    result = std::min(result, cycles_to_host(config, link));
  }
  return static_cast<Cycle>(result);
}

}  // namespace hw
}  // namespace netloom
