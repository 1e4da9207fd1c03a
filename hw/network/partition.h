#pragma once

#include <cstdint>
#include <vector>

#include "hw/config/config.h"
#include "hw/config/lookahead.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace hw {

/// The regions of a network (region.h).
struct Partition {
  std::vector<int> region_of;  ///< per switch, from 0 on without gaps
  int regions = 1;
  int window = 1;  ///< cycles that each of them runs on its own: Lookahead::window(), or less
};

/// Bytes of the machine's second-level cache; of a usual one if it does not tell.
std::uint64_t second_level_cache();

/// The regions that a configuration asks for, of a network whose switches run `quantum` cycles at a
/// time. SimulationConfig::regions
/// - 0: where the network is much larger than `cache_bytes`, and links differ in length: what short
///   links join is a region that can stay in the cache for much longer than a quantum. Else one;
/// - 1: one;
/// - more: so many, by METIS, of about as many ports each, with links cut that are long or, if all
///   are short, few. The same netlist gives the same ones.
/// Error: more regions than switches.
Partition make_partition(const Netlist& netlist, const NetworkConfig& config,
                         const Lookahead& lookahead, int quantum, std::uint64_t cache_bytes);

}  // namespace hw
}  // namespace netloom
