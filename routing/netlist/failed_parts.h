#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// What of a network can fail as one.
enum class FailedPart : std::uint8_t {
  kLink,    ///< one directed link between switches, named by the output port that it leaves
  kCable,   ///< both directions at a port of a switch
  kSwitch,  ///< all links between this switch and others
};

/// Error: no switch has this name.
SwitchId switch_named(const Netlist& netlist, const std::string& name);

/// "link", "cable", "switch".
const char* failed_part_name(FailedPart part);

/// The links of the netlist that fail with a part, as indices in ascending order; links to and from
/// hosts do not fail. `name` is "s18.p1", and "s18" for a switch. Error: no such switch or port, no
/// link there, or only a host's.
std::vector<int> links_of_part(const Netlist& netlist, FailedPart part, const std::string& name);

/// The same of the part at a port of a switch, or of the whole switch. `ports`: of the netlist.
std::vector<int> links_of_part(const Netlist& netlist, const PortMap& ports, FailedPart part,
                               const Endpoint& at);
/// What names the part there.
std::string name_of_part(const Netlist& netlist, FailedPart part, const Endpoint& at);

}  // namespace routing
}  // namespace netloom
