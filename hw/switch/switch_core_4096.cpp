#include "hw/switch/switch_core_build.h"
#include "hw/switch/switch_core_cycle.h"
#include "hw/switch/switch_core_instances.h"

namespace netloom {
inline namespace hw {

/// So wide a switch runs on the general core only.
template <>
std::unique_ptr<SwitchModel> make_core<4096>(const SwitchPlan& plan, Arena& arena,
                                             CoreKind /*kind*/) {
  return std::make_unique<SwitchCore<4096, CoreKind::kGeneral>>(plan, arena);
}

}  // namespace hw
}  // namespace netloom
