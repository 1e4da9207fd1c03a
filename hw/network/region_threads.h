#pragma once

#include <vector>

#include "hw/kernel/quantum_clock.h"
#include "hw/kernel/systemc.h"
#include "hw/kernel/thread_team.h"
#include "hw/network/region.h"

namespace netloom {
inline namespace hw {

/// Runs the regions of a network by several threads: one SystemC process, which waits in each
/// window until all have run theirs. The kernel's own thread is the first of them; the others do
/// nothing of SystemC.
class RegionThreads : public sc_core::sc_module {
 public:
  RegionThreads(sc_core::sc_module_name name, QuantumClock& clock, int threads);

  /// Before the first cycle: a region, which outlives this, to its thread.
  void add(Region& region) {
    regions_[static_cast<std::size_t>(region.thread())].push_back(&region);
  }

 private:
  void step() { team_.run(); }

  std::vector<std::vector<Region*>> regions_;  ///< by thread
  ThreadTeam team_;
};

}  // namespace hw
}  // namespace netloom
