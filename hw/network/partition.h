#pragma once

#include <vector>

#include "hw/config/config.h"
#include "hw/config/lookahead.h"
#include "hw/network/machine.h"
#include "routing/base/visible.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// The regions of a network (region.h).
struct Partition {
  std::vector<int> region_of;  ///< per switch, from 0 on without gaps
  int regions = 1;
  int window = 1;  ///< cycles that each of them runs on its own: Lookahead::window(), or less
  std::vector<int> thread_of;  ///< per region: of the threads of its rank
  int threads = 1;             ///< of each rank
  std::vector<int> rank_of;    ///< per region
  int ranks = 1;
};

/// The regions that a configuration asks for, of a network whose switches run `quantum` cycles at a
/// time. SimulationConfig::regions
/// - 0: where the network is much larger than the machine's cache, and links differ in length: what
///   short links join is a region that can stay in the cache for much longer than a quantum. Else
///   one, or one for each thread;
/// - 1: one;
/// - more: so many, by METIS, of about as many ports each, with links cut that are long or, if all
///   are short, few. The same netlist gives the same ones.
/// SimulationConfig::threads of each rank run them, each about as many ports; 0: as many as the
/// machine has cores, as long as each has enough to do in a window, which one always has.
/// Error: more regions than switches, more threads of all ranks than parts that they can run.
Partition make_partition(const Netlist& netlist, const NetworkConfig& config,
                         const Lookahead& lookahead, int quantum, const Machine& machine);

}  // namespace hw
}  // namespace netloom
