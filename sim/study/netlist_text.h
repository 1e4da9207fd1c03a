#pragma once

#include <string>

#include "routing/netlist/netlist_io.h"
#include "sim/config/config.h"

namespace netloom {
inline namespace sim {

/// What `netloom netlist` writes: the network of a configuration in one of the formats of netlists.
std::string netlist_text(const Config& config, NetlistFormat format);

}  // namespace sim
}  // namespace netloom
