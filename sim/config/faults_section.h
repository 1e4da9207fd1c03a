#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "routing/netlist/netlist.h"
#include "sim/config/config.h"
#include "sim/config/document.h"
#include "sim/config/schema.h"

namespace netloom {

/// The key `faults`: what fails, and when.
KeySchema faults_key();

/// The section `fault_handling`: how switches deal with faults during the run.
KeySchema fault_handling_section();

/// Reads that list, as the schema has checked it. Error, at its place: not exactly one of link,
/// cable and switch, or no such part in the network.
std::vector<FaultConfig> read_faults(const Document& document, const nlohmann::json& section,
                                     const Netlist& netlist);

}  // namespace netloom
