#pragma once

#include <cstdint>
#include <vector>

#include "routing/base/visible.h"
#include "routing/registers/register_file.h"
#include "sim/config/config.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// A word of a register that the fabric manager writes because of a fault.
struct ManagerWrite {
  int fault;    ///< see LinkFault
  Cycle cycle;  ///< from which it counts
  SwitchId switch_id;
  RegisterWrite write;
};

/// What the fabric manager writes in the run with this seed if links fail and it is who updates the
/// registers (fault_handling.way), in the order of cycles: else nothing.
///
/// Fault after fault, in the order in which they happen (of one cycle, in that of the
/// configuration), it makes of the registers those that the routing function programs for all that
/// has failed by then, in the switches in their order. The first write for a fault counts
/// FaultHandling::delay cycles after it, but no earlier than one behind the last of the fault
/// before, and each next one FaultHandling::write cycles after the one before.
std::vector<ManagerWrite> manager_writes(const Config& config, std::uint64_t seed);

}  // namespace sim
}  // namespace netloom
