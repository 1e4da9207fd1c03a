#include "sim/experiments/measures.h"

#include <algorithm>

namespace netloom {
inline namespace sim {
namespace {

constexpr NamedMeasure kMeasures[] = {
    {"throughput", "/accepted_load", Measure::Over::kLargest, true, "phits/(node·cycle)"},
    {"accepted_load", "/accepted_load", Measure::Over::kLoads, true, "phits/(node·cycle)"},
    {"accepted_share", "/accepted_load", Measure::Over::kLoads, true, "", "/offered_load"},
    {"switch_fairness", "/group_positions/jain", Measure::Over::kLoads, true, ""},
    {"least_switch", "/group_positions/accepted_min", Measure::Over::kLoads, true, "",
     "/group_positions/accepted_mean"},
    {"network_latency", "/latency/network/mean", Measure::Over::kLoads, false, "cycles"},
    {"generation_latency", "/latency/generation/mean", Measure::Over::kLoads, false, "cycles"},
    {"completion_time", "/completion_cycle", Measure::Over::kOnlyPoint, false, "cycles"},
    {"minimal_share", "/paths/minimal", Measure::Over::kLoads, true, ""},
    {"hops", "/hops/mean", Measure::Over::kLoads, false, "hops"},
    {"vcs_used", "/links/vcs_used", Measure::Over::kLargest, false, "VCs"},
    {"reconfiguration", "/reconfiguration/0/cycles", Measure::Over::kOnlyPoint, false, "cycles"},
    {"cut", "/packets/cut", Measure::Over::kSum, false, "packets"},
    {"dropped", "/packets/dropped", Measure::Over::kSum, false, "packets"},
    {"deviated", "/packets/deviated", Measure::Over::kSum, false, "packets"},
    {"out_of_order", "/packets/out_of_order", Measure::Over::kSum, false, "packets"},
    {"crosspoints", "/crosspoints", Measure::Over::kOnlyPoint, false, "crosspoints", "",
     Measure::Source::kCounted},
    {"network_cost", "/network_cost", Measure::Over::kOnlyPoint, false, "", "",
     Measure::Source::kCounted},
    {"register_bits", "/bits", Measure::Over::kLoads, false, "bits", "", Measure::Source::kCounted},
    {"not_tolerated", "/not_tolerated", Measure::Over::kLoads, false, "%", "",
     Measure::Source::kCombinations},
    {"disconnected", "/disconnected", Measure::Over::kLoads, false, "%", "",
     Measure::Source::kCombinations},
    {"victims", "/victims", Measure::Over::kLoads, false, "nodes", "",
     Measure::Source::kCombinations},
    {"tolerated_faults", "/tolerated_faults", Measure::Over::kOnlyPoint, true, "faults", "",
     Measure::Source::kCounted},
    {"paths", "/paths", Measure::Over::kOnlyPoint, true, "paths", "", Measure::Source::kCounted},
    {"lost_paths", "/lost_paths", Measure::Over::kOnlyPoint, false, "paths", "",
     Measure::Source::kCounted},
    {"lost_share", "/lost_share", Measure::Over::kOnlyPoint, false, "%", "",
     Measure::Source::kCounted},
    {"value", "", Measure::Over::kLoads, false, ""},
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
