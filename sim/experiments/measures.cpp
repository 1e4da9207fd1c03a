#include "sim/experiments/measures.h"

#include <algorithm>
#include <iterator>

namespace netloom {
inline namespace sim {
namespace {

constexpr NamedMeasure kMeasures[] = {
    {"throughput", "/accepted_load", Measure::Over::kLargest, true},
    {"accepted_load", "/accepted_load", Measure::Over::kLoads, true},
    {"accepted_share", "/accepted_load", Measure::Over::kLoads, true, "/offered_load"},
    {"switch_fairness", "/group_positions/jain", Measure::Over::kLoads, true},
    {"least_switch", "/group_positions/accepted_min", Measure::Over::kLoads, true,
     "/group_positions/accepted_mean"},
    {"network_latency", "/latency/network/mean", Measure::Over::kLoads, false},
    {"generation_latency", "/latency/generation/mean", Measure::Over::kLoads, false},
    {"completion_time", "/completion_cycle", Measure::Over::kOnlyPoint, false},
    {"minimal_share", "/paths/minimal", Measure::Over::kLoads, true},
    {"hops", "/hops/mean", Measure::Over::kLoads, false},
    {"vcs_used", "/links/vcs_used", Measure::Over::kLargest, false},
    {"reconfiguration", "/reconfiguration/0/cycles", Measure::Over::kOnlyPoint, false},
    {"cut", "/packets/cut", Measure::Over::kSum, false},
    {"dropped", "/packets/dropped", Measure::Over::kSum, false},
    {"deviated", "/packets/deviated", Measure::Over::kSum, false},
    {"out_of_order", "/packets/out_of_order", Measure::Over::kSum, false},
    {"crosspoints", "/crosspoints", Measure::Over::kOnlyPoint, false},
    {"network_cost", "/network_cost", Measure::Over::kOnlyPoint, false},
    {"register_bits", "/bits", Measure::Over::kLoads, false},
    {"not_tolerated", "/not_tolerated", Measure::Over::kLoads, false},
    {"disconnected", "/disconnected", Measure::Over::kLoads, false},
    {"victims", "/victims", Measure::Over::kLoads, false},
    {"tolerated_faults", "/tolerated_faults", Measure::Over::kOnlyPoint, true},
    {"paths", "/paths", Measure::Over::kOnlyPoint, true},
    {"lost_paths", "/lost_paths", Measure::Over::kOnlyPoint, false},
    {"lost_share", "/lost_share", Measure::Over::kOnlyPoint, false},
    {"value", "", Measure::Over::kLoads, false},
};

}  // namespace

std::vector<std::string> measure_names() {
  std::vector<std::string> names;
  for (const NamedMeasure& each : kMeasures) names.emplace_back(each.name);
  return names;
}

const NamedMeasure& named_measure(const std::string& name) {
  return *std::find_if(std::begin(kMeasures), std::end(kMeasures),
                       [&](const NamedMeasure& each) { return each.name == name; });
}

}  // namespace sim
}  // namespace netloom
