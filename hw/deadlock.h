#pragma once

#include <functional>

#include "hw/network.h"
#include "hw/switch_model.h"
#include "routing/netlist.h"

namespace netloom {

/// Throws DeadlockError for a network in which nothing has moved since `since`: follows the input
/// VCs that wait for each other and names a cycle of them, or says that there is
/// none.
[[noreturn]] void throw_deadlock(const Netlist& netlist, const PortMap& ports, Cycle now,
                                 Cycle since, int vc_shift,
                                 const std::function<const SwitchModel&(SwitchId)>& model);

}  // namespace netloom
