#include "sim/study/cost_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "hw/switch/switch_shape.h"
#include "routing/check/crosspoints.h"
#include "routing/netlist/topology.h"
#include "routing/topology/kary_labels.h"
#include "sim/base/progress.h"

namespace netloom {
inline namespace sim {
namespace {

/// The labels of the network's switches, where it has stages.
std::optional<KaryLabels> stages_of(const Netlist& netlist) {
  const std::unique_ptr<Topology> topology = topology_of(netlist);
  const auto* labels = dynamic_cast<const KaryLabels*>(topology.get());
  return labels == nullptr ? std::nullopt : std::optional<KaryLabels>(*labels);
}

/// Ports of a switch that has all of them: 2k in a fat-tree, even if it has roots only.
int complete_ports(const Netlist& netlist, const std::optional<KaryLabels>& stages) {
  if (stages) return stages->complete_ports();
  int ports = 1;
  for (const SwitchInfo& info : netlist.switches) ports = std::max(ports, info.ports);
  return ports;
}

std::vector<SwitchKind> kinds_of(const Config& config, const RoutingFunction& routing, int ports,
                                 const std::optional<KaryLabels>& stages,
                                 const std::vector<CrosspointReport::Switch>& crossbars) {
  const std::string set = routing.register_set();
  std::vector<SwitchKind> kinds;
  for (SwitchId id = 0; id < config.netlist.switches.size(); ++id) {
    const SwitchShape shape = switch_shape(config.netlist, config.network, routing, id);
    const std::string name =
        stages ? fmt::format("stage {}", stages->stage(id))
               : fmt::format("{} port{}", shape.ports, shape.ports == 1 ? "" : "s");
    auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const SwitchKind& each) {
      return each.name == name && each.shape == shape;
    });
    const std::uint64_t crosspoints = crossbars.empty() ? 0 : crossbars[id].crosspoints;
    if (kind == kinds.end()) {
      SwitchKind added{name, 0, shape, RegisterCost(set, shape), std::nullopt, crosspoints, 0, 0};
      if (has_formula(set)) added.formula = check_formula(set, shape, ports);
      kind = kinds.insert(kinds.end(), std::move(added));
    }
    ++kind->count;
    kind->least_crosspoints = std::min(kind->least_crosspoints, crosspoints);
    kind->most_crosspoints = std::max(kind->most_crosspoints, crosspoints);
    kind->all_crosspoints += crosspoints;
  }
  return kinds;
}

/// Makes one kind of consecutive stages that do not differ: "stages 0 to 5".
std::vector<SwitchKind> merge_stages(std::vector<SwitchKind> stages) {
  std::vector<SwitchKind> merged;
  std::size_t first = 0;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    SwitchKind& stage = stages[i];
    if (merged.empty() || merged.back().shape != stage.shape ||
        merged.back().least_crosspoints != stage.least_crosspoints ||
        merged.back().most_crosspoints != stage.most_crosspoints) {
      first = i;
      merged.push_back(std::move(stage));
      continue;
    }
    SwitchKind& kind = merged.back();
    kind.name = fmt::format("stages {} to {}", first, i);
    kind.count += stage.count;
    kind.all_crosspoints += stage.all_crosspoints;
  }
  return merged;
}

void add_network_costs(const Config& config, const std::optional<KaryLabels>& stages, bool adaptive,
                       CostReport& report) {
  const std::string& topology = config.netlist.topology;
  if (topology == "ruft") {
    report.configured = {CostedNetwork::kRuftIdeal, CostedNetwork::kRuftWorst};
  } else if (topology == "fat_tree") {
    report.configured = {adaptive ? CostedNetwork::kAdaptive : CostedNetwork::kDeterministic};
  } else {
    report.network_costs_undefined = fmt::format(
        "not defined for {}: the model compares fat_tree and ruft with the same k and n",
        topology.empty() ? "a network from a file" : "the topology " + topology);
    return;
  }
  report.network_costs.emplace(stages->k(), stages->n(), config.cost);
}

}  // namespace

const SwitchKind& CostReport::largest() const {
  return *std::max_element(kinds.begin(), kinds.end(), [](const auto& a, const auto& b) {
    return a.registers.total() < b.registers.total();
  });
}

const SwitchKind& CostReport::smallest() const {
  return *std::min_element(kinds.begin(), kinds.end(), [](const auto& a, const auto& b) {
    return a.registers.total() < b.registers.total();
  });
}

std::uint64_t CostReport::bits(RegisterClass register_class) const {
  std::uint64_t sum = 0;
  for (const SwitchKind& kind : kinds) sum += kind.count * kind.registers.bits(register_class);
  return sum;
}

std::uint64_t CostReport::crosspoints() const {
  std::uint64_t sum = 0;
  for (const SwitchKind& kind : kinds) sum += kind.all_crosspoints;
  return sum;
}

std::uint64_t CostReport::most_crosspoints() const {
  std::uint64_t most = 0;
  for (const SwitchKind& kind : kinds) most = std::max(most, kind.most_crosspoints);
  return most;
}

bool CostReport::ok() const {
  return connectivity.ok() && std::all_of(kinds.begin(), kinds.end(), [](const SwitchKind& kind) {
           return !kind.formula || kind.formula->explained;
         });
}

CostReport cost_of(LoadedConfig& loaded, CostScope scope, bool progress) {
  const Config& config = loaded.config();
  RoutingFunction& routing = loaded.routing();
  CrosspointReport crossbars;
  if (scope == CostScope::kEverything) {
    const std::size_t hosts = config.netlist.hosts.size();
    Progress line(progress, hosts, static_cast<double>(hosts), "destinations followed");
    crossbars = count_crosspoints(routing_context(config), routing,
                                  config.network.nic.injection_vcs, [&line] { line.finished(1); });
  }
  const std::optional<KaryLabels> stages = stages_of(config.netlist);

  CostReport report;
  report.scope = scope;
  report.set = routing.register_set();
  report.table.ports = complete_ports(config.netlist, stages);
  report.kinds = kinds_of(config, routing, report.table.ports, stages, crossbars.switches);
  if (stages) report.kinds = merge_stages(std::move(report.kinds));
  if (scope == CostScope::kRegisters) return report;
  if (!stages && config.netlist.switches.size() > 1) report.shared = std::move(crossbars.shared);
  report.connectivity = std::move(crossbars.connectivity);

  int choices = 1;
  for (const auto& each : crossbars.switches) choices = std::max(choices, each.most_ports);
  // Where ports lead up, a packet may take any of them, even if the tree has roots only.
  const int ports_up = stages ? stages->complete_ports() - stages->k() : 0;
  report.table.choices = ports_up > 0 ? ports_up : choices;
  const std::uint64_t nodes = config.netlist.hosts.size();
  report.table.deterministic = table_formula(nodes, report.table.ports, 1);
  report.table.adaptive = table_formula(nodes, report.table.ports, report.table.choices);
  for (SwitchId id = 0; id < config.netlist.switches.size(); ++id) {
    const std::uint64_t bits = routing.table_bits(id);
    report.table.most = std::max(report.table.most, bits);
    report.table.all += bits;
  }
  add_network_costs(config, stages, choices > 1, report);
  return report;
}

}  // namespace sim
}  // namespace netloom
