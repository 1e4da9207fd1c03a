#include "sim/run/point_report.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "routing/netlist/failed_parts.h"
#include "routing/netlist/topology.h"
#include "routing/topology/dragonfly.h"
#include "sim/config/fault_plan.h"
#include "sim/statistics/spread.h"
#include "sim/statistics/verdicts.h"

namespace netloom {
inline namespace sim {
namespace {

double ratio(std::uint64_t part, std::uint64_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

std::uint64_t sum(const std::vector<std::uint64_t>& values) {
  std::uint64_t result = 0;
  for (const std::uint64_t value : values) result += value;
  return result;
}

/// Null if there is nothing that it could be a ratio to.
Json ratio_json(double part, double whole) {
  return whole == 0 ? Json(nullptr) : Json(part / whole);
}

Json ratio_json(std::uint64_t part, std::uint64_t whole) {
  return ratio_json(static_cast<double>(part), static_cast<double>(whole));
}

Json latency_json(const LatencyHistogram& histogram) {
  return {{"mean", number_or_null(histogram.mean())},
          {"p50", number_or_null(histogram.percentile(0.50))},
          {"p95", number_or_null(histogram.percentile(0.95))},
          {"p99", number_or_null(histogram.percentile(0.99))},
          {"max", number_or_null(histogram.maximum())}};
}

/// The load of each node, phits/cycle; of none if nothing was measured.
std::vector<double> loads(const std::vector<std::uint64_t>& phits, Cycle cycles) {
  std::vector<double> result;
  if (cycles == 0) return result;
  result.reserve(phits.size());
  for (const std::uint64_t each : phits) result.push_back(ratio(each, cycles));
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
      of_class.push_back(ratio(phits[at], cycles));
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

/// Use of a link over the measured interval.
struct LinkLoad {
  double utilisation = 0;  ///< share of the cycles in which it carried a phit
  double occupancy = 0;    ///< mean phits in the input buffer behind it
};

LinkLoad load_of(const ChannelUse& use, Cycle cycles) {
  return {ratio(use.phits, cycles), ratio(use.occupancy, cycles)};
}

LinkLoad load_of(const LinkUse& use, Cycle cycles) {
  LinkLoad sum;
  for (const ChannelUse& vc : use.vcs) {
    const LinkLoad each = load_of(vc, cycles);
    sum.utilisation += each.utilisation;
    sum.occupancy += each.occupancy;
  }
  return sum;
}

Json mean_and_maximum(const std::vector<double>& values) {
  const std::optional<Spread> spread = spread_of(values);
  return {{"mean", spread ? Json(spread->mean) : Json(nullptr)},
          {"max", spread ? Json(spread->maximum) : Json(nullptr)}};
}

/// NICs take what arrives: there is no buffer behind the links to hosts.
bool has_buffer(const Link& link) {
  return link.to.type == Endpoint::Type::kSwitch;
}

/// Mean over the links of a kind, for each VC.
Json vcs_of_kind(const Netlist& netlist, const std::vector<LinkUse>& use, std::size_t kind,
                 Cycle cycles) {
  struct Sum {
    double utilisation = 0, occupancy = 0;
    double links = 0, buffers = 0;
  };
  std::vector<Sum> sums;
  for (std::size_t i = 0; i < use.size(); ++i) {
    if (static_cast<std::size_t>(netlist.links[i].kind) != kind) continue;
    sums.resize(std::max(sums.size(), use[i].vcs.size()));
    for (std::size_t vc = 0; vc < use[i].vcs.size(); ++vc) {
      const LinkLoad load = load_of(use[i].vcs[vc], cycles);
      sums[vc].utilisation += load.utilisation;
      ++sums[vc].links;
      if (!has_buffer(netlist.links[i])) continue;
      sums[vc].occupancy += load.occupancy;
      ++sums[vc].buffers;
    }
  }
  Json result = Json::array();
  for (const Sum& sum : sums) {
    result.push_back({{"utilisation", ratio_json(sum.utilisation, sum.links)},
                      {"occupancy", ratio_json(sum.occupancy, sum.buffers)}});
  }
  return result;
}

/// Phits that the links between switches carried on each VC.
std::vector<std::uint64_t> vc_phits(const Netlist& netlist, const std::vector<LinkUse>& use) {
  std::vector<std::uint64_t> phits;
  for (std::size_t i = 0; i < use.size(); ++i) {
    if (netlist.links[i].kind == 0) continue;  // a host's
    phits.resize(std::max(phits.size(), use[i].vcs.size()));
    for (std::size_t vc = 0; vc < use[i].vcs.size(); ++vc) phits[vc] += use[i].vcs[vc].phits;
  }
  return phits;
}

Json links_json(const Netlist& netlist, const std::vector<LinkUse>& use, Cycle cycles,
                bool details) {
  Json by_kind = Json::object();
  for (std::size_t kind = 0; kind < netlist.kinds.size(); ++kind) {
    std::vector<double> utilisation;
    std::vector<double> occupancy;
    for (std::size_t i = 0; i < use.size(); ++i) {
      if (static_cast<std::size_t>(netlist.links[i].kind) != kind) continue;
      const LinkLoad load = load_of(use[i], cycles);
      utilisation.push_back(load.utilisation);
      if (has_buffer(netlist.links[i])) occupancy.push_back(load.occupancy);
    }
    if (utilisation.empty()) continue;
    by_kind[netlist.kinds[kind]] = {{"links", utilisation.size()},
                                    {"utilisation", mean_and_maximum(utilisation)},
                                    {"occupancy", mean_and_maximum(occupancy)},
                                    {"vcs", vcs_of_kind(netlist, use, kind, cycles)}};
  }
  const std::vector<std::uint64_t> by_vc = vc_phits(netlist, use);
  Json shares = Json::array();
  for (const std::uint64_t each : by_vc) shares.push_back(ratio_json(each, sum(by_vc)));
  Json result = {{"by_kind", std::move(by_kind)},
                 {"vc_shares", std::move(shares)},
                 {"vcs_used", by_vc.size() - static_cast<std::size_t>(std::count(
                                                 by_vc.begin(), by_vc.end(), std::uint64_t{0}))}};
  if (!details) return result;
  Json each = Json::array();
  for (std::size_t i = 0; i < use.size(); ++i) {
    const Link& link = netlist.links[i];
    Json vcs = Json::array();
    for (const ChannelUse& vc : use[i].vcs) {
      const LinkLoad load = load_of(vc, cycles);
      vcs.push_back({{"utilisation", load.utilisation}, {"occupancy", load.occupancy}});
    }
    each.push_back({{"from", endpoint_name(netlist, link.from)},
                    {"to", endpoint_name(netlist, link.to)},
                    {"kind", netlist.kinds[static_cast<std::size_t>(link.kind)]},
                    {"vcs", std::move(vcs)}});
  }
  result["each"] = std::move(each);
  return result;
}

/// Links of each kind that a packet passes, phit by phit: what the links carried in the interval,
/// over what was delivered in it.
Json hops_json(const Netlist& netlist, const std::vector<LinkUse>& use,
               const Measurement& measurement) {
  std::vector<std::uint64_t> phits(netlist.kinds.size());
  for (std::size_t i = 0; i < use.size(); ++i) {
    for (const ChannelUse& vc : use[i].vcs) {
      phits[static_cast<std::size_t>(netlist.links[i].kind)] += vc.phits;
    }
  }
  Json by_kind = Json::object();
  for (std::size_t kind = 0; kind < phits.size(); ++kind) {
    by_kind[netlist.kinds[kind]] = ratio_json(phits[kind], measurement.phits());
  }
  return {{"mean", ratio_json(measurement.hops(), measurement.packets())},
          {"by_kind", std::move(by_kind)}};
}

/// Null: the routing function does not tell paths apart.
Json paths_json(const RoutingFunction& routing, const Measurement& measurement) {
  const std::vector<std::string> names = routing.path_classes();
  if (names.empty()) return nullptr;
  Json result = Json::object();
  for (std::size_t i = 0; i < names.size(); ++i) {
    result[names[i]] = ratio_json(measurement.path_classes()[i], measurement.packets());
  }
  if (measurement.deviated() > 0) {
    result["deviated"] = ratio_json(measurement.deviated(), measurement.packets());
  }
  return result;
}

Json packets_json(const NetworkCounters& counters) {
  return {{"generated", counters.generated},
          {"injected", counters.injected},
          {"delivered", counters.delivered},
          {"lost", counters.lost},
          {"cut", counters.cut},
          {"dropped", counters.dropped},
          {"deviated", counters.deviated},
          {"in_flight", counters.generated - counters.delivered - counters.lost},
          {"queued", counters.queued_packets},
          {"out_of_order", counters.out_of_order}};
}

Json quartiles_json(const Quartiles& quartiles) {
  return {{"q1", quartiles[0]},
          {"median", quartiles[1]},
          {"q3", quartiles[2]},
          {"range", quartiles[2] - quartiles[0]}};
}

Json time_series_json(const TimeSeries& series, Cycle cycles, std::size_t nodes) {
  const Cycle interval = series.settings().interval;
  Json samples = Json::array();
  for (Cycle from = 0; from < cycles; from += interval) {
    const std::size_t index = from / interval;
    const bool known = index < series.samples().size();
    const DeliverySums sums = known ? series.samples()[index] : DeliverySums{};
    const Cycle length = std::min(interval, cycles - from);
    const auto mean = [&](std::uint64_t sum) { return ratio_json(sum, sums.packets); };
    samples.push_back({{"from", from},
                       {"packets", sums.packets},
                       {"accepted_load", ratio(sums.phits, length * nodes)},
                       {"network_latency", mean(sums.network_latency)},
                       {"generation_latency", mean(sums.generation_latency)}});
    if (!series.settings().quartiles) continue;
    Json& sample = samples.back();
    const bool any = sums.packets != 0;
    sample["network_quartiles"] =
        any ? quartiles_json(series.network_quartiles(index)) : Json(nullptr);
    sample["generation_quartiles"] =
        any ? quartiles_json(series.generation_quartiles(index)) : Json(nullptr);
  }
  return {{"interval", interval}, {"samples", std::move(samples)}};
}

/// Faults during the run, and what it took to route around them.
Json reconfiguration_json(const Config& config, std::uint64_t seed, const Network& network) {
  Json result = Json::array();
  if (config.faults.empty()) return result;
  const std::vector<RunFault> faults = faults_of_run(config, seed);
  const auto name = [&](int fault) { return faults[static_cast<std::size_t>(fault)].name; };
  for (const FaultRecord& record : network.fault_records()) {
    Json overlaps = Json::array();
    for (const int other : record.overlaps) overlaps.push_back(name(other));
    result.push_back(
        {{"fault", name(record.fault)},
         {"part", failed_part_name(faults[static_cast<std::size_t>(record.fault)].part)},
         {"cycle", record.cycle},
         {"detected", number_or_null(record.detected)},
         {"updated", number_or_null(record.updated)},
         {"cycles", number_or_null(record.reconfiguration())},
         {"updates", record.updates},
         {"control_packets", record.control_packets},
         {"stranded", record.stranded},
         {"overlaps", std::move(overlaps)}});
    if (record.overlaps_left_out > 0) {
      result.back()["overlaps_left_out"] = record.overlaps_left_out;
    }
  }
  return result;
}

/// What RTL decided, in all and by block.
Json rtl_json(const RtlCounters& counters) {
  Json result = {{"decisions", counters.decisions()},
                 {"mismatches", counters.mismatches()},
                 {"blocks", Json::object()}};
  for (const auto& [block, each] : counters.blocks) {
    result["blocks"][block] = {{"decisions", each.decisions}, {"mismatches", each.mismatches}};
  }
  return result;
}

}  // namespace

Json point_report(const Config& config, const PointRequest& request, const Measurement& measurement,
                  const Fabric& fabric, const RunOutcome& outcome) {
  const Netlist& netlist = config.netlist;
  const std::size_t nodes = netlist.hosts.size();
  const Cycle cycles = outcome.interval;
  const std::vector<LinkUse> use = fabric.network().link_use();
  const bool details = request.details;

  Json point;
  point["load"] = number_or_null(request.load);
  point["seed"] = request.seed;
  point["offered_load"] = ratio_json(sum(measurement.offered()), cycles * nodes);
  point["accepted_load"] = ratio_json(measurement.phits(), cycles * nodes);
  point["latency"] = {{"network", latency_json(measurement.network_latency())},
                      {"generation", latency_json(measurement.generation_latency())}};
  point["hops"] = hops_json(netlist, use, measurement);
  point["paths"] = paths_json(fabric.routing(), measurement);
  point["packets"] = packets_json(outcome.counters);

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
  if (dragonfly != nullptr && dragonfly->switches() == switches && dragonfly->hosts() == nodes) {
    point["group_positions"] = group_positions_json(accepted, by_class, injects_at, *dragonfly);
  }
  point["links"] = cycles == 0 ? Json(nullptr) : links_json(netlist, use, cycles, details);

  if (outcome.closed || !outcome.failure_kind.empty()) {
    // A closed workload has no steady state, and a run that failed did not reach it.
    point["saturated"] = nullptr;
    point["stationary"] = nullptr;
  } else {
    const bool saturated = is_saturated(outcome.before.queued_packets, outcome.after.queued_packets,
                                        outcome.after.generated - outcome.before.generated) ||
                           has_saturated_node(measurement, config.traffic.packet_phits);
    const HalfDifferences halves = half_differences(measurement);
    point["saturated"] = saturated;
    point["stationary"] =
        number_or_null(is_stationary(halves, config.run.stationary_bound, saturated));
    point["half_differences"] = {{"accepted_load", number_or_null(halves.accepted_load)},
                                 {"network_latency", number_or_null(halves.network_latency)},
                                 {"generation_latency", number_or_null(halves.generation_latency)}};
  }
  point["deadlock"] = outcome.deadlock ? Json{{"cycle", outcome.deadlock->cycle},
                                              {"channels", outcome.deadlock->channels}}
                                       : Json(nullptr);
  point["completion_cycle"] = number_or_null(outcome.completion_cycle);
  point["reconfiguration"] = reconfiguration_json(config, request.seed, fabric.network());
  point["rtl"] = rtl_json(fabric.rtl());
  const NicConfig& nic = config.network.nic;
  if (nic.reorders()) {
    point["reordering"] = {{"buffer_packets", config.resolved.at("nic").at("reorder_buffer")},
                           {"acknowledgements", nic.acknowledges() ? "ideal" : "none"}};
  }
  if (measurement.time_series().on()) {
    point["time_series"] = time_series_json(measurement.time_series(), outcome.cycles, nodes);
    point["time_series"]["by"] = config.resolved.at("simulation").at("sample_by");
  }
  point["performance"] = {
      {"run_s", outcome.run_seconds},
      {"cycles", outcome.cycles},
      {"cycles_per_s", ratio_json(static_cast<double>(outcome.cycles), outcome.run_seconds)},
      {"packet_hops", outcome.counters.packet_hops},
      {"flit_hops", outcome.counters.flit_hops},
      {"quantum", fabric.network().quantum()},
      {"model_bytes", fabric.network().memory()}};
  point["failure"] = outcome.failure_kind.empty() ? Json(nullptr)
                                                  : Json{{"kind", outcome.failure_kind},
                                                         {"message", outcome.failure_message}};
  if (!outcome.failure_packet.empty()) point["failure"]["packet"] = outcome.failure_packet;
  return point;
}

}  // namespace sim
}  // namespace netloom
