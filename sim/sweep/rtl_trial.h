#pragma once

#include <string>
#include <vector>

#include "sim/config/config.h"
#include "sim/traffic/traffic_bounds.h"

namespace netloom {
inline namespace sim {

/// The names of the objects that the kinds of switches in RTL have been compiled to, and that
/// change with whatever these are made from; none: the configuration has no RTL view. Error: a
/// switch of the configuration that is in the RTL view cannot be: its kind is none that RTL does,
/// or the module of rtl.switch is not as it has to be. A process of its own builds the network,
/// with one switch of each kind in RTL: all kinds are compiled behind that, and kept
/// (rtl_view_hook()). std::runtime_error: what compiles them fails. `bounds`: known_bounds().
std::vector<std::string> require_rtl_switches(const Config& config, const TrafficBounds& bounds);

}  // namespace sim
}  // namespace netloom
