#pragma once

#include <string>

#include "sim/config/loaded_config.h"

namespace netloom {
inline namespace sim {

/// What `netloom netlist --modules` writes: the modules of a switch in the structural view and the
/// signals between them, as they are elaborated, for Graphviz. Once per process. Error: the switch
/// is in another view.
std::string module_text(LoadedConfig& loaded, SwitchId switch_id);

}  // namespace sim
}  // namespace netloom
