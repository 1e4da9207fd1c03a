// What a switch in RTL does not do.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hw/config/network_sizes.h"
#include "routing/base/joined.h"
#include "routing/base/parameters.h"
#include "routing/decision/selection.h"
#include "routing/netlist/topology.h"
#include "routing/topology/kary_labels.h"
#include "rtl/adapter/power_of_two.h"
#include "sim/config/fault_plan.h"
#include "sim/config/views.h"

namespace netloom {
inline namespace sim {
namespace {

/// Each cycle is a stage of the crossbar for each output, which Verilator unrolls.
constexpr int kMostCrossbarDelay = 256;
/// Of the module `forwarding_registers`.
constexpr std::size_t kMostForwarded = 65536;

/// A value of a key that RTL does not do.
std::string refused(std::string_view key, std::string_view value, std::string_view allowed) {
  return fmt::format("{} {}; allowed: {}", key, value, allowed);
}

/// Routing functions, and the VC policies that each can have.
std::map<std::string, std::vector<std::string>> policies_by_function() {
  std::map<std::string, std::vector<std::string>> result = {
      {"dor", {"free", "iodet", "single", "davc"}}, {"min", {"ascending", "davc"}}};
  for (const char* const function : {"olm", "par62", "rlm"}) result[function] = {"ascending"};
  for (const char* const function : {"destro", "destro_nonminimal", "det_lin", "ecmp", "ft2ei",
                                     "interval", "ruft", "shortest_path", "table", "up_down"}) {
    result[function] = {"free", "single", "davc"};
  }
  return result;
}

/// Of functions that decide by digits of node numbers.
std::optional<std::string> digits_refusal(const Config& config) {
  const ParameterMap& parameters = config.routing_parameters;
  if (parameters.count("implementation") > 0 &&
      string_parameter(parameters, "implementation") == "table") {
    return refused("routing.implementation", "table", "fir, arithmetic");
  }
  const std::unique_ptr<Topology> topology = topology_of(config.netlist);
  const auto* const tree = dynamic_cast<const KaryLabels*>(topology.get());
  if (tree == nullptr || is_power_of_two(static_cast<std::uint32_t>(tree->k()))) return {};
  return refused("network.k", std::to_string(tree->k()), "a power of two");
}

/// A switch in RTL has ports whose links fail, and its registers written. It sends no control
/// packets, and looks at its registers when the routing of a head ends, and not when it begins.
std::optional<std::string> failed_links_refusal(const Config& config) {
  const bool live = std::any_of(config.faults.begin(), config.faults.end(),
                                [](const FaultConfig& each) { return fails_later(each); });
  if (!live) return {};
  if (config.network.fault_handling.way == FaultWay::kFlood) {
    return "faults: links that fail while the network runs; allowed: faults before the start "
           "(cycle 0), or fault_handling.way central";
  }
  if (config.network.switches.routing_delay != 1) {
    return refused("switch.routing_delay", std::to_string(config.network.switches.routing_delay),
                   "with faults during the run 1");
  }
  if (vc_shift_of(config.vcs, config.network.nic.injection_vcs) > 0) {
    return "routing.vcs.count and nic.injection_vcs: several VCs; allowed: with faults during "
           "the run 1";
  }
  return {};
}

}  // namespace

std::optional<std::string> rtl_refusal(const Config& config) {
  const SwitchConfig& switches = config.network.switches;
  const std::string& policy = config.vc_policy;
  const std::string& function = config.routing_function;
  const std::map<std::string, std::vector<std::string>> policies = policies_by_function();
  const auto own = policies.find(function);
  if (own == policies.end()) {
    std::vector<std::string> functions;
    for (const auto& [name, unused] : policies) functions.push_back(name);
    return refused("routing.function", function, joined(functions));
  }
  const std::vector<std::string>& allowed = own->second;
  if (std::find(allowed.begin(), allowed.end(), policy) == allowed.end()) {
    return refused("routing.vcs.policy", policy, joined(allowed));
  }
  const std::set<std::string> by_digits = {"destro", "destro_nonminimal", "det_lin", "ruft"};
  if (by_digits.count(function) > 0) {
    if (const auto refusal = digits_refusal(config)) return refusal;
  }
  if (const std::size_t hosts = config.netlist.hosts.size();
      function == "up_down" && hosts > kMostForwarded) {
    return fmt::format(
        "routing.function up_down in a network of {} hosts, for each of which a switch has a "
        "register; allowed: 1 to {}",
        hosts, kMostForwarded);
  }
  if (function == "rlm") {
    const std::string restriction = string_parameter(config.routing_parameters, "restriction");
    if (restriction == "sign_only") {
      return refused("routing.restriction", restriction, "parity_sign, none");
    }
  }
  if (config.davc != nullptr && config.davc->clamp) {
    return refused("routing.vcs.overflow", "clamp", "refuse");
  }
  if (const int classes = config.network.nic.classes; classes > 1) {
    return refused("routing.vcs.classes", std::to_string(classes), "1");
  }
  if (config.network.nic.ejection_buffer > 0) {
    return refused("nic.ejection_buffer", std::to_string(config.network.nic.ejection_buffer), "0");
  }
  if (switches.routing_delay < 1) return refused("switch.routing_delay", "0", "1 or more");
  if (switches.crossbar_delay > kMostCrossbarDelay) {
    return refused("switch.crossbar.delay", std::to_string(switches.crossbar_delay),
                   fmt::format("1 to {}", kMostCrossbarDelay));
  }
  if (switches.routing_units == RoutingUnits::kSwitch) {
    return refused("switch.routing_units", "switch", "port");
  }
  if (switches.selection_time == SelectionTime::kRouting) {
    return refused("routing.select_at", "routing", "grant");
  }
  if (switches.control_priority) return refused("switch.control_priority", "true", "false");
  if (switches.arbiter != ArbiterKind::kRoundRobin &&
      switches.arbiter != ArbiterKind::kLeastRecentlyServed) {
    return refused("switch.allocator.arbiter",
                   switches.arbiter == ArbiterKind::kAge ? "age" : "random",
                   "round_robin, least_recently_served");
  }
  for (const PortPreference& each : port_preferences(switches.selection, config.netlist)) {
    if (is_power_of_two(each.radix) && is_power_of_two(each.weight)) continue;
    return refused("routing.selection", switches.selection,
                   "ff, ssp, cp, mc and random, and others where k is a power of two");
  }
  if (!config.rtl.blocks.empty()) {
    return "rtl.blocks: a switch in RTL has its own; allowed: none";
  }
  if (const auto refusal = failed_links_refusal(config)) return refusal;
  if (config.network.simulation.stall_probability > 0) {
    return refused("simulation.stall_probability", "above 0", "0");
  }
  return std::nullopt;
}

std::vector<const char*> rtl_exclusions() {
  return {
      "routing functions other than destro, destro_nonminimal and det_lin (but by tables), dor, "
      "ecmp, ft2ei, interval, min, olm, par62, rlm (but with restriction sign_only), ruft, "
      "shortest_path, table and up_down, and VC policies other than ascending, davc (without "
      "clamping), "
      "free, iodet and single",
      "several message classes, and hosts that do not take everything (nic.ejection_buffer)",
      "routing_units: switch, routing_delay 0, crossbar.delay above 256, select_at: routing, "
      "control_priority",
      "random and age arbiters, and trees whose k is no power of two with selections and routing "
      "functions by digits (destro, destro_nonminimal, det_lin, ruft)",
      "links that fail while the network runs (but with fault_handling.way central, one VC and "
      "routing_delay 1), random stalls, and control packets of hosts"};
}

}  // namespace sim
}  // namespace netloom
