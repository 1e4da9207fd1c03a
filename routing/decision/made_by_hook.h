#pragma once

#include <memory>
#include <string>

#include "routing/base/error.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// What a hook has made for a switch. `sort` says what that is, for the message. BrokenInvariant:
/// nothing.
template <class Made>
std::unique_ptr<Made> made_by_hook(std::unique_ptr<Made> made, const std::string& sort,
                                   const Netlist& netlist, SwitchId id) {
  if (made != nullptr) return made;
  throw BrokenInvariant("the hook for the " + sort + " of each switch makes none for switch '" +
                        netlist.switches[id].name + "' (number " + std::to_string(id) + ")");
}

}  // namespace routing
}  // namespace netloom
