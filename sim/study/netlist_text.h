#pragma once

#include <string>

#include "routing/netlist/netlist_io.h"
#include "sim/config/config.h"

namespace netloom {

/// What `netloom netlist` writes: the network of a configuration in one of the formats of netlists.
std::string netlist_text(const Config& config, NetlistFormat format);

/// What `netloom netlist --registers` writes: the routing registers of all ports, read back over
/// TLM-2.0 after the fabric manager has programmed them. Elaborates the network: once per process.
std::string programmed_registers_text(const Config& config);

}  // namespace netloom
