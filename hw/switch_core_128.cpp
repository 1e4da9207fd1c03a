#include "hw/switch_core_build.h"
#include "hw/switch_core_cycle.h"
#include "hw/switch_core_instances.h"

namespace netloom {

template <>
std::unique_ptr<SwitchModel> make_core<128>(const SwitchPlan& plan, Arena& arena, CoreKind kind) {
  switch (kind) {
    case CoreKind::kSpecialised:
      return std::make_unique<SwitchCore<128, CoreKind::kSpecialised>>(plan, arena);
    case CoreKind::kSpecialisedOneVc:
      return std::make_unique<SwitchCore<128, CoreKind::kSpecialisedOneVc>>(plan, arena);
    case CoreKind::kGeneral:
      break;
  }
  return std::make_unique<SwitchCore<128, CoreKind::kGeneral>>(plan, arena);
}

}  // namespace netloom
