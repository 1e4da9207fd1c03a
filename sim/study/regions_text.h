#pragma once

#include <string>

#include "sim/config/loaded_config.h"

namespace netloom {
inline namespace sim {

/// What `netloom netlist --regions` writes: the regions in which a run of the configuration is
/// simulated on this machine, a line `SWITCH REGION` for each switch, as simulation.regions_file
/// reads them; before them, as comments, how long each region runs on its own, which links are cut
/// and how large the regions are, and what threads run of them. Error: as make_partition().
std::string regions_text(LoadedConfig& loaded);

}  // namespace sim
}  // namespace netloom
