#include "hw/switch/switch_core_build.h"
#include "hw/switch/switch_core_cycle.h"
#include "hw/switch/switch_core_instances.h"

namespace netloom {
inline namespace hw {

template <>
std::unique_ptr<SwitchModel> make_core<128>(const SwitchPlan& plan, Arena& arena, CoreKind kind) {
  return make_core_of_kind<128>(plan, arena, kind);
}

}  // namespace hw
}  // namespace netloom
