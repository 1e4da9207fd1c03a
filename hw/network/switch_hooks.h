#pragma once

#include <functional>

#include "hw/kernel/arena.h"
#include "hw/structural/base/clock.h"
#include "hw/switch/base/switch_model.h"
#include "routing/base/visible.h"
#include "routing/decision/port_selector.h"
#include "routing/decision/switch_arbiters.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// Makes the RTL view of a switch, in the memory of the arena; the clock runs it.
using RtlViewHook =
    std::function<SwitchModelPtr(const SwitchPlan& plan, structural::Clock& clock, Arena& arena)>;

/// What the switches of a network have in place of what the model has.
struct SwitchHooks {
  PortSelectorHook selector = {};    ///< empty: the model selects
  SwitchArbitersHook arbiters = {};  ///< empty: the model arbitrates
  RtlViewHook rtl_view = {};         ///< empty: no switch is of this view
};

}  // namespace hw
}  // namespace netloom
