#include <utility>

#include "sim/study/cost_report.h"
#include "sim/sweep/identity.h"

namespace netloom {
inline namespace sim {
namespace {

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

}  // namespace

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
                 {"register_set", report.set},
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

}  // namespace sim
}  // namespace netloom
