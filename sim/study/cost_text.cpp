#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/base/text_columns.h"
#include "sim/study/cost_report.h"

namespace netloom {
inline namespace sim {
namespace {

using Row = std::vector<std::string>;

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
  std::string text = "Memory of routing beside the formulas of [Fat-Trees 2010]\n";
  if (!report.kinds.front().formula) {
    text += report.bits(RegisterClass::kRouting) == 0
                ? "routing registers: the routing function has none\n"
                : "routing registers: none that [Fat-Trees 2010] has a formula for\n";
  } else {
    const FormulaCheck& first = *report.kinds.front().formula;
    text += fmt::format("{} registers, {}: {} bits\n", report.set, first.expression, first.formula);
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
