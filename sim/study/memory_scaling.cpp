#include "sim/study/memory_scaling.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "routing/base/error.h"
#include "routing/base/joined.h"
#include "routing/base/types.h"
#include "routing/netlist/netlist.h"
#include "sim/base/text_columns.h"
#include "sim/study/register_cost.h"

namespace netloom {
inline namespace sim {
namespace {

// Of LIA's counters, beside its own defaults: channels in which injected packets wait.
constexpr int kLiaWindow = 200;
constexpr int kLiaBucket = 1;
constexpr int kLiaInjectionVcs = 3;
constexpr int kLiaInjectionPhits = 256;

std::uint32_t smallest_power(int k) {
  std::uint32_t nodes = 1;
  while (nodes < static_cast<std::uint32_t>(k)) nodes *= 2;
  return nodes;
}

void check(const MemoryScalingOptions& options) {
  const std::vector<std::string> sets = memory_scaling_sets();
  if (std::find(sets.begin(), sets.end(), options.set) == sets.end()) {
    throw Error(
        fmt::format("memory: there are no registers in '{}' that grow with the network; allowed: "
                    "{}",
                    options.set, joined(sets)));
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

/// A switch in a network of so many nodes.
struct Place {
  std::uint32_t nodes = 0;
  SwitchShape shape;
};

/// Networks of k … largest nodes, in powers of two, whose switches have 2k ports.
std::vector<Place> places_by_ports(const MemoryScalingOptions& options) {
  std::vector<Place> places;
  SwitchShape shape;
  shape.ports = 2 * options.k;
  if (options.set == "ft2ei") {
    shape.up_ports = options.k;
    shape.exclusion_intervals = options.exclusion_intervals;
  }
  for (std::uint32_t nodes = smallest_power(options.k); nodes <= options.largest; nodes *= 2) {
    shape.hosts = nodes;
    shape.switches = nodes;
    places.push_back({nodes, shape});
  }
  return places;
}

/// Dragonflies with h = k / 2 and all groups, which is where LIA is defined: the more global links
/// go to each of the other groups (a divisor of h), the fewer groups there are.
std::vector<Place> places_in_dragonflies(const MemoryScalingOptions& options) {
  const int h = options.k / 2;
  if (options.k % 2 != 0) {
    throw Error(
        fmt::format("memory: lia with k = {}; allowed: an even k, of dragonflies with h = "
                    "k / 2, whose switches have 2k - 1 ports",
                    options.k));
  }
  std::vector<Place> places;
  for (int trunking = h; trunking >= 1; --trunking) {
    if (h % trunking != 0) continue;
    Place place;
    place.shape.ports = 4 * h - 1;
    place.shape.offsets = 2 * h * h / trunking;
    place.shape.remote_counters = 2 * h / trunking;
    place.shape.global_links = h;
    place.shape.injection_ports = h;
    place.shape.window = kLiaWindow;
    place.shape.bucket = kLiaBucket;
    place.shape.vcs = kLiaInjectionVcs;
    place.shape.input_buffer = kLiaInjectionPhits;
    place.shape.switches = static_cast<std::uint32_t>(2 * h * (place.shape.offsets + 1));
    place.nodes = place.shape.switches * static_cast<std::uint32_t>(h);
    place.shape.hosts = place.nodes;
    if (place.nodes <= options.largest) places.push_back(place);
  }
  if (places.empty()) {
    throw Error(fmt::format("memory: up to {} nodes; allowed with lia and k = {}: at least {}",
                            options.largest, options.k, 2 * h * h * (2 * h + 1)));
  }
  return places;
}

bool is_power_of(std::uint32_t k, std::uint32_t nodes) {
  while (nodes % k == 0) nodes /= k;
  return nodes == 1;
}

std::string title_of(const MemoryScalingOptions& options) {
  if (options.set == "ft2ei") {
    return fmt::format("FT2EI, {} exclusion interval{}", options.exclusion_intervals,
                       options.exclusion_intervals == 1 ? "" : "s");
  }
  if (options.set == "lia") {
    return fmt::format("LIA in dragonflies, window of {} cycles", kLiaWindow);
  }
  static const std::map<std::string, std::string> titles = {{"interval", "interval routing"},
                                                            {"fir", "FIR"},
                                                            {"fir_source", "FIR by source"},
                                                            {kDavcRegisters, "DAVC"}};
  const auto title = titles.find(options.set);
  return title != titles.end() ? title->second : options.set;
}

/// Of registers and counters, but for the one that is left out. Error: the set has none of that
/// name.
std::uint64_t counted_bits(const MemoryScalingOptions& options, const RegisterCost& cost) {
  std::uint64_t bits = 0;
  std::vector<std::string> names;
  for (const RegisterBits& each : cost.registers()) {
    if (each.register_class != RegisterClass::kRouting &&
        each.register_class != RegisterClass::kCounters) {
      continue;
    }
    names.push_back(each.name);
    if (each.name != options.leave_out) bits += each.total();
  }
  const bool is_there = std::find(names.begin(), names.end(), options.leave_out) != names.end();
  if (options.leave_out.empty() || is_there) return bits;
  throw Error(fmt::format("memory: '{}' has no register '{}' to leave out; allowed: {}",
                          options.set, options.leave_out, joined(names)));
}

constexpr const char* kCsvColumns = "nodes,whole_tree,register_bits,formula_bits,table_bits\n";

std::string csv_rows(const MemoryScaling& scaling, const std::string& first_columns) {
  std::string text;
  for (const MemoryPoint& point : scaling.points) {
    text += fmt::format("{}{},{},{},{},{}\n", first_columns, point.nodes, point.whole_tree ? 1 : 0,
                        point.counted, point.formula != 0 ? std::to_string(point.formula) : "",
                        point.table);
  }
  return text;
}

Chart empty_chart() {
  Chart chart;
  chart.x_title = "nodes";
  chart.y_title = "memory of routing per switch, bits";
  chart.log_x = true;
  chart.log_y = true;
  return chart;
}

Chart::Series series_of(const MemoryScaling& scaling, const std::string& name,
                        std::uint64_t MemoryPoint::*bits) {
  Chart::Series series{name, {}};
  for (const MemoryPoint& point : scaling.points) {
    series.points.push_back({static_cast<double>(point.nodes), static_cast<double>(point.*bits)});
  }
  return series;
}

}  // namespace

std::vector<std::string> memory_scaling_sets() {
  std::vector<std::string> sets;
  for (const std::string& set : register_sets()) {
    const bool destinations = RegisterSetRegistry::instance().find(set).names_destinations;
    if (destinations || set == kDavcRegisters || set == "lia") {
      sets.push_back(set);
    }
  }
  return sets;
}

MemoryScaling memory_scaling(const MemoryScalingOptions& options) {
  check(options);
  MemoryScaling result;
  result.options = options;
  result.adaptive = options.set == "interval" || options.set == "ft2ei";
  result.title = title_of(options);
  result.table_title =
      fmt::format("forwarding table, {}", result.adaptive ? "adaptive" : "deterministic");

  const bool dragonflies = options.set == "lia";
  for (const auto& [nodes, shape] :
       dragonflies ? places_in_dragonflies(options) : places_by_ports(options)) {
    MemoryPoint point;
    point.nodes = nodes;
    point.whole_tree = !dragonflies && is_power_of(static_cast<std::uint32_t>(options.k), nodes);
    const RegisterCost cost(options.set, shape);
    point.counted = counted_bits(options, cost);
    if (has_formula(options.set)) {
      const FormulaCheck thesis = check_formula(options.set, shape, shape.ports);
      point.formula = thesis.formula;
      point.difference = thesis.difference;
      result.explained = result.explained && thesis.explained;
    }
    point.table = table_formula(nodes, shape.ports, result.adaptive ? options.k : 1);
    result.points.push_back(std::move(point));
  }
  return result;
}

Chart memory_chart(const MemoryScaling& scaling) {
  Chart chart = empty_chart();
  chart.series = {series_of(scaling, scaling.table_title, &MemoryPoint::table),
                  series_of(scaling, scaling.title, &MemoryPoint::counted)};
  return chart;
}

std::vector<Chart> memory_charts(const std::vector<MemoryScaling>& scalings) {
  std::vector<Chart> charts;
  std::vector<int> arities;
  for (const MemoryScaling& scaling : scalings) {
    const int k = scaling.options.k;
    auto place = std::find(arities.begin(), arities.end(), k);
    if (place == arities.end()) {
      place = arities.insert(arities.end(), k);
      charts.push_back(empty_chart());
      charts.back().title = fmt::format("switches of {} ports", 2 * k);
    }
    auto& series = charts[static_cast<std::size_t>(place - arities.begin())].series;
    // Sets with the same table share its curve.
    if (std::none_of(series.begin(), series.end(),
                     [&](const auto& each) { return each.name == scaling.table_title; })) {
      series.push_back(series_of(scaling, scaling.table_title, &MemoryPoint::table));
    }
    series.push_back(series_of(scaling, scaling.title, &MemoryPoint::counted));
  }
  return charts;
}

std::string memory_title(const std::vector<MemoryScaling>& scalings) {
  std::vector<std::string> names;
  for (const MemoryScaling& each : scalings) {
    if (std::find(names.begin(), names.end(), each.title) == names.end()) {
      names.push_back(each.title);
    }
  }
  return "Memory of routing per switch over the nodes: " + joined(names, "; ");
}

Json memory_json(const MemoryScaling& scaling) {
  Json points = Json::array();
  for (const MemoryPoint& point : scaling.points) {
    points.push_back({{"nodes", point.nodes},
                      {"whole_tree", point.whole_tree},
                      {"register_bits", point.counted},
                      {"formula_bits", point.formula != 0 ? Json(point.formula) : Json()},
                      {"difference", point.difference},
                      {"table_bits", point.table}});
  }
  Json result = {{"registers", scaling.options.set}, {"k", scaling.options.k}};
  if (scaling.options.set == "ft2ei") {
    result["exclusion_intervals"] = scaling.options.exclusion_intervals;
  }
  result["table"] = scaling.adaptive ? "adaptive" : "deterministic";
  result["points"] = std::move(points);
  return result;
}

std::string memory_csv(const MemoryScaling& scaling) {
  return kCsvColumns + csv_rows(scaling, "");
}

std::string memory_csv(const std::vector<MemoryScaling>& scalings) {
  std::string text = std::string("registers,k,") + kCsvColumns;
  for (const MemoryScaling& scaling : scalings) {
    text += csv_rows(scaling, fmt::format("{},{},", scaling.options.set, scaling.options.k));
  }
  return text;
}

std::string memory_text(const MemoryScaling& scaling) {
  const int k = scaling.options.k;
  std::string text =
      scaling.options.set == "lia"
          ? fmt::format(
                "Memory of routing in a switch of {} ports, bits, against the nodes of dragonflies "
                "with h = {}\n",
                2 * k - 1, k / 2)
          : fmt::format(
                "Memory of routing in a switch of {} ports, bits, against the nodes of the network "
                "(* = a whole {}-ary n-tree)\n",
                2 * k, k);
  std::vector<std::vector<std::string>> rows = {
      {"nodes", "", "counted", "formula", "table", "table / counted"}};
  for (const MemoryPoint& point : scaling.points) {
    rows.push_back(
        {std::to_string(point.nodes), point.whole_tree ? "*" : "", std::to_string(point.counted),
         point.formula != 0 ? std::to_string(point.formula) : "-", std::to_string(point.table),
         fmt::format("{:.2f}",
                     static_cast<double>(point.table) / static_cast<double>(point.counted))});
  }
  text += aligned_columns(rows);
  text += fmt::format("counted: {}, from the register table; table: {}\n", scaling.title,
                      scaling.table_title);
  const MemoryPoint& last = scaling.points.back();
  if (last.formula == 0) {
    text += "[Fat-Trees 2010] has no formula for these registers.\n";
  } else if (last.difference.empty()) {
    text += "The counted registers equal the formula.\n";
  } else {
    text += fmt::format("The counted registers differ from the formula: {} (at {} nodes).\n",
                        last.difference, last.nodes);
  }
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

}  // namespace sim
}  // namespace netloom
