#include "hw/config/network_sizes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>

#include "routing/base/bits.h"
#include "routing/netlist/longest_way.h"

namespace netloom {
inline namespace hw {

namespace {

std::size_t to_size(int value) {
  return static_cast<std::size_t>(value);
}

int most_vcs(const std::vector<int>& vcs, int injection_vcs) {
  return std::accumulate(vcs.begin(), vcs.end(), injection_vcs,
                         [](int a, int b) { return std::max(a, b); });
}

/// A packet may go back and forth between switches whose links have failed until the fabric manager
/// leads it around them: after its delay, and, for each failed link, as many writes as words may
/// change. A hop takes two cycles at least, in the crossbar and on the link.
std::uint64_t hops_between_writes(const RoutingFunction& routing, const NetworkConfig& config) {
  const FaultHandling& handling = config.fault_handling;
  if (handling.way != FaultWay::kCentral) return 0;
  const std::uint64_t cycles =
      static_cast<std::uint64_t>(handling.delay) +
      static_cast<std::uint64_t>(handling.write) * routing.words_per_fault().value_or(0);
  return config.faults.size() * cycles / 2;
}

}  // namespace

int control_phits(const NetworkConfig& config) {
  const int phits = config.fault_handling.control_phits;
  return phits == 0 ? config.nic.packet_phits : phits;
}

int smallest_packet(const NetworkConfig& config) {
  const int smallest =
      config.smallest_packet == 0 ? config.nic.packet_phits : config.smallest_packet;
  return config.floods() ? std::min(smallest, control_phits(config)) : smallest;
}

std::pair<int, int> flit_sizes(const NetworkConfig& config) {
  const int packet = config.nic.packet_phits;
  const int smallest = smallest_packet(config);
  if (config.switches.switching != Switching::kWormhole) return {smallest, packet};
  const int flit = config.switches.flit_phits;
  if (smallest != packet) return {1, flit};
  if (packet <= flit) return {packet, packet};
  return {packet % flit == 0 ? flit : packet % flit, flit};
}

int most_ports(const Netlist& netlist, const NetworkConfig& config) {
  const int control_ports = config.floods() ? 1 : 0;
  int most = 1;
  for (const SwitchInfo& info : netlist.switches) most = std::max(most, info.ports + control_ports);
  return most;
}

int vc_shift_of(const std::vector<int>& vcs, int injection_vcs) {
  return ceil_log2(static_cast<std::uint64_t>(most_vcs(vcs, injection_vcs)));
}

CalendarSize calendar_size(const Netlist& netlist, const NetworkConfig& config, int quantum) {
  int latency = 1;
  for (const Link& link : netlist.links) latency = std::max(latency, link.latency);
  const SwitchConfig& switches = config.switches;
  // Heads that one routing unit may have before it.
  std::size_t heads = to_size(most_vcs(switches.vcs, config.nic.injection_vcs));
  if (switches.routing_units == RoutingUnits::kSwitch) {
    int ports = 1;
    for (const SwitchInfo& each : netlist.switches) ports = std::max(ports, each.ports);
    heads *= to_size(ports);
  }
  // A flit that is granted, and its credit; a head that is to be routed.
  const std::size_t crossing = to_size(flit_sizes(config).second);
  const std::size_t sent = to_size(switches.crossbar_delay) + to_size(latency) + crossing;
  const std::size_t routed = to_size(switches.routing_delay) * (heads + 1);
  CalendarSize size;
  while (size.length < to_size(quantum) + std::max(sent, routed) + 2) size.length *= 2;
  while (size.timers < std::max(crossing, routed) + 2) size.timers *= 2;
  return size;
}

HopLimit hop_limit_of(const Netlist& netlist, const RoutingFunction& routing,
                      const NetworkConfig& config) {
  HopLimit result;
  const std::optional<std::uint32_t> longest = routing.longest_way();
  result.longest_way = longest ? *longest : longest_shortest_way(netlist);
  std::uint64_t limit =
      std::uint64_t{result.longest_way} * static_cast<std::uint64_t>(config.simulation.hop_factor);
  // A packet that comes to a failed link goes back, as often as registers are not up to date.
  limit *= 1 + 2 * config.faults.size();
  limit += hops_between_writes(routing, config);
  result.limit = static_cast<std::uint32_t>(std::min<std::uint64_t>(limit, HopLimit::kMost));
  return result;
}

}  // namespace hw
}  // namespace netloom
