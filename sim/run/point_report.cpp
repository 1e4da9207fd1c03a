#include "sim/run/point_report.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include "hw/network/partition.h"
#include "routing/netlist/failed_parts.h"
#include "rtl/view/lockstep_model.h"
#include "sim/config/fault_plan.h"
#include "sim/run/link_report.h"
#include "sim/run/load_report.h"
#include "sim/statistics/verdicts.h"

namespace netloom {
inline namespace sim {
namespace {

Json latency_json(const LatencyHistogram& histogram) {
  return {{"mean", number_or_null(histogram.mean())},
          {"p50", number_or_null(histogram.percentile(0.50))},
          {"p95", number_or_null(histogram.percentile(0.95))},
          {"p99", number_or_null(histogram.percentile(0.99))},
          {"max", number_or_null(histogram.maximum())}};
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
                       {"accepted_load", ratio_json(sums.phits, length * nodes)},
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
Json reconfiguration_json(const Config& config, std::uint64_t seed, const Fabric& fabric) {
  Json result = Json::array();
  if (config.faults.empty()) return result;
  const std::vector<RunFault> faults = faults_of_run(config, seed);
  const auto name = [&](int fault) { return faults[static_cast<std::size_t>(fault)].name; };
  const std::vector<ManagerWrite>& writes = fabric.manager_writes();
  for (const FaultRecord& record : fabric.network().fault_records()) {
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
    if (config.network.fault_handling.way == FaultWay::kFlood) continue;
    const auto planned = std::count_if(writes.begin(), writes.end(), [&](const ManagerWrite& each) {
      return each.fault == record.fault;
    });
    result.back()["writes"] = static_cast<std::uint64_t>(planned);
    result.back()["cycles_from_fault"] =
        record.updated ? Json(*record.updated - record.cycle) : Json(nullptr);
  }
  return result;
}

/// Of pins and registers of switches in RTL with those of the models beside them, by all ranks.
std::uint64_t values_compared(const Network& network) {
  std::uint64_t values = 0;
  for (SwitchId id = 0; id < network.netlist().switches.size(); ++id) {
    if (!network.has(id)) continue;
    const auto* const model = dynamic_cast<const LockstepModel*>(&network.model(id));
    if (model != nullptr) values += model->shadow().compared();
  }
  return network.ranks().sum(values);
}

/// What RTL decided, in all and by block, in the switches of all ranks.
Json rtl_json(const RtlCounters& counters, Ranks& ranks) {
  Json mine = Json::object();
  for (const auto& [block, each] : counters.blocks) {
    mine[block] = {{"decisions", each.decisions()}, {"mismatches", each.mismatches()}};
  }
  Json result = {{"decisions", 0u}, {"mismatches", 0u}, {"blocks", Json::object()}};
  const auto add = [](Json& sum, const Json& number) {
    sum = (sum.is_null() ? 0 : sum.get<std::uint64_t>()) + number.get<std::uint64_t>();
  };
  for (const std::string& text : ranks.gather("decisions of RTL", json_text(mine))) {
    const Json blocks = parse_json(text);
    for (const auto& [block, counts] : blocks.items()) {
      for (const auto& [kind, number] : counts.items()) {
        add(result[kind], number);
        add(result["blocks"][block][kind], number);
      }
    }
  }
  return result;
}

Json half_differences_json(const HalfDifferences& halves) {
  return {{"accepted_load", number_or_null(halves.accepted_load)},
          {"network_latency", number_or_null(halves.network_latency)},
          {"generation_latency", number_or_null(halves.generation_latency)}};
}

}  // namespace

Json point_report(const Config& config, const PointRequest& request, const Measurement& measurement,
                  const Fabric& fabric, const RunOutcome& outcome) {
  const Netlist& netlist = config.netlist;
  const std::size_t nodes = netlist.hosts.size();
  const Cycle cycles = outcome.interval;
  const LinkUses use = fabric.network().link_use();
  const bool details = request.details;

  Json point;
  point["load"] = number_or_null(request.load);
  point["seed"] = request.seed;
  const std::vector<std::uint64_t>& offered = measurement.offered();
  point["offered_load"] =
      ratio_json(std::accumulate(offered.begin(), offered.end(), std::uint64_t{0}), cycles * nodes);
  point["accepted_load"] = ratio_json(measurement.phits(), cycles * nodes);
  point["latency"] = {{"network", latency_json(measurement.network_latency())},
                      {"generation", latency_json(measurement.generation_latency())}};
  point["hops"] = hops_json(netlist, use, measurement);
  point["paths"] = paths_json(fabric.routing(), measurement);
  point["packets"] = packets_json(outcome.counters);

  add_load_report(point, config, fabric, measurement, cycles, details);
  point["links"] = cycles == 0 ? Json(nullptr) : links_json(netlist, use, cycles, details);

  if (outcome.closed || !outcome.failure_kind.empty()) {
    // A closed workload has no steady state, and a run that failed did not reach it.
    point["saturated"] = nullptr;
    point["stationary"] = nullptr;
  } else {
    const bool saturated = is_saturated(outcome.before.queued_packets, outcome.after.queued_packets,
                                        outcome.after.generated - outcome.before.generated) ||
                           has_saturated_node(measurement, config.traffic.packet_phits);
    point["saturated"] = saturated;
    if (outcome.settled) {
      point["stationary"] = *outcome.settled;
    } else {
      const HalfDifferences halves = half_differences(measurement);
      point["stationary"] =
          number_or_null(is_stationary(halves, config.run.stationary_bound, saturated));
      point["half_differences"] = half_differences_json(halves);
    }
  }
  point["deadlock"] = outcome.deadlock ? Json{{"cycle", outcome.deadlock->cycle},
                                              {"channels", outcome.deadlock->channels}}
                                       : Json(nullptr);
  point["completion_cycle"] = number_or_null(outcome.completion_cycle);
  point["reconfiguration"] = reconfiguration_json(config, request.seed, fabric);
  point["rtl"] = rtl_json(fabric.rtl(), fabric.network().ranks());
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
      {"regions", fabric.network().partition().regions},
      {"ranks", fabric.network().partition().ranks},
      {"rank_bytes", fabric.network().rank_bytes()},
      {"threads", fabric.network().partition().threads},
      {"window", fabric.network().partition().window},
      {"model_bytes", fabric.network().memory()}};
  if (config.rtl.mode == RtlConfig::Mode::kLockstep) {
    point["performance"]["values_compared"] = values_compared(fabric.network());
  }
  point["failure"] = outcome.failure_kind.empty() ? Json(nullptr)
                                                  : Json{{"kind", outcome.failure_kind},
                                                         {"message", outcome.failure_message}};
  if (!outcome.failure_packet.empty()) point["failure"]["packet"] = outcome.failure_packet;
  if (!outcome.failure_switch.empty()) point["failure"]["switch"] = outcome.failure_switch;
  return point;
}

}  // namespace sim
}  // namespace netloom
