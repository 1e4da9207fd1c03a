#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/run/fabric.h"

namespace netloom {

/// The routing registers of all ports, read back over TLM-2.0 by the fabric manager, as a table
/// with a line per switch and port; registers that do not belong to a port are in lines with port
/// "-". The fabric's registers have to be programmed.
std::string register_table_text(const Config& config, Fabric& fabric);

/// The comparison of all writable registers, read back over TLM-2.0, with what the routing function
/// says (or the reset value, where it says nothing).
struct RegisterCheck {
  std::uint64_t words = 0;
  std::vector<std::string> differences;
};
RegisterCheck check_registers(const Config& config, Fabric& fabric);

}  // namespace netloom
