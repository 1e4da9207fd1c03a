#include "hw/network/zero_load.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "hw/config/network_sizes.h"
#include "hw/switch/base/fault_unit.h"
#include "routing/base/error.h"
#include "routing/decision/candidates.h"

namespace netloom {
inline namespace hw {
namespace {

std::size_t position(int value) {
  return static_cast<std::size_t>(value);
}

/// When the flits of a packet go through a switch.
struct Passing {
  Cycle granted = 0;   ///< the head
  Cycle crossed = 0;   ///< the last phit has left the input buffer
  Cycle followed = 0;  ///< the flit behind it comes to the front
  Cycle starts = 0;    ///< the head on the link
};

/// How a switch deals with packets.
struct Rules {
  Cycle routing_delay;
  Cycle crossbar_delay;
  Cycle speedup;
  Cycle last_flit;  ///< phits of the last flit of a packet
  bool store_and_forward;
};

/// A packet of so many phits whose head arrives in a cycle, behind another (docs/timing.md, rules 2
/// to 7).
Passing pass(const Rules& rules, Cycle arrival, Cycle phits, const Passing* before,
             Cycle phits_before) {
  Cycle front = arrival + (rules.store_and_forward ? phits - 1 : 0);
  if (before != nullptr) front = std::max(front, before->followed);
  Passing result;
  result.granted = front + rules.routing_delay;
  if (before != nullptr) result.granted = std::max(result.granted, before->crossed + 1);
  result.crossed = std::max(result.granted + (phits + rules.speedup - 1) / rules.speedup - 1,
                            arrival + phits - 1);
  result.followed = result.granted + (phits - rules.last_flit);
  result.starts = result.granted + rules.crossbar_delay;
  if (before != nullptr) result.starts = std::max(result.starts, before->starts + phits_before);
  return result;
}

Error no_way(NodeId from, NodeId to) {
  return Error(
      fmt::format("the switches' registers offer no way from host {} to host {}", from, to));
}

}  // namespace

ZeroLoad::ZeroLoad(const Network& network)
    : network_(network),
      ports_(network.netlist()),
      vc_shift_(vc_shift_of(network.config().switches.vcs, network.config().nic.injection_vcs)) {
  for (const LinkFault& fault : network.config().faults) {
    fault_cycles_.push_back(fault.cycle);
    Cycle& from = failing_links_.emplace(fault.link, fault.cycle).first->second;
    from = std::min(from, fault.cycle);
  }
  std::sort(fault_cycles_.begin(), fault_cycles_.end());
}

std::optional<Cycle> ZeroLoad::next_fault() const {
  const auto next = std::upper_bound(fault_cycles_.begin(), fault_cycles_.end(), network_.cycle());
  return next == fault_cycles_.end() ? std::nullopt : std::optional(*next);
}

bool ZeroLoad::works(int link) const {
  const auto found = failing_links_.find(link);
  return found == failing_links_.end() || network_.cycle() < found->second;
}

void ZeroLoad::forget() {
  const std::optional<Cycle> fault = next_fault();
  if (network_.register_writes() == register_writes_ && fault == fault_to_come_) return;
  register_writes_ = network_.register_writes();
  fault_to_come_ = fault;
  ways_.clear();
}

Cycle ZeroLoad::latency(NodeId from, NodeId to, const std::vector<std::uint32_t>& phits) {
  const std::optional<Cycle> found = find_latency(from, to, phits);
  if (!found) throw no_way(from, to);
  return *found;
}

std::optional<Cycle> ZeroLoad::find_latency(NodeId from, NodeId to,
                                            const std::vector<std::uint32_t>& phits) {
  const std::optional<Way>& found = find(from, to);
  if (!found) return std::nullopt;
  const Way& way = *found;
  const NetworkConfig& config = network_.config();
  const SwitchConfig& switches = config.switches;
  const auto& links = network_.netlist().links;
  std::vector<Passing> passings(way.links.size() - 1);  // of the packet before, per switch
  Cycle starts = 0, arrival = 0;
  for (std::size_t packet = 0; packet < phits.size(); ++packet) {
    const Cycle length = phits[packet];
    const Cycle before = packet == 0 ? 0 : phits[packet - 1];
    starts += before;
    arrival = starts + static_cast<Cycle>(links[position(way.links.front())].latency);
    for (std::size_t i = 0; i < passings.size(); ++i) {
      const Link& out = links[position(way.links[i + 1])];
      Rules rules{};
      rules.routing_delay =
          static_cast<Cycle>(std::max(switches.routing_delay, static_cast<int>(way.decided[i])));
      rules.crossbar_delay = static_cast<Cycle>(switches.crossbar_delay);
      const bool buffered = switches.output_buffer[position(out.kind)] > 0;
      rules.speedup = static_cast<Cycle>(buffered ? switches.speedup : 1);
      rules.store_and_forward = switches.switching == Switching::kStoreAndForward;
      rules.last_flit = length;
      if (switches.switching == Switching::kWormhole) {
        rules.last_flit = (length - 1) % static_cast<Cycle>(switches.flit_phits) + 1;
      }
      passings[i] = pass(rules, arrival, length, packet == 0 ? nullptr : &passings[i], before);
      arrival = passings[i].starts + static_cast<Cycle>(out.latency);
    }
    arrival += length - 1;
  }
  return arrival;
}

const ZeroLoad::Way& ZeroLoad::way(NodeId from, NodeId to) {
  const std::optional<Way>& found = find(from, to);
  if (!found) throw no_way(from, to);
  return *found;
}

const std::optional<ZeroLoad::Way>& ZeroLoad::find(NodeId from, NodeId to) {
  forget();
  const std::uint64_t key = std::uint64_t{from} << 32 | to;
  if (const auto known = ways_.find(key); known != ways_.end()) return known->second;
  Way begun;
  begun.links.push_back(ports_.injection(from));
  RouteQuery query;
  query.destination = to;
  query.source = from;
  query.cycle = network_.now();
  return ways_.emplace(key, walk(std::move(begun), query)).first->second;
}

int ZeroLoad::length(const Way& way) const {
  int result = 0;
  for (const int link : way.links) result += network_.netlist().links[position(link)].latency;
  return result;
}

std::optional<ZeroLoad::Way> ZeroLoad::walk(Way way, RouteQuery query) const {
  const Endpoint& at = network_.netlist().links[position(way.links.back())].to;
  if (at.type == Endpoint::Type::kHost) {
    return at.index == query.destination ? std::optional(std::move(way)) : std::nullopt;
  }
  if (way.links.size() > HopLimit::kMost) return std::nullopt;
  query.input_port = at.port;
  const SwitchRouter& router = network_.router(at.index);
  std::vector<std::uint16_t> decisions;
  if (router.decides()) router.decisions(query, decisions);
  way.decided.push_back(decisions.empty() ? 0 : 1);
  if (decisions.empty()) return pass_switch(std::move(way), query, router, at.index);
  std::optional<Way> best;
  for (const std::uint16_t state : decisions) {
    query.state = state;
    std::optional<Way> found = pass_switch(way, query, router, at.index);
    if (found && (!best || length(*found) < length(*best))) best = std::move(found);
  }
  return best;
}

std::optional<ZeroLoad::Way> ZeroLoad::pass_switch(Way way, RouteQuery query,
                                                   const SwitchRouter& router,
                                                   SwitchId switch_id) const {
  std::array<std::uint64_t, kMostCandidateWords> words{};
  const std::size_t count = candidate_words(ports_.ports(switch_id), vc_shift_);
  CandidateSet candidates(words.data(), static_cast<int>(count), vc_shift_);
  if (router.trigger() != nullptr) {
    router.minimal(query, candidates);
  } else {
    router.route(query, candidates);
  }
  int port = -1, vc = 0;
  bool offered = false;
  for_each_candidate(words.data(), count, vc_shift_, [&](int candidate_port, int candidate_vc) {
    offered = true;
    // What has deviated goes back by another way than it came, if there is one.
    const bool better =
        port < 0 || (way.deviated && port == query.input_port && candidate_port != port);
    if (!better || !works(ports_.link_out(switch_id, candidate_port))) return;
    port = candidate_port;
    vc = candidate_vc;
  });
  if (port < 0 && offered) {
    port = emergency_port(switch_id, query.input_port);
    way.deviated = true;
  }
  if (port < 0) return std::nullopt;
  query.state = router.next_state(query, port, vc);
  query.input_vc = vc;
  way.links.push_back(ports_.link_out(switch_id, port));
  return walk(std::move(way), query);
}

int ZeroLoad::emergency_port(SwitchId switch_id, int input_port) const {
  const FaultUnit* const unit = network_.fault_unit(switch_id);
  if (unit == nullptr) return -1;
  for (const int port : unit->emergency_ports(input_port)) {
    if (works(ports_.link_out(switch_id, port))) return port;
  }
  return -1;
}

}  // namespace hw
}  // namespace netloom
