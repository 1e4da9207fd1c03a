#include <string>
#include <vector>

#include "routing/function/dragonfly/traffic_routing.h"

namespace netloom {
inline namespace routing {
namespace {

/// path_a: as the counters say.
constexpr char kAdaptive[] = "adaptive";

std::vector<Parameter> lia_parameters() {
  constexpr double kPackets = 65535;
  std::vector<Parameter> parameters = traffic_parameters();
  for (Parameter& each : parameters) {
    if (each.name != "path_a") continue;
    each.meaning =
        "first part of Valiant paths: as the counters say, or to an intermediate switch always by "
        "the hops named, L local, G global, - left out";
    each.choices.front() = kAdaptive;
    each.default_value = std::string(kAdaptive);
  }
  parameters.push_back(whole_number(
      "injected_weight",
      "percent: weight of packets that were injected within the window in extended counters "
      "(register INJECTED_WEIGHT)",
      100, 0, 100));
  parameters.push_back(
      whole_number("stored_weight",
                   "w, percent: weight of packets in the injection queues in extended counters "
                   "(register STORED_WEIGHT)",
                   10, 0, 100));
  parameters.push_back(
      whole_number("saturated_links",
                   "SGC: path A has a local hop in the source group once the counters of so many "
                   "directly connected groups are above global_limit (register SATURATED_LINKS)",
                   3, 0, kPackets));
  parameters.push_back(whole_number("global_limit",
                                    "GPSTh, packets: see saturated_links (register GLOBAL_LIMIT)",
                                    5, 0, kPackets));
  parameters.push_back(
      whole_number("remote_limit",
                   "RCTh, packets: path A has a local hop in the intermediate group if a remote "
                   "counter of the packet's group is above this (register REMOTE_LIMIT)",
                   20, 0, kPackets));
  return parameters;
}

ValiantRules lia_rules(const ParameterMap& parameters) {
  ValiantRules rules = valiant_rules(parameters);
  if (string_parameter(parameters, "path_a") != kAdaptive) return rules;
  rules.path_a = PathA::kLgl;
  rules.path_a_choices = {PathA::kLgl, PathA::kLg, PathA::kGl, PathA::kG};
  return rules;
}

const RoutingFunctionRegistry::Registration kLia(
    "lia", {"Latency-Improved Adaptive routing in dragonflies: as tpr, and counters that say when "
            "Valiant paths may be shorter",
            lia_parameters(),
            "ff",
            [](const RoutingContext& context) {
              return make_traffic_routing(context, "lia", lia_rules(context.parameters), true);
            },
            "ascending",
            {},
            [](const ParameterMap& resolved) { return valiant_vcs(lia_rules(resolved)); }});

}  // namespace
}  // namespace routing
}  // namespace netloom
