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

std::unique_ptr<SwitchModel> make_switch_model(const SwitchPlan& plan, Arena& arena) {
  const Features needed =
      plan.config->simulation.specialised ? needed_features(plan) : kAllFeatures;
  const int channels = core_width(plan.largest_switch << plan.vc_shift, plan.vc_shift);
  return CoreRegistry::instance().find(needed, channels).make(plan, arena);
}

}  // namespace hw
}  // namespace netloom
