#include "sim/study/cost_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "hw/switch_shape.h"
#include "routing/check/crosspoints.h"
#include "routing/topology/kary_tree_of.h"
#include "sim/base/progress.h"
#include "sim/base/text_columns.h"
#include "sim/sweep/identity.h"

namespace netloom {
inline namespace sim {
namespace {

using Row = std::vector<std::string>;

/// The labels of the network's switches, where it has stages.
std::optional<KaryLabels> stages_of(const Netlist& netlist) {
  if (netlist.topology == "fat_tree") return fat_tree_of(netlist, "cost");
  if (netlist.topology == "ruft") return ruft_of(netlist, "cost");
  return std::nullopt;
}

/// Ports of a switch that has all of them: 2k in a fat-tree, even if it has roots only.
int complete_ports(const Netlist& netlist, const std::optional<KaryLabels>& stages) {
  int ports = 1;
  for (const SwitchInfo& info : netlist.switches) ports = std::max(ports, info.ports);
  return netlist.topology == "fat_tree" ? 2 * stages->k() : ports;
}

std::vector<SwitchKind> kinds_of(const Config& config, const RoutingFunction& routing, int ports,
                                 const std::optional<KaryLabels>& stages,
                                 const std::vector<CrosspointReport::Switch>& crossbars) {
  const RegisterSet set = routing.register_set();
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
  if (!stages) {
    report.network_costs_undefined = fmt::format(
        "not defined for {}: the model compares fat_tree and ruft with the same k and n",
        config.netlist.topology.empty() ? "a network from a file"
                                        : "the topology " + config.netlist.topology);
    return;
  }
  report.network_costs.emplace(stages->k(), stages->n(), config.cost);
  if (config.netlist.topology == "ruft") {
    report.configured = {CostedNetwork::kRuftIdeal, CostedNetwork::kRuftWorst};
  } else {
    report.configured = {adaptive ? CostedNetwork::kAdaptive : CostedNetwork::kDeterministic};
  }
}

Json class_json(const RegisterCost& registers) {
  Json result = Json::object();
  for (const RegisterClass each : kCostedClasses) {
    result[register_class_name(each)] = registers.bits(each);
  }
  return result;
}

Json kind_json(const SwitchKind& kind) {
  Json list = Json::array();
  for (const RegisterBits& each : kind.registers.registers()) {
    list.push_back({{"name", each.name},
                    {"class", register_class_name(each.register_class)},
                    {"count", each.count},
                    {"bits", each.bits}});
  }
  Json result = {{"kind", kind.name},
                 {"switches", kind.count},
                 {"ports", kind.shape.ports},
                 {"registers", class_json(kind.registers)},
                 {"register_bits", kind.registers.total()},
                 {"register_list", std::move(list)},
                 {"crosspoints",
                  {{"min", kind.least_crosspoints},
                   {"max", kind.most_crosspoints},
                   {"total", kind.all_crosspoints}}}};
  if (kind.formula) {
    result["formula"] = {{"expression", kind.formula->expression},
                         {"bits", kind.formula->formula},
                         {"equal", kind.formula->equal()},
                         {"explained", kind.formula->explained},
                         {"difference", kind.formula->difference}};
  }
  return result;
}

Json network_cost_json(const CostReport& report) {
  Json networks = Json::object();
  for (const CostedNetwork each : kCostedNetworks) {
    const NetworkCost& cost = report.network_costs->of(each);
    networks[costed_network_name(each)] = {{"switch", cost.switch_cost},
                                           {"link", cost.link_cost},
                                           {"total", cost.total},
                                           {"relative", cost.relative}};
  }
  Json configured = Json::array();
  for (const CostedNetwork each : report.configured) {
    configured.push_back(costed_network_name(each));
  }
  return {{"normalised_to", costed_network_name(CostedNetwork::kDeterministic)},
          {"configured", std::move(configured)},
          {"networks", std::move(networks)}};
}

/// "36", or "12 … 36".
std::string range(std::uint64_t least, std::uint64_t most) {
  return least == most ? std::to_string(most) : fmt::format("{} … {}", least, most);
}

/// The classes that any switch has bits of.
std::vector<RegisterClass> used_classes(const CostReport& report) {
  std::vector<RegisterClass> result;
  for (const RegisterClass each : kCostedClasses) {
    if (report.bits(each) > 0) result.push_back(each);
  }
  return result;
}

std::string switches_text(const CostReport& report) {
  const std::vector<RegisterClass> classes = used_classes(report);
  Row header = {"switches", "number", "ports"};
  for (const RegisterClass each : classes) header.emplace_back(register_class_name(each));
  const bool everything = report.scope == CostScope::kEverything;
  header.emplace_back("bits");
  if (everything) header.emplace_back("crosspoints");
  std::vector<Row> rows = {header};
  std::uint64_t switches = 0;
  std::uint64_t bits = 0;
  for (const SwitchKind& kind : report.kinds) {
    Row row = {kind.name, std::to_string(kind.count), std::to_string(kind.shape.ports)};
    for (const RegisterClass each : classes) {
      row.push_back(std::to_string(kind.registers.bits(each)));
    }
    row.push_back(std::to_string(kind.registers.total()));
    if (everything) row.push_back(range(kind.least_crosspoints, kind.most_crosspoints));
    rows.push_back(std::move(row));
    switches += kind.count;
    bits += kind.count * kind.registers.total();
  }
  Row total = {"network", std::to_string(switches), ""};
  for (const RegisterClass each : classes) total.push_back(std::to_string(report.bits(each)));
  total.push_back(std::to_string(bits));
  if (everything) total.push_back(std::to_string(report.crosspoints()));
  rows.push_back(std::move(total));
  return fmt::format("Registers, bits by class{}; of each switch, and of the network\n{}",
                     everything ? ", and crosspoints" : "", aligned_columns(rows, {0}));
}

std::string shared_crossbars_text(const CostReport& report) {
  std::string text;
  for (const SharedCrossbar& each : report.shared) {
    text += fmt::format(
        "One crossbar for any switch of {} ports, wherever it is: {} crosspoints; {} if the VCs of "
        "a "
        "port are not told apart\n",
        each.ports(), each.crosspoints(), each.crosspoints_between_ports());
  }
  return text.empty() ? text : text + '\n';
}

std::string registers_text(const CostReport& report) {
  Row header = {"register", "class"};
  for (const SwitchKind& kind : report.kinds) header.push_back(kind.name);
  std::vector<Row> rows = {header};
  // All kinds have the same registers, except those of which a kind has no instance.
  for (const RegisterInfo& info : registers_of(report.set, report.kinds.front().shape.davc)) {
    Row row = {info.name, register_class_name(info.register_class)};
    bool some = false;
    for (const SwitchKind& kind : report.kinds) {
      const auto& list = kind.registers.registers();
      const auto it = std::find_if(list.begin(), list.end(), [&](const RegisterBits& each) {
        return each.name == info.name;
      });
      row.push_back(it == list.end() ? "-" : fmt::format("{} x {}", it->count, it->bits));
      some = some || it != list.end();
    }
    if (some) rows.push_back(std::move(row));
  }
  return "Registers of a switch: instances x bits\n" + aligned_columns(rows, {0, 1});
}

std::string formula_text(const CostReport& report) {
  std::string text = "Memory of routing beside the formulas of the thesis\n";
  if (!report.kinds.front().formula) {
    text += report.bits(RegisterClass::kRouting) == 0
                ? "routing registers: the routing function has none\n"
                : "routing registers: none that the thesis has a formula for\n";
  } else {
    const FormulaCheck& first = *report.kinds.front().formula;
    text += fmt::format("{} registers, {}: {} bits\n", register_set_name(report.set),
                        first.expression, first.formula);
    for (const SwitchKind& kind : report.kinds) {
      const FormulaCheck& each = *kind.formula;
      text += fmt::format("  {}: {} bits counted, ", kind.name, each.counted);
      text += each.equal()
                  ? std::string("equal")
                  : fmt::format("{}: {}", each.explained ? "differs" : "DIFFERS", each.difference);
      text += '\n';
    }
  }
  text += fmt::format(
      "forwarding table for {} ports: deterministic {} bits, adaptive with {} port{} per node {} "
      "bits\n",
      report.table.ports, report.table.deterministic, report.table.choices,
      report.table.choices == 1 ? "" : "s", report.table.adaptive);
  if (report.table.all > 0) {
    text += fmt::format(
        "tables of this routing function: {} bits in a switch (the largest), {} in all\n",
        report.table.most, report.table.all);
  }
  return text;
}

std::string network_cost_text(const CostReport& report) {
  if (!report.network_costs) {
    return "Relative network cost: " + report.network_costs_undefined + '\n';
  }
  std::vector<Row> rows = {{"network", "switch", "links", "cost", "relative"}};
  for (const CostedNetwork each : kCostedNetworks) {
    const NetworkCost& cost = report.network_costs->of(each);
    const bool configured = std::find(report.configured.begin(), report.configured.end(), each) !=
                            report.configured.end();
    rows.push_back({costed_network_title(each) + std::string(configured ? " *" : ""),
                    fmt::format("{:.4g}", cost.switch_cost), fmt::format("{:.4g}", cost.link_cost),
                    fmt::format("{:.4g}", cost.total), fmt::format("{:.2f}", cost.relative)});
  }
  return "Relative network cost (* = the configured network)\n" + aligned_columns(rows, {0});
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

CostReport cost_of(const Config& config, CostScope scope, bool progress) {
  const std::unique_ptr<RoutingFunction> routing = make_routing(config);
  CrosspointReport crossbars;
  if (scope == CostScope::kEverything) {
    const std::size_t hosts = config.netlist.hosts.size();
    Progress line(progress, hosts, static_cast<double>(hosts), "destinations followed");
    crossbars = count_crosspoints(routing_context(config), *routing,
                                  config.network.nic.injection_vcs, [&line] { line.finished(1); });
  }
  const std::optional<KaryLabels> stages = stages_of(config.netlist);

  CostReport report;
  report.scope = scope;
  report.set = routing->register_set();
  report.table.ports = complete_ports(config.netlist, stages);
  report.kinds = kinds_of(config, *routing, report.table.ports, stages, crossbars.switches);
  if (stages) report.kinds = merge_stages(std::move(report.kinds));
  if (scope == CostScope::kRegisters) return report;
  if (!stages && config.netlist.switches.size() > 1) report.shared = std::move(crossbars.shared);
  report.connectivity = std::move(crossbars.connectivity);

  int choices = 1;
  for (const auto& each : crossbars.switches) choices = std::max(choices, each.most_ports);
  report.table.choices = config.netlist.topology == "fat_tree" ? stages->k() : choices;
  const std::uint64_t nodes = config.netlist.hosts.size();
  report.table.deterministic = table_formula(nodes, report.table.ports, 1);
  report.table.adaptive = table_formula(nodes, report.table.ports, report.table.choices);
  for (SwitchId id = 0; id < config.netlist.switches.size(); ++id) {
    const std::uint64_t bits = routing->table_bits(id);
    report.table.most = std::max(report.table.most, bits);
    report.table.all += bits;
  }
  add_network_costs(config, stages, choices > 1, report);
  return report;
}

Json cost_json(const Config& config, const CostReport& report) {
  Json kinds = Json::array();
  for (const SwitchKind& kind : report.kinds) kinds.push_back(kind_json(kind));
  Json bits = Json::object();
  std::uint64_t total = 0;
  for (const RegisterClass each : kCostedClasses) {
    bits[register_class_name(each)] = report.bits(each);
    total += report.bits(each);
  }
  const bool everything = report.scope == CostScope::kEverything;
  Json result = {{"version", version()},
                 {"config", Json(config.resolved)},
                 {"register_set", register_set_name(report.set)},
                 {"registers", class_json(report.largest().registers)}};
  const Json network = {{"registers", std::move(bits)},
                        {"register_bits",
                         {{"least", report.smallest().registers.total()},
                          {"most", report.largest().registers.total()},
                          {"total", total}}}};
  if (!everything) {
    for (Json& kind : kinds) kind.erase("crosspoints");
    result["switches"] = std::move(kinds);
    result["network"] = network;
    return result;
  }
  result["forwarding_table_bits"] = {{"deterministic", report.table.deterministic},
                                     {"adaptive", report.table.adaptive},
                                     {"ports", report.table.ports},
                                     {"choices", report.table.choices},
                                     {"most", report.table.most},
                                     {"all", report.table.all}};
  result["crosspoints"] = report.most_crosspoints();
  result["network_cost"] = report.network_costs ? network_cost_json(report) : Json();
  if (!report.network_costs) result["network_cost_undefined"] = report.network_costs_undefined;
  result["switches"] = std::move(kinds);
  result["network"] = network;
  result["network"]["crosspoints"] = report.crosspoints();
  Json shared = Json::array();
  for (const SharedCrossbar& each : report.shared) {
    shared.push_back({{"ports", each.ports()},
                      {"crosspoints", each.crosspoints()},
                      {"crosspoints_between_ports", each.crosspoints_between_ports()}});
  }
  result["shared_crossbars"] = std::move(shared);
  result["connected"] = report.connectivity.ok();
  return result;
}

std::string cost_text(const CostReport& report) {
  if (report.scope == CostScope::kRegisters) {
    return switches_text(report) + '\n' + registers_text(report);
  }
  std::string text = switches_text(report) + '\n' + shared_crossbars_text(report) +
                     registers_text(report) + '\n' + formula_text(report) + '\n' +
                     network_cost_text(report);
  if (!report.connectivity.ok()) {
    text +=
        "\nThe routing does not bring every packet to its destination (netloom check says "
        "where); crosspoints on such ways are counted too.\n";
  }
  return text;
}

}  // namespace sim
}  // namespace netloom
