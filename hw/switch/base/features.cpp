#include "hw/switch/base/features.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "hw/switch/base/switch_model.h"

namespace netloom {
inline namespace hw {

namespace {

const SwitchConfig& switches(const SwitchPlan& plan) {
  return plan.config->switches;
}

bool any_output_buffer(const SwitchPlan& plan) {
  const std::vector<int>& buffers = switches(plan).output_buffer;
  return std::any_of(buffers.begin(), buffers.end(), [](int phits) { return phits > 0; });
}

/// Something else than one iteration of separable input-first allocation with round-robin arbiters
/// that treat all packets alike.
bool any_allocator(const SwitchPlan& plan) {
  const SwitchConfig& config = switches(plan);
  return config.allocator != AllocatorKind::kSeparableInputFirst || config.iterations != 1 ||
         config.arbiter != ArbiterKind::kRoundRobin || plan.arbiters != nullptr;
}

}  // namespace

const std::vector<FeatureInfo>& features() {
  using Plan = const SwitchPlan&;
  static const std::vector<FeatureInfo> all = {
      {kManyVcs, "many_vcs", "several VCs per port",  //
       [](Plan plan) { return plan.vc_shift > 0; }},
      {kTrigger, "trigger", "in-transit adaptive routing: misrouting beyond a threshold",
       [](Plan plan) { return plan.router->trigger() != nullptr; }},
      {kDecides, "decides", "decisions at the source, by the queues at the end of a cycle",
       [](Plan plan) {
         return plan.router->decides() || plan.router->decides_again() || plan.board != nullptr ||
                plan.router->injection_counter() != nullptr;
       }},
      {kOutputBuffers, "output_buffers", "output buffers, with speedup", any_output_buffer},
      {kFullCrossbar, "full_crossbar", "a crossbar input and output for each VC",
       [](Plan plan) {
         return switches(plan).crossbar == CrossbarKind::kFull &&
                (plan.vc_shift > 0 || any_output_buffer(plan));
       }},
      {kAnyAllocator, "any_allocator", "all allocators and arbiters, of a plan too", any_allocator},
      {kWormhole, "wormhole", "packets of several flits",
       [](Plan plan) { return switches(plan).switching == Switching::kWormhole; }},
      {kMixedSizes, "mixed_sizes", "flits of several sizes",
       [](Plan plan) { return plan.smallest_flit != plan.largest_flit; }},
      {kBubble, "bubble", "bubble flow control", [](Plan plan) { return plan.bubble; }},
      {kCommits, "commits", "selection when a head has been routed",
       [](Plan plan) { return switches(plan).selection_time == SelectionTime::kRouting; }},
      {kSharedRouting, "shared_routing", "one routing unit for all ports",
       [](Plan plan) { return switches(plan).routing_units == RoutingUnits::kSwitch; }},
      {kControl, "control", "control packets, and their priority",
       [](Plan plan) { return plan.control_packets || switches(plan).control_priority; }},
      {kFaults, "faults", "links that fail", [](Plan plan) { return plan.faults != nullptr; }},
      {kStalls, "stalls", "outputs that stall at random",
       [](Plan plan) { return plan.config->simulation.stall_probability > 0; }},
      {kObserved, "observed", "an observer may be told what happens",
       [](Plan plan) { return !plan.config->simulation.specialised; }},
      {kChecks, "checks", "the invariants are checked at each flit",
       [](Plan plan) { return kAlwaysChecks || plan.check_invariants; }},
  };
  return all;
}

Features needed_features(const SwitchPlan& plan) {
  Features result = 0;
  for (const FeatureInfo& each : features()) {
    if (each.needed(plan)) result |= each.feature;
  }
  return result;
}

std::string features_text(Features set) {
  std::vector<std::string> names;
  for (const FeatureInfo& each : features()) {
    if ((set & each.feature) != 0) names.emplace_back(each.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace hw
}  // namespace netloom
