#include "hw/switch/base/features.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "hw/switch/base/switch_model.h"

namespace netloom {
inline namespace hw {

namespace {

bool any_output_buffer(const SwitchPlan& plan) {
  const std::vector<int>& buffers = plan.config->switches.output_buffer;
  return std::any_of(buffers.begin(), buffers.end(), [](int phits) { return phits > 0; });
}

bool decides(const SwitchPlan& plan) {
  return plan.router->decides() || plan.router->decides_again() || plan.board != nullptr ||
         plan.router->injection_counter() != nullptr;
}

/// Where it differs from a multiplexed one.
bool full_crossbar(const SwitchPlan& plan) {
  return plan.config->switches.crossbar == CrossbarKind::kFull &&
         (plan.vc_shift > 0 || any_output_buffer(plan));
}

/// Something else than one iteration of separable input-first allocation with round-robin arbiters
/// to which all packets are alike.
bool any_allocator(const SwitchPlan& plan) {
  const SwitchConfig& config = plan.config->switches;
  return config.allocator != AllocatorKind::kSeparableInputFirst || config.iterations != 1 ||
         config.arbiter != ArbiterKind::kRoundRobin || config.transit_priority ||
         plan.arbiters != nullptr;
}

}  // namespace

const std::vector<FeatureInfo>& features() {
  static const std::vector<FeatureInfo> all = {
#define NETLOOM_FEATURE(name, text, what, needed) \
  {k##name, text, what, [](const SwitchPlan& plan) { return needed; }},
#include "hw/switch/base/features.inc"
#undef NETLOOM_FEATURE
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
