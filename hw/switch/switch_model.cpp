#include "hw/switch/base/switch_model.h"

#include <fmt/format.h>

#include "hw/switch/core_registry.h"
#include "hw/switch/core_width.h"

namespace netloom {
inline namespace hw {

std::string CoreDescription::text() const {
  const std::string names = features_text(features & ~Features{kChecks});
  return fmt::format("{}, up to {} channels, {} checks",
                     !specialised()  ? "general"
                     : names.empty() ? "specialised"
                                     : fmt::format("specialised ({})", names),
                     channels, checks ? "with" : "without");
}

SwitchModelPtr make_switch_model(const SwitchPlan& plan, Arena& arena) {
  const SimulationConfig& simulation = plan.config->simulation;
  const bool own = simulation.mixed_cores && plan.id % 2 == 0;
  const bool general = !simulation.specialised || (simulation.mixed_cores && !own);
  const Features needed = general ? kAllFeatures : needed_features(plan);
  const int ports = own ? static_cast<int>(plan.ports.size()) : plan.largest_switch;
  const int channels = core_width(ports << plan.vc_shift, plan.vc_shift);
  return CoreRegistry::instance().find(needed, channels).make(plan, arena);
}

}  // namespace hw
}  // namespace netloom
