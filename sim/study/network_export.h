#pragma once

#include <cstdint>
#include <string>

#include "sim/config/loaded_config.h"

namespace netloom {
inline namespace sim {

/// Of which a bench may consist: what it reads takes some hundred bytes for each packet and hop.
inline constexpr Cycle kMostExportedCycles = 1'000'000;

/// A network that is written as SystemVerilog.
struct NetworkExport {
  std::string folder;      ///< new, or empty
  Cycle cycles = 1000;     ///< that its bench replays, whether the workload is complete or not
  std::uint64_t seed = 1;  ///< of the run that is recorded
  int phit_bits = 0;       ///< of a phit; 0: whole bytes that the header fits into
  bool progress = false;   ///< a line on standard error
};

/// Writes the network of a configuration whose switches are all in the RTL view: its modules, a
/// bench that replays what hosts do in a run of the structural view and compares what comes out,
/// and how to build it, without Netloom. Error:
/// the folder cannot be written, or is not empty; the run fails; the header is wider than a phit; a
/// link fails behind the last of the cycles; the configuration has a switch of its own in `rtl`; as
/// require_enough_vcs().
void export_network(LoadedConfig& loaded, const NetworkExport& request);

}  // namespace sim
}  // namespace netloom
