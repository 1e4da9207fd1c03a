#include "hw/switch/switch_model.h"

#include <fmt/format.h>

#include "hw/switch/core_width.h"
#include "hw/switch/switch_core_instances.h"

namespace netloom {
inline namespace hw {

namespace {

/// Whether the specialised cores are equivalent to the general one in this configuration.
bool may_specialise(const SwitchPlan& plan) {
  const SwitchConfig& config = plan.config->switches;
  const SimulationConfig& simulation = plan.config->simulation;
  if (!simulation.specialised || plan.faults != nullptr || plan.bubble ||
      plan.arbiters != nullptr || config.switching == Switching::kWormhole ||
      config.allocator != AllocatorKind::kSeparableInputFirst || config.iterations != 1 ||
      config.arbiter != ArbiterKind::kRoundRobin || config.control_priority ||
      plan.control_packets || config.selection_time != SelectionTime::kGrant ||
      config.routing_units != RoutingUnits::kPort || simulation.stall_probability > 0 ||
      plan.smallest_flit != plan.largest_flit) {
    return false;
  }
  if (config.crossbar == CrossbarKind::kFull && plan.vc_shift > 0) return false;
  for (const int phits : config.output_buffer) {
    if (phits > 0) return false;
  }
  return true;
}

}  // namespace

std::string CoreDescription::text() const {
  return fmt::format("{}, up to {} channels, {} checks",
                     one_vc        ? "specialised, one VC"
                     : specialised ? "specialised"
                                   : "general",
                     channels, checks ? "with" : "without");
}

std::unique_ptr<SwitchModel> make_switch_model(const SwitchPlan& plan, Arena& arena) {
  CoreKind kind = CoreKind::kGeneral;
  if (may_specialise(plan) && (kAlwaysChecks || plan.check_invariants)) {
    kind = plan.vc_shift == 0 ? CoreKind::kSpecialisedOneVcChecked : CoreKind::kSpecialisedChecked;
  } else if (may_specialise(plan)) {
    kind = plan.vc_shift == 0 ? CoreKind::kSpecialisedOneVc : CoreKind::kSpecialised;
  }
  switch (core_width(plan.largest_switch << plan.vc_shift, plan.vc_shift)) {
    case 32:
      return make_core<32>(plan, arena, kind);
    case 64:
      return make_core<64>(plan, arena, kind);
    case 128:
      return make_core<128>(plan, arena, kind);
    case 256:
      return make_core<256>(plan, arena, kind);
    case 1024:
      return make_core<1024>(plan, arena, kind);
    default:
      return make_core<4096>(plan, arena, kind);
  }
}

}  // namespace hw
}  // namespace netloom
