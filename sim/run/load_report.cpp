#include "sim/run/load_report.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "routing/netlist/topology.h"
#include "routing/topology/dragonfly.h"
#include "sim/statistics/spread.h"

namespace netloom {
inline namespace sim {
namespace {

/// The load of each node, phits/cycle; of none if nothing was measured.
std::vector<double> loads(const std::vector<std::uint64_t>& phits, Cycle cycles) {
  std::vector<double> result;
  if (cycles == 0) return result;
  result.reserve(phits.size());
  for (const std::uint64_t each : phits) result.push_back(per_cycle(each, cycles));
  return result;
}

/// Means over the nodes of each switch that has nodes, in the order of the switches; `switch_of` is
/// the switch of each node.
std::vector<double> means_by_switch(const std::vector<double>& values,
                                    const std::vector<SwitchId>& switch_of, std::size_t switches) {
  std::vector<double> sum(switches);
  std::vector<std::uint32_t> nodes(switches);
  for (std::size_t node = 0; node < values.size(); ++node) {
    sum[switch_of[node]] += values[node];
    ++nodes[switch_of[node]];
  }
  std::vector<double> result;
  for (std::size_t id = 0; id < switches; ++id) {
    if (nodes[id] != 0) result.push_back(sum[id] / nodes[id]);
  }
  return result;
}

/// Keys for the extremes and the mean, and for Jain's index and the variation.
void add_spread(Json& result, const std::string& of_values, const std::string& of_spread,
                const std::vector<double>& values) {
  const std::optional<Spread> spread = spread_of(values);
  result[of_values + "min"] = spread ? Json(spread->minimum) : Json(nullptr);
  result[of_values + "mean"] = spread ? Json(spread->mean) : Json(nullptr);
  result[of_values + "max"] = spread ? Json(spread->maximum) : Json(nullptr);
  result[of_spread + "jain"] = spread ? number_or_null(spread->jain) : Json(nullptr);
  result[of_spread + "variation"] = spread ? number_or_null(spread->variation) : Json(nullptr);
}

/// `accepted` by sender, which shows who is kept from sending; `received` by receiver.
Json spread_json(const std::vector<double>& accepted, const std::vector<double>& received,
                 bool details) {
  Json result;
  add_spread(result, "accepted_", "", accepted);
  add_spread(result, "received_", "received_", received);
  if (details) {
    result["accepted"] = accepted;
    result["received"] = received;
  }
  return result;
}

/// Accepted load of each node by path class, by the names of the classes.
std::vector<std::pair<std::string, std::vector<double>>> loads_by_class(
    const RoutingFunction& routing, const Measurement& measurement, Cycle cycles) {
  const std::vector<std::string> names = routing.path_classes();
  const std::vector<std::uint64_t>& phits = measurement.accepted_by_class();
  std::vector<std::pair<std::string, std::vector<double>>> result;
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::vector<double> of_class;
    for (std::size_t at = i; cycles != 0 && at < phits.size(); at += names.size()) {
      of_class.push_back(per_cycle(phits[at], cycles));
    }
    result.emplace_back(names[i], std::move(of_class));
  }
  return result;
}

/// Means over the groups of a dragonfly, by the position of the switch in its group.
std::vector<double> means_by_position(const std::vector<double>& by_node,
                                      const std::vector<SwitchId>& switch_of,
                                      const Dragonfly& dragonfly) {
  if (by_node.empty()) return {};
  std::vector<double> result(static_cast<std::size_t>(dragonfly.a()));
  for (std::size_t node = 0; node < by_node.size(); ++node) {
    result[static_cast<std::size_t>(dragonfly.position(switch_of[node]))] += by_node[node];
  }
  for (double& each : result) each /= static_cast<double>(dragonfly.groups() * dragonfly.p());
  return result;
}

/// Accepted load by position in the group, with its spread over the positions; and of each path
/// class.
Json group_positions_json(const std::vector<double>& accepted,
                          const std::vector<std::pair<std::string, std::vector<double>>>& by_class,
                          const std::vector<SwitchId>& switch_of, const Dragonfly& dragonfly) {
  const std::vector<double> by_position = means_by_position(accepted, switch_of, dragonfly);
  Json paths = Json::object();
  for (const auto& [name, of_class] : by_class) {
    paths[name] = means_by_position(of_class, switch_of, dragonfly);
  }
  Json result;
  result["accepted"] = by_position;
  add_spread(result, "accepted_", "", by_position);
  result["paths"] = std::move(paths);
  return result;
}

/// Where hosts inject and where they are delivered to.
std::pair<std::vector<SwitchId>, std::vector<SwitchId>> switches_of_hosts(const Netlist& netlist) {
  std::vector<SwitchId> injection(netlist.hosts.size());
  std::vector<SwitchId> ejection(netlist.hosts.size());
  for (const Link& link : netlist.links) {
    if (link.from.type == Endpoint::Type::kHost) injection[link.from.index] = link.to.index;
    if (link.to.type == Endpoint::Type::kHost) ejection[link.to.index] = link.from.index;
  }
  return {std::move(injection), std::move(ejection)};
}

}  // namespace

void add_load_report(Json& point, const Config& config, const Fabric& fabric,
                     const Measurement& measurement, Cycle cycles, bool details) {
  const Netlist& netlist = config.netlist;
  const std::vector<double> accepted = loads(measurement.accepted(), cycles);
  const std::vector<double> received = loads(measurement.received(), cycles);
  const auto [injects_at, ejects_at] = switches_of_hosts(netlist);
  const std::size_t switches = netlist.switches.size();
  point["nodes"] = spread_json(accepted, received, details);
  point["switches"] = spread_json(means_by_switch(accepted, injects_at, switches),
                                  means_by_switch(received, ejects_at, switches), details);
  const auto by_class = loads_by_class(fabric.routing(), measurement, cycles);
  if (details) {
    Json& paths = point["switches"]["paths"] = Json::object();
    for (const auto& [name, of_class] : by_class) {
      paths[name] = means_by_switch(of_class, injects_at, switches);
    }
  }
  const std::unique_ptr<Topology> topology = topology_of(netlist);
  const auto* dragonfly = dynamic_cast<const Dragonfly*>(topology.get());
  if (dragonfly != nullptr && dragonfly->switches() == switches &&
      dragonfly->hosts() == netlist.hosts.size()) {
    point["group_positions"] = group_positions_json(accepted, by_class, injects_at, *dragonfly);
  }
}

}  // namespace sim
}  // namespace netloom
