#include "rtl/view/switch_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <set>

#include "hw/switch/hop_watch.h"
#include "routing/base/error.h"
#include "routing/base/hash_of.h"

namespace netloom {
inline namespace rtl {
namespace {

/// Of the module `crossbar`.
constexpr std::size_t kMostCrossbarInputs = 512;
/// Of the module `switch_random`.
constexpr std::size_t kMostRandomUsers = 1024;

/// Of all ports, 32 bits each, port 0 lowest, as a number of SystemVerilog.
std::string port_vector(const SwitchPlan& plan,
                        const std::function<int(const PortShape& shape)>& value) {
  std::string digits;
  for (auto shape = plan.ports.rbegin(); shape != plan.ports.rend(); ++shape) {
    digits += fmt::format("{:08x}", value(*shape));
  }
  return fmt::format("{}'h{}", 32 * plan.ports.size(), digits);
}

/// Phits that the buffers behind an output channel of a port hold; 0: it leads to a host, or
/// nowhere.
int capacity_behind(const PortShape& shape) {
  return shape.output_vcs > 0 && shape.credits > 0 ? shape.credits + shape.output_buffer : 0;
}

/// Per port, of a phit that waits behind it: with these all full buffers have the same weight, the
/// least that there is. Error: that is more than a switch in RTL compares.
std::string fill_weights(const SwitchPlan& plan) {
  constexpr std::int64_t kMost = 4194303;
  std::set<int> capacities;
  for (const PortShape& shape : plan.ports) capacities.insert(capacity_behind(shape));
  capacities.erase(0);
  std::int64_t full = 1;
  for (const int capacity : capacities) {
    full = std::lcm(full, std::int64_t{capacity});
    if (full <= kMost) continue;
    throw Error(
        fmt::format("switch {}: the buffers behind its outputs hold {} phits, and a switch in RTL "
                    "compares them by a common multiple; allowed: 1 to {}",
                    plan.name, fmt::join(capacities, ", "), kMost));
  }
  return port_vector(plan, [&](const PortShape& shape) {
    const int capacity = capacity_behind(shape);
    return capacity == 0 ? 0 : static_cast<int>(full / capacity);
  });
}

/// The number under which a module knows a choice.
template <class Choice>
int number_of(Choice choice) {
  return static_cast<int>(choice);
}

}  // namespace

std::string SwitchKind::name() const {
  const std::string text = fmt::format("{}", fmt::join(parameters, " "));
  // Two kinds with one name would need two texts with the same 64 bits.
  return fmt::format("netloom_switch_{:016x}", hash_of(text));
}

SwitchKind switch_kind(const SwitchPlan& plan, const SwitchRoute& route) {
  const NetworkConfig& config = *plan.config;
  const SwitchConfig& switches = config.switches;
  if (plan.control_packets) {
    throw Error(
        fmt::format("switch {}: hosts send control packets, which a switch in RTL does not "
                    "know; allowed: other views, or none of these",
                    plan.name));
  }
  const std::size_t channels = plan.ports.size() << plan.vc_shift;
  if (switches.crossbar == CrossbarKind::kFull && channels > kMostCrossbarInputs) {
    throw Error(
        fmt::format("switch {}: a full crossbar in RTL with an input for each of {} channels "
                    "(ports, times VCs rounded up to a power of two); allowed: 1 to {}",
                    plan.name, channels, kMostCrossbarInputs));
  }
  if (plan.picking == Picking::kRandom && channels > kMostRandomUsers) {
    throw Error(
        fmt::format("switch {}: a random selection in RTL for each of {} channels (ports, times "
                    "VCs rounded up to a power of two); allowed: 1 to {}",
                    plan.name, channels, kMostRandomUsers));
  }
  SwitchKind kind;
  kind.header.hosts = static_cast<std::uint32_t>(plan.hosts->size());
  kind.header.packet_phits = static_cast<std::uint32_t>(config.nic.packet_phits);
  kind.header.hop_limit = plan.hop_watch->limit();
  kind.phit_bits = (header_bits(kind.header) + 7) / 8 * 8;
  for (const PortShape& shape : plan.ports) {
    kind.most_phits = std::max({kind.most_phits, shape.credits, shape.output_buffer});
  }
  const bool buffered = std::any_of(plan.ports.begin(), plan.ports.end(),
                                    [](const PortShape& each) { return each.output_buffer > 0; });
  const auto add = [&kind](const char* name, const auto& value) {
    kind.parameters.push_back(fmt::format("{}={}", name, value));
  };
  add("Ports", plan.ports.size());
  add("VcShift", plan.vc_shift);
  add("PhitWidth", kind.phit_bits);
  add("Hosts", kind.header.hosts);
  add("LargestPacket", kind.header.packet_phits);
  add("LargestFlit", plan.largest_flit);
  add("HopLimit", kind.header.hop_limit);
  add("OneSize", plan.smallest_flit == plan.largest_flit ? 1 : 0);
  add("InputVcs", port_vector(plan, [](const PortShape& shape) { return shape.input_vcs; }));
  add("InputPhits", port_vector(plan, [](const PortShape& shape) { return shape.input_buffer; }));
  add("OutputVcs", port_vector(plan, [](const PortShape& shape) { return shape.output_vcs; }));
  add("OutputPhits", port_vector(plan, [](const PortShape& shape) { return shape.credits; }));
  add("BufferPhits", port_vector(plan, [](const PortShape& shape) { return shape.output_buffer; }));
  add("MostPhits", kind.most_phits);
  std::string hosts;
  for (auto port = route.from_host.rbegin(); port != route.from_host.rend(); ++port) {
    hosts += *port ? '1' : '0';
  }
  add("FromHosts", fmt::format("{}'b{}", hosts.size(), hosts));
  add("StoreForward", switches.switching == Switching::kStoreAndForward ? 1 : 0);
  add("RoutingDelay", switches.routing_delay);
  add("Delay", switches.crossbar_delay);
  add("Speedup", buffered ? switches.speedup : 1);
  add("Full", switches.crossbar == CrossbarKind::kFull ? 1 : 0);
  add("Allocator", number_of(switches.allocator));
  add("Iterations", switches.iterations);
  add("Arbiter", number_of(switches.arbiter));
  add("Selection", number_of(plan.picking));
  if (switches.transit_priority) add("TransitPriority", 1);
  add("Bubble", plan.bubble ? 1 : 0);
  if (plan.router->trigger() != nullptr) add("FillWeights", fill_weights(plan));
  if (plan.config->has_live_faults()) {
    add("Failing", 1);
    // Links to hosts do not fail, and no packet is deviated to them.
    const bool first_stage = hosts.find('1') != std::string::npos;
    const bool deviates = plan.config->fault_handling.emergency_path && !first_stage;
    add("DownPorts", deviates ? route.down_ports : 0);
  }
  kind.parameters.insert(kind.parameters.end(), route.parameters.begin(), route.parameters.end());
  return kind;
}

}  // namespace rtl
}  // namespace netloom
