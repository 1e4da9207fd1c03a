#include "sim/cost/memory_scaling.h"

#include <fmt/format.h>

#include <algorithm>

#include "routing/error.h"
#include "routing/netlist.h"
#include "routing/types.h"
#include "sim/cost/register_cost.h"
#include "sim/report/text_columns.h"

namespace netloom {
namespace {

constexpr int kMostExclusionIntervals = 16;

std::uint32_t smallest_power(int k) {
  std::uint32_t nodes = 1;
  while (nodes < static_cast<std::uint32_t>(k)) nodes *= 2;
  return nodes;
}

void check(const MemoryScalingOptions& options) {
  if (!names_destinations(options.set)) {
    throw Error(
        fmt::format("memory: there are no registers in '{}' that say where packets go; allowed: "
                    "interval, fir, fir_source, ft2ei",
                    register_set_name(options.set)));
  }
  if (options.k < 2 || options.k > kMaxPorts / 2) {
    throw Error(fmt::format("memory: k is {}; allowed: 2 to {}", options.k, kMaxPorts / 2));
  }
  if (options.exclusion_intervals < 1 || options.exclusion_intervals > kMostExclusionIntervals) {
    throw Error(fmt::format("memory: {} exclusion intervals; allowed: 1 to {}",
                            options.exclusion_intervals, kMostExclusionIntervals));
  }
  const std::uint32_t smallest = smallest_power(options.k);
  if (options.largest < smallest || options.largest > kMaxHosts) {
    throw Error(
        fmt::format("memory: up to {} nodes; allowed: {} (k, rounded up to a power of two) "
                    "to {}",
                    options.largest, smallest, kMaxHosts));
  }
}

bool is_power_of(std::uint32_t k, std::uint32_t nodes) {
  while (nodes % k == 0) nodes /= k;
  return nodes == 1;
}

std::string title_of(const MemoryScalingOptions& options) {
  switch (options.set) {
    case RegisterSet::kInterval:
      return "interval routing";
    case RegisterSet::kFir:
      return "FIR";
    case RegisterSet::kFirSource:
      return "FIR by source";
    case RegisterSet::kFt2ei:
      return fmt::format("FT2EI, {} exclusion interval{}", options.exclusion_intervals,
                         options.exclusion_intervals == 1 ? "" : "s");
    default:  // names no destinations
      break;
  }
  return "";
}

}  // namespace

MemoryScaling memory_scaling(const MemoryScalingOptions& options) {
  check(options);
  MemoryScaling result;
  result.options = options;
  result.adaptive = options.set == RegisterSet::kInterval || options.set == RegisterSet::kFt2ei;
  result.title = title_of(options);
  result.table_title =
      fmt::format("forwarding table, {}", result.adaptive ? "adaptive" : "deterministic");

  SwitchShape shape;
  shape.ports = 2 * options.k;
  if (options.set == RegisterSet::kFt2ei) {
    shape.up_ports = options.k;
    shape.exclusion_intervals = options.exclusion_intervals;
  }
  for (std::uint32_t nodes = smallest_power(options.k); nodes <= options.largest; nodes *= 2) {
    shape.hosts = nodes;
    const FormulaCheck formula = check_formula(options.set, shape, shape.ports);
    MemoryPoint point;
    point.nodes = nodes;
    point.whole_tree = is_power_of(static_cast<std::uint32_t>(options.k), nodes);
    point.counted = formula.counted;
    point.formula = formula.formula;
    point.difference = formula.difference;
    point.table = table_formula(nodes, shape.ports, result.adaptive ? options.k : 1);
    result.explained = result.explained && formula.explained;
    result.points.push_back(std::move(point));
  }
  return result;
}

Chart memory_chart(const MemoryScaling& scaling) {
  Chart chart;
  chart.x_title = "nodes";
  chart.y_title = "memory of routing per switch, bits";
  chart.log_x = true;
  chart.log_y = true;
  chart.series = {{scaling.table_title, {}}, {scaling.title, {}}};
  for (const MemoryPoint& point : scaling.points) {
    chart.series[0].points.push_back(
        {static_cast<double>(point.nodes), static_cast<double>(point.table)});
    chart.series[1].points.push_back(
        {static_cast<double>(point.nodes), static_cast<double>(point.counted)});
  }
  return chart;
}

Json memory_json(const MemoryScaling& scaling) {
  Json points = Json::array();
  for (const MemoryPoint& point : scaling.points) {
    points.push_back({{"nodes", point.nodes},
                      {"whole_tree", point.whole_tree},
                      {"register_bits", point.counted},
                      {"formula_bits", point.formula},
                      {"difference", point.difference},
                      {"table_bits", point.table}});
  }
  Json result = {{"registers", register_set_name(scaling.options.set)}, {"k", scaling.options.k}};
  if (scaling.options.set == RegisterSet::kFt2ei) {
    result["exclusion_intervals"] = scaling.options.exclusion_intervals;
  }
  result["table"] = scaling.adaptive ? "adaptive" : "deterministic";
  result["points"] = std::move(points);
  return result;
}

std::string memory_csv(const MemoryScaling& scaling) {
  std::string text = "nodes,whole_tree,register_bits,formula_bits,table_bits\n";
  for (const MemoryPoint& point : scaling.points) {
    text += fmt::format("{},{},{},{},{}\n", point.nodes, point.whole_tree ? 1 : 0, point.counted,
                        point.formula, point.table);
  }
  return text;
}

std::string memory_text(const MemoryScaling& scaling) {
  std::string text = fmt::format(
      "Memory of routing in a switch of {} ports, bits, against the nodes of the network (* = a "
      "whole {}-ary n-tree)\n",
      2 * scaling.options.k, scaling.options.k);
  std::vector<std::vector<std::string>> rows = {
      {"nodes", "", "counted", "formula", "table", "table / counted"}};
  for (const MemoryPoint& point : scaling.points) {
    rows.push_back({std::to_string(point.nodes), point.whole_tree ? "*" : "",
                    std::to_string(point.counted), std::to_string(point.formula),
                    std::to_string(point.table),
                    fmt::format("{:.2f}", static_cast<double>(point.table) /
                                              static_cast<double>(point.counted))});
  }
  text += aligned_columns(rows);
  text += fmt::format("counted: {}, from the register table; table: {}\n", scaling.title,
                      scaling.table_title);
  const MemoryPoint& last = scaling.points.back();
  text += last.difference.empty()
              ? std::string("The counted registers equal the formula.\n")
              : fmt::format("The counted registers differ from the formula: {} (at {} nodes).\n",
                            last.difference, last.nodes);
  const auto smaller =
      std::find_if(scaling.points.begin(), scaling.points.end(),
                   [](const MemoryPoint& point) { return point.counted < point.table; });
  text +=
      smaller == scaling.points.end()
          ? std::string("The table is the smaller one at all of these sizes.\n")
      : smaller == scaling.points.begin()
          ? std::string("The registers are the smaller ones at all of these sizes.\n")
          : fmt::format("The registers are the smaller ones from {} nodes on.\n", smaller->nodes);
  return text;
}

}  // namespace netloom
