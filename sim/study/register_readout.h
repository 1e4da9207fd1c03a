#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "routing/base/visible.h"
#include "sim/config/loaded_config.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

// Both program the registers over TLM-2.0 and read them back. They elaborate the network: one of
// them, once per process. Error: as make_routing(), and what the fabric manager says.

/// What `netloom netlist --registers` writes: the routing registers of all ports, as a table with a
/// line per switch and port; registers that do not belong to a port are in lines with port "-".
/// `progress`: it says how far it is.
std::string register_table_text(LoadedConfig& loaded, bool progress);

/// The comparison of all writable registers with what the routing function says (or the reset
/// value, where it says nothing).
struct RegisterCheck {
  std::uint64_t words = 0;
  std::vector<std::string> differences;
};
RegisterCheck check_registers(LoadedConfig& loaded);

}  // namespace sim
}  // namespace netloom
