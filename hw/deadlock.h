#pragma once

#include <functional>
#include <string>

#include "hw/network.h"
#include "hw/switch_model.h"
#include "routing/netlist/netlist.h"

namespace netloom {

/// Throws DeadlockError for a network in which nothing can move: follows the input VCs that wait
/// for each other and names a cycle of them, or says that there is none. `what`: of which cycles
/// this is true, for the message.
[[noreturn]] void throw_deadlock(const Netlist& netlist, const PortMap& ports, Cycle now,
                                 const std::string& what, int vc_shift,
                                 const std::function<const SwitchModel&(SwitchId)>& model);

}  // namespace netloom
