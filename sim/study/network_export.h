#pragma once

#include <cstdint>
#include <string>

#include "sim/config/config.h"

namespace netloom {
inline namespace sim {

/// Of which a bench may consist: what it reads takes some hundred bytes for each packet and hop.
inline constexpr Cycle kMostExportedCycles = 1'000'000;

/// A network that is written as SystemVerilog.
struct NetworkExport {
  std::string folder;      ///< new, or empty
  Cycle cycles = 1000;     ///< that its bench replays
  std::uint64_t seed = 1;  ///< of the run that is recorded
};

/// Writes the network of a configuration whose switches are all in the RTL view: its modules, a
/// bench that replays what hosts do in a run of the structural view and compares what comes out,
/// and how to build it, without Netloom. Error:
/// the folder cannot be written, or is not empty; the run fails; links fail in it.
void export_network(const Config& config, const NetworkExport& request);

}  // namespace sim
}  // namespace netloom
